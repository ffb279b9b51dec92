// Setting up a position by painting tiles, with what there is to say of it.

import { button, el, set, symbol } from "../dom.js";
import { other } from "../players.js";
import { canOccur } from "../quixo/past.js";
import { imagesOf } from "../symmetry.js";

const BRUSHES = { X: "X", O: "O", "": "Blank" };

export function editorPanel(session, board) {
  const brushes = Object.entries(BRUSHES).map(([brush, name]) => el("button", {
    type: "button",
    "data-brush": brush || "blank",
    onclick: () => {
      board.brush = brush;
      show();
    },
  }, ...(brush ? [symbol(brush), el("span", { class: "unseen" }, name)] : [name])));
  const turn = button("swap", "Swap the turn", () => {
    const { position } = session;
    change({ ...position, toMove: other(position.toMove) });
  }, { class: "plain", id: "swap-turn" });
  const clear = button("clear", "Clear", () => change(session.rules.start), { class: "plain", id: "clear-board" });
  const undo = button("undo", "Undo", back, { class: "plain", id: "undo-edit" });
  const done = button("edit", "Done", close, { class: "plain", id: "set-up-done" });
  const facts = el("p", { class: "facts-line", role: "status" });
  const element = el("section", { class: "instead editor", "aria-label": "Set up a position", hidden: true },
    el("div", { class: "row" },
      el("div", { class: "segments", role: "group", "aria-label": "Paint with" }, brushes), turn, undo, clear, done),
    facts);
  /** Positions before the one that is shown. */
  let past = [];
  let last = null;

  function change(position) {
    session.edit(position);
  }

  function back() {
    const position = past.pop();
    if (!position) return;
    last = position;
    session.edit(position);
  }

  function close() {
    session.setEditing(false);
    document.querySelector("#set-up").focus({ preventScroll: true });
  }

  function show() {
    const { editing, position } = session;
    const opens = element.hidden && editing;
    element.hidden = !editing;
    if (!editing) {
      past = [];
      last = null;
      return;
    }
    if (last && last !== position) past.push(last);
    last = position;
    for (const brush of brushes) set(brush, { "aria-pressed": String((board.brush || "blank") === brush.dataset.brush) });
    set(undo, { "aria-disabled": past.length === 0 ? "true" : null });
    facts.textContent = tell(position);
    if (opens) board.element.scrollIntoView({ block: "nearest" });
  }

  function tell(position) {
    const { rules } = session;
    const tiles = (player) => position.cells.filter((cell) => cell === player).length;
    const count = (number) => `${number} ${number === 1 ? "tile" : "tiles"}`;
    const images = imagesOf(rules, position);
    const occurs = { true: "Play can lead here.", false: "Play cannot lead here.", null: "Whether play can lead here was not found out." };
    return `${occurs[canOccur(rules, position)]} X has ${count(tiles("X"))}, O ${count(tiles("O"))}. `
      + `${images === 1 ? "Turned and mirrored it stays the same." : `Turned and mirrored it is ${images} positions.`}`;
  }

  return { element, show };
}
