// The Quixo page.

import { el, icon, symbol } from "../dom.js";
import { open } from "../page.js";
import { variants } from "../variants.js";
import { QuixoBoard } from "./board.js";
import { COURSE, EXAMPLE } from "./course.js";
import { RULES } from "./rules.js";

open({
  title: "Quixo",
  page: "quixo",
  rules: RULES,
  first: "quixo5",
  welcome: {
    words: "Push tiles, make five in a row",
    because: "Take a tile from the border, blank or your own, and push it back in with your symbol up: a row, a column or a diagonal of it wins.",
    ...EXAMPLE,
  },
  rulesOf: (text) => RULES.get(`quixo${text.split("/").length}`),
  names: { X: "X", O: "O" },
  emblem: symbol,
  board: (session) => new QuixoBoard(session),
  editable: true,
  hasTraps: true,
  legend: "Best first, equal ones as one. The number is the moves that are left, those of both players.",
  extras: [variants({ quixo3: "3×3", quixo4: "4×4", quixo5: "5×5" }, "Size of the board")],
  readMove: (word) => (/^[a-e][1-5][lrtb]$/i.test(word) ? word.slice(0, 2).toLowerCase() + word[2].toUpperCase() : word),
  course: COURSE,
  half: "tile",
  puzzles: {
    quixo4: { goals: ["win", "fast", "draw"] },
    quixo3: { goals: ["win", "fast"] },
    quixo5: { set: true, course: true },
  },
  howTo: () => [
    el("p", {}, "Take a tile from the border: a blank one or one of your own, never your opponent’s. Push it back in with ",
      "your symbol up, at another end of the row or column it came from. The tiles between shift and fill the gap."),
    el("p", {}, "A full row, column or diagonal of your symbol wins. If you complete a line of your opponent’s you lose, ",
      "even if the same move makes a line of yours."),
    el("p", {}, "The marks say what a move leads to under best play, for who makes it: ", icon("win"), " a win, ", icon("draw"),
      " a draw, ", icon("loss"), " a loss. The number beside them is how many moves are left, those of both players."),
    el("p", {}, "Press a tile, then an arrow. With the keyboard: arrow keys to a tile, ", el("kbd", {}, "Enter"),
      " to take it, an arrow key towards the end, ", el("kbd", {}, "Enter"), " to push; ", el("kbd", {}, "Esc"),
      " to put it back; ", el("kbd", {}, "Ctrl"), "+", el("kbd", {}, "Z"), " and ", el("kbd", {}, "Ctrl"), "+",
      el("kbd", {}, "Y"), " to take back and redo. Tiles can be dragged, too."),
  ],
});
