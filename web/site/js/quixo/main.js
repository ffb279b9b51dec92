// The Quixo page.

import { el, icon, symbol } from "../dom.js";
import { open } from "../page.js";
import { variants } from "../variants.js";
import { QuixoBoard } from "./board.js";
import { RULES } from "./rules.js";

/** What is to be said of an incomplete database. */
function missing(info) {
  if (info.complete) return null;
  return `Exact values are here for positions with ${ranges(info.levels)} marked tiles; beyond them the strongest opponent is a search.`;
}

/** Ascending numbers in words: `0–7, 24–25`. */
function ranges(numbers) {
  const starts = numbers.filter((number) => !numbers.includes(number - 1));
  const ends = numbers.filter((number) => !numbers.includes(number + 1));
  return starts.map((start, at) => (start === ends[at] ? `${start}` : `${start}–${ends[at]}`)).join(", ");
}

open({
  title: "Quixo",
  rules: RULES,
  first: "quixo4",
  rulesOf: (text) => RULES.get(`quixo${text.split("/").length}`),
  names: { X: "X", O: "O" },
  emblem: symbol,
  board: (session) => new QuixoBoard(session),
  editable: true,
  legend: "Best first. The number is the plies, moves of one player, that are left.",
  extras: [variants({ quixo3: "3×3", quixo4: "4×4", quixo5: "5×5" }, "Size of the board")],
  missing,
  howTo: () => [
    el("p", {}, "Take a tile from the border: a blank one or one of your own, never your opponent’s. Push it back in with ",
      "your symbol up, at another end of the row or column it came from. The tiles between shift and fill the gap."),
    el("p", {}, "A full row, column or diagonal of your symbol wins. If you complete a line of your opponent’s you lose, ",
      "even if the same move makes a line of yours."),
    el("p", {}, "The marks say what a move leads to under best play, for who makes it: ", icon("win"), " a win, ", icon("draw"),
      " a draw, ", icon("loss"), " a loss. The number beside them is how many plies, moves of one player, are left."),
    el("p", {}, "Press a tile, then an arrow. With the keyboard: arrow keys to a tile, ", el("kbd", {}, "Enter"),
      " to take it, an arrow key towards the end, ", el("kbd", {}, "Enter"), " to push; ", el("kbd", {}, "Esc"),
      " to put it back; ", el("kbd", {}, "Ctrl"), "+", el("kbd", {}, "Z"), " and ", el("kbd", {}, "Ctrl"), "+",
      el("kbd", {}, "Y"), " to take back and redo."),
  ],
});
