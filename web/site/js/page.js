// A page on which a game is played: the board, and panels around it.

import { el } from "./dom.js";
import { controlsPanel } from "./panels/controls.js";
import { editorPanel } from "./panels/editor.js";
import { evaluationPanel } from "./panels/evaluation.js";
import { historyPanel } from "./panels/history.js";
import { linePanel } from "./panels/line.js";
import { movesPanel } from "./panels/moves.js";
import { playersPanel } from "./panels/players.js";
import { positionPanel } from "./panels/position.js";
import { Session } from "./session.js";
import { furnish } from "./shell.js";

/** Builds the page of a kind of game and lets it begin. */
export function open(kind) {
  furnish();
  const session = new Session(kind);
  const board = kind.board(session);
  const point = (move, { stays = false } = {}) => {
    board.highlight(move);
    if (stays && move) board.element.querySelector(".pointed")?.focus();
  };
  const evaluation = evaluationPanel(session, board);
  const moves = movesPanel(session, point);
  const panels = [
    evaluation,
    moves,
    controlsPanel(session, board, point),
    historyPanel(session),
    linePanel(session),
    editorPanel(session, board),
    playersPanel(session),
    positionPanel(session),
  ];
  const [, , controls, history, line, editor, players, position] = panels;
  const extras = (kind.extras ?? []).map((make) => make(session));
  document.querySelector("main").append(
    el("div", { class: "heading" },
      el("h1", {}, kind.title),
      ...extras.map((extra) => extra.element),
      el("details", { class: "rules" }, el("summary", {}, "How it is played"), ...kind.howTo())),
    el("div", { class: "table" },
      el("div", { class: "stage" }, evaluation.element, board.element, line.element, editor.element, controls.element),
      el("div", { class: "aside" }, players.element, moves.element, history.element, position.element)),
  );

  session.addEventListener("change", ({ detail: { push } }) => {
    board.highlight(null);
    board.show(push);
    for (const panel of [...panels, ...extras]) panel.show();
  });
  session.addEventListener("pick", () => evaluation.show());
  session.addEventListener("point", ({ detail }) => moves.mark(detail.moves));
  addEventListener("keydown", (event) => shortcut(session, event));
  session.begin();
}

function shortcut(session, event) {
  const typing = event.target.closest("input[type=text], select, textarea");
  if (typing || session.editing || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) session.undo();
  else if (key === "y" || (key === "z" && event.shiftKey)) session.redo();
  else return;
  event.preventDefault();
}
