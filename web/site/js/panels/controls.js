// The buttons under the board: through the game, hint, optimal line, turning.

import { button, el, set } from "../dom.js";

export function controlsPanel(session, board, point) {
  const tool = (name, text, act, extra = {}) =>
    button(name, text, act, { class: "tool", title: text, "aria-label": text, ...extra });
  const action = (name, text, act, id) => button(name, text, act, { class: "plain action", id });
  const first = tool("first", "To the start", () => session.goTo(0));
  const undo = tool("undo", "Take back", () => session.undo(), { id: "undo" });
  const redo = tool("redo", "Redo", () => session.redo(), { id: "redo" });
  const last = tool("last", "To the end", () => session.goTo(session.record.moves.length));
  const restart = action("restart", "New game", () => session.restart(), "new-game");
  const hint = action("hint", "Hint", showHint, "hint");
  const line = action("line", session.kind.line ?? "Optimal line", showLine, "show-line");
  const turns = Object.entries(board.turns ?? {}).map(([name, turn]) => tool(name, TURNS[name], turn, { id: `turn-${name}` }));
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const tools = el("div", { class: "tools", role: "toolbar", "aria-label": "Game" },
    el("div", { class: "actions" }, restart, hint, line),
    el("div", { class: "tool-groups" },
      el("div", { class: "tool-group" }, first, undo, redo, last),
      turns.length > 0 ? el("div", { class: "tool-group" }, turns) : null));
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
    // A line and the set-up have buttons of their own in this place.
    tools.hidden = Boolean(session.line) || session.editing;
    disable(first, record.ply === 0);
    disable(undo, record.ply === 0);
    disable(redo, record.isAtEnd);
    disable(last, record.isAtEnd);
    disable(hint, !session.isOpen);
    disable(line, Boolean(session.ended));
  }

  return { element, show };
}

const TURNS = { rotate: "Rotate the board", mirror: "Mirror the board", flip: "Flip the board" };

/** A disabled button would lose the focus; this one only does nothing. */
function disable(control, off) {
  set(control, { "aria-disabled": off ? "true" : null });
}
