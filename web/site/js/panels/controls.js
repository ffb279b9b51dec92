// The buttons of the game: through its moves, new game, hint, optimal line, turning; and what
// can be done when it is over.

import { button, el, relabel, set } from "../dom.js";
import { showMistake, slips } from "../review.js";
import { nameOfLine } from "./line.js";

const TURNS = { rotate: "Rotate the board", mirror: "Mirror the board", flip: "Flip the board" };

export function controlsPanel(session, board) {
  const tool = (name, text, act, extra = {}) =>
    button(name, text, act, { class: "tool", title: text, "aria-label": text, ...extra });
  const action = (name, text, act, id) => button(name, text, act, { class: "plain action", id });
  const first = tool("first", "To the start", () => session.goToPly(0));
  const undo = tool("undo", "Take back", () => session.undo(), { id: "undo" });
  const redo = tool("redo", "Redo", () => session.redo(), { id: "redo" });
  const last = tool("last", "To the end", () => session.goToPly(Infinity));
  const restart = action("restart", "New game", () => session.restart(), "new-game");
  const back = action("undo", "Bring the last game back", () => session.bringBack(), "bring-back");
  const rematch = action("restart", "Rematch", () => session.rematch(), "rematch");
  const review = action("review", "Review", startReview, "review");
  const hint = action("hint", "Hint", () => attempt(() => session.hint()), "hint");
  const line = action("line", nameOfLine(session), showLine, "show-line");
  const again = action("rotate", "Try again", () => session.retry(), "retry");
  const wait = action("pause", "Pause", () => session.setPaused(!session.paused), "pause");
  const from = action("play", "Play from here", () => session.playFromHere(), "play-from-here");
  const turns = Object.entries(board.turns ?? {}).map(([name, turn]) => tool(name, TURNS[name], turn, { id: `turn-${name}` }));
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const tools = el("div", { class: "tools", role: "toolbar", "aria-label": "Game" },
    el("div", { class: "actions" }, rematch, review, restart, back, again, wait, hint, line, from),
    el("div", { class: "tool-groups" },
      el("div", { class: "tool-group" }, first, undo, redo, last),
      turns.length > 0 ? el("div", { class: "tool-group" }, turns) : null));
  const element = el("div", { class: "controls" }, tools, problem);
  let failedAt = null;
  let isLooking = false;

  /** Shows the first mistake, or the game from its start if there is none. */
  function startReview() {
    session.setMode("analyse");
    const [node] = slips(session, session.shown.line);
    if (node) showMistake(session, node);
    else session.goToPly(0);
  }

  async function attempt(act) {
    failedAt = null;
    show();
    try {
      await act();
    } catch (error) {
      failedAt = session.position;
      problem.textContent = error.message;
    }
    show();
  }

  /** A line may take as long as a hint; until it is there it is not asked for twice, nor where there is none. */
  async function showLine() {
    if (isLooking || !session.hasLine) return;
    isLooking = true;
    await attempt(() => session.showLine());
    isLooking = false;
    show();
  }

  function show() {
    const { shown, mode, ended, isHinting, seats, paused } = session;
    const isPlayed = mode === "play";
    const isOver = isPlayed && Boolean(ended);
    // A line, the set-up and an exercise have buttons of their own in this place.
    tools.hidden = Boolean(session.line) || session.editing || mode === "learn";
    // What went wrong is about the position that it went wrong in.
    problem.hidden = failedAt !== session.position || tools.hidden;
    const visible = new Map([
      [rematch, isOver],
      [review, isOver],
      [restart, !isOver && !session.canBringBack && !session.match],
      [back, session.canBringBack],
      [again, isPlayed && !session.match && Boolean(session.problem)],
      [wait, isPlayed && seats.isWatched && !ended],
      [hint, !isOver && !session.match && !(isPlayed && seats.isWatched)],
      [line, mode === "analyse"],
      [from, mode === "analyse" && !ended],
    ]);
    for (const [control, isVisible] of visible) control.hidden = !isVisible;
    disable(first, shown.ply === 0);
    disable(undo, !session.earlier);
    disable(redo, shown.isAtEnd);
    disable(last, shown.isAtEnd);
    disable(hint, !session.isOpen || isHinting);
    set(hint, { "aria-busy": isHinting ? "true" : null });
    hint.lastElementChild.textContent = isHinting ? "Thinking" : "Hint";
    disable(line, !session.hasLine || isLooking);
    set(line, { "aria-busy": isLooking ? "true" : null });
    line.lastElementChild.textContent = isLooking ? "Looking" : nameOfLine(session);
    relabel(wait, paused ? "play" : "pause", paused ? "Go on" : "Pause");
  }

  return { element, show };
}

/** A disabled button would lose the focus; this one only does nothing. */
export function disable(control, off) {
  set(control, { "aria-disabled": off ? "true" : null });
}
