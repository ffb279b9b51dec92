// The buttons under the board: through the game, hint, optimal line, turning.

import { button, el, set } from "../dom.js";

export function controlsPanel(session, board, point) {
  const small = { class: "tool" };
  const tool = (name, text, act, extra = {}) =>
    button(name, text, act, { ...small, title: text, "aria-label": text, ...extra });
  const first = tool("first", "To the start", () => session.goTo(0));
  const undo = tool("undo", "Take back", () => session.undo(), { id: "undo" });
  const redo = tool("redo", "Redo", () => session.redo(), { id: "redo" });
  const last = tool("last", "To the end", () => session.goTo(session.record.moves.length));
  const restart = tool("restart", "New game", () => session.restart(), { id: "new-game" });
  const hint = tool("hint", "Hint", showHint, { id: "hint" });
  const line = tool("line", "Show the optimal line", showLine, { id: "show-line" });
  const turns = Object.entries(board.turns ?? {}).map(([name, turn]) => tool(name, TURNS[name], turn, { id: `turn-${name}` }));
  const values = el("input", {
    type: "checkbox",
    id: "show-values",
    role: "switch",
    onchange: () => session.setShowsValues(values.checked),
  });
  const toggle = el("label", { class: "switch", for: "show-values" }, values, el("span", {}, session.kind.toggle ?? "Show values"));
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const tools = el("div", { class: "tools", role: "toolbar", "aria-label": "Game" },
    el("div", { class: "tool-group" }, first, undo, redo, last),
    el("div", { class: "tool-group" }, restart, hint, session.kind.hasLine ? line : null),
    turns.length > 0 ? el("div", { class: "tool-group" }, turns) : null,
    toggle);
  const element = el("div", { class: "controls" }, tools, problem);

  async function showHint() {
    await attempt(async () => point(await session.hint(), { stays: true }));
  }

  async function showLine() {
    await attempt(() => session.showLine());
  }

  async function attempt(act) {
    problem.hidden = true;
    try {
      await act();
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  }

  function show() {
    const { record } = session;
    const busy = session.editing;
    disable(first, record.ply === 0 || busy);
    disable(undo, record.ply === 0 || busy);
    disable(redo, record.isAtEnd || busy);
    disable(last, record.isAtEnd || busy);
    disable(hint, !session.isOpen);
    disable(line, Boolean(session.line) || Boolean(session.ended) || busy);
    values.checked = session.showsValues;
  }

  return { element, show };
}

const TURNS = { rotate: "Rotate the board", mirror: "Mirror the board", flip: "Flip the board" };

/** A disabled button would lose the focus; this one only does nothing. */
function disable(control, off) {
  set(control, { "aria-disabled": off ? "true" : null });
}
