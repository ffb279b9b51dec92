// Setting up a position by hand, under the board on which it is done.

import { button, el } from "../dom.js";
import { other } from "../players.js";

export function editorPanel(session, board) {
  const turn = button("mirror", "Swap the turn", () => {
    const { position } = session;
    session.edit({ ...position, toMove: other(position.toMove) });
  }, { class: "plain", id: "swap-turn" });
  const clear = button("close", "Clear", () => session.edit(session.rules.start), { class: "plain", id: "clear-board" });
  const done = button("edit", "Done", () => session.setEditing(false), { class: "plain", id: "set-up-done" });
  const element = el("section", { class: "below-board", "aria-label": "Set up a position", hidden: true },
    el("p", {}, "Press a tile: blank, X, O. The values follow at once."),
    el("div", { class: "row" }, turn, clear, done));

  function show() {
    const opens = element.hidden && session.editing;
    element.hidden = !session.editing;
    if (opens) board.element.scrollIntoView({ block: "nearest" });
  }

  return { element, show };
}
