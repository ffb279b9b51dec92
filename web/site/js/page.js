// A page on which a game is played, learned and studied: the board, and panels around it.
// Which panels are there depends on the mode.

import { el } from "./dom.js";
import { barPanel } from "./panels/bar.js";
import { chartPanel } from "./panels/chart.js";
import { controlsPanel } from "./panels/controls.js";
import { databasePanel } from "./panels/database.js";
import { editorPanel } from "./panels/editor.js";
import { exportPanel } from "./panels/export.js";
import { historyPanel } from "./panels/history.js";
import { learnPanel } from "./panels/learn.js";
import { linePanel } from "./panels/line.js";
import { matchPanel, matchesPanel } from "./panels/match.js";
import { modesPanel } from "./panels/modes.js";
import { movesPanel } from "./panels/moves.js";
import { positionPanel } from "./panels/position.js";
import { seatsPanel } from "./panels/seats.js";
import { statusPanel } from "./panels/status.js";
import { welcomePanel } from "./panels/welcome.js";
import { at } from "./place.js";
import { Session } from "./session.js";
import { furnish } from "./shell.js";

/** Builds the page of a kind of game and lets it begin. */
export function open(kind) {
  furnish();
  const session = new Session(kind);
  const board = kind.board(session);
  const point = (move) => board.highlight(move);
  const status = statusPanel(session, board);
  const moves = movesPanel(session, point);
  const modes = modesPanel(session);
  const bar = barPanel(session);
  const below = [matchPanel(session), controlsPanel(session, board), linePanel(session), editorPanel(session, board)];
  const aside = [
    welcomePanel(session, board),
    ...(kind.aside ?? []).map((make) => make(session)),
    learnPanel(session),
    seatsPanel(session),
    matchesPanel(session),
    // Above the moves, whose number differs from position to position: its buttons stay where they are.
    chartPanel(session),
    moves,
    historyPanel(session),
    positionPanel(session),
    exportPanel(session, board),
    databasePanel(session),
  ];
  const extras = (kind.extras ?? []).map((make) => make(session));
  const panels = [modes, ...extras, status, bar, ...below, ...aside];
  document.querySelector("main").replaceChildren(el("div", { class: "table" },
    el("div", { class: "heading" }, el("h1", {}, kind.title), ...extras.map((extra) => extra.element), modes.element),
    status.element,
    el("div", { class: "stage" }, bar.element, board.element),
    el("div", { class: "below" }, below.map((panel) => panel.element)),
    el("div", { class: "aside" }, aside.map((panel) => panel.element),
      el("details", { class: "panel rules" }, el("summary", {}, "How it is played"), ...kind.howTo(),
        el("p", {}, el("a", { href: at(`rules.html#${kind.page}`) }, "The rules on a sheet to print"))))));

  session.addEventListener("change", ({ detail: { push } }) => {
    board.highlight(null);
    board.show(push);
    for (const panel of panels) panel.show();
  });
  session.addEventListener("pick", () => status.show());
  session.addEventListener("point", ({ detail }) => moves.mark(detail.moves));
  addEventListener("keydown", (event) => shortcut(session, event));
  session.begin();
}

const STEPS = { ArrowLeft: (session) => session.undo(), ArrowRight: (session) => session.redo() };
const ENDS = { Home: (session) => session.goToPly(0), End: (session) => session.goToPly(Infinity) };

/** Ctrl+Z and Ctrl+Y anywhere; the arrow keys where nothing else has a use for them. */
function shortcut(session, event) {
  const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (event.defaultPrevented || altKey || session.editing || target.closest("input, select, textarea")) return;
  const letter = key.toLowerCase();
  const walk = { ...STEPS, ...ENDS }[key];
  if (ctrlKey || metaKey) {
    if (letter === "z" && !shiftKey) session.undo();
    else if (letter === "y" || (letter === "z" && shiftKey)) session.redo();
    else return;
  } else if (walk && session.mode !== "learn" && !(key in STEPS && target.closest(".board"))) {
    walk(session);
  } else {
    return;
  }
  event.preventDefault();
}
