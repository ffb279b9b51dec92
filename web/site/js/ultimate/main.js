// The page of Ultimate Tic-Tac-Toe: by the paper's rules the published strategy advises both
// sides; the usual rules are played, too.

import { el, symbol } from "../dom.js";
import { open } from "../page.js";
import { variants } from "../variants.js";
import { UltimateBoard } from "./board.js";
import { COURSE } from "./course.js";
import { findStrategyPuzzle } from "./puzzles.js";
import { RULES, ultimate, usual } from "./rules.js";

/** How the rules that are played differ from the others. */
const DIFFERENCE = {
  [ultimate.name]: "Paper’s rules: a won field stays open and keeps its owner. By the usual rules it is closed, and whoever is sent there plays anywhere.",
  [usual.name]: "Usual rules: a won field is closed, and whoever is sent there plays anywhere. By the paper’s rules it stays open and keeps its owner.",
};

/** The choice of the rules; puzzles and introduction are for those of the strategy. */
function choiceOfRules(session) {
  const { element, show } = variants({ [ultimate.name]: "Paper’s", [usual.name]: "Usual" }, "Rules")(session);
  return {
    element,
    show() {
      element.hidden = session.mode === "learn";
      show();
    },
  };
}

function difference(session) {
  const element = el("p", { class: "panel difference" });
  const show = () => { element.textContent = DIFFERENCE[session.rules.name]; };
  return { element, show };
}

open({
  title: "Ultimate Tic-Tac-Toe",
  page: "ultimate",
  rules: RULES,
  first: ultimate.name,
  names: { X: "X", O: "O" },
  emblem: symbol,
  board: (session) => new UltimateBoard(session),
  course: COURSE,
  puzzles: { [ultimate.name]: { goals: ["strategy"] } },
  findPuzzle: findStrategyPuzzle,
  editable: false,
  legend: "A move is the field and the spot in it, 0 to 8 from the top left.",
  extras: [choiceOfRules],
  aside: [difference],
  howTo: () => [
    el("p", {}, "Three fields in a line win the game, and three marks in a line win a field. The spot of a move is the field ",
      "in which the opponent has to answer. If nobody has three fields in a line, it is a draw, whoever has won more of them."),
    el("p", {}, "By the usual rules a field that is won or full is closed: nobody may play in it, and whoever is sent there plays ",
      "anywhere. Nobody knows who wins then. By the paper’s rules only a full field is closed; a won one can still be played in and keeps its owner."),
    el("p", {}, "By the paper’s rules X wins if it follows the strategy, in exactly 43 moves under best play: in the opening it sends O back to the centre until ",
      "that field is full, in the middlegame it fills the field that is left over, in the endgame it wins field after field. ",
      "The advice says which part a move belongs to and why it is made."),
    el("p", {}, "Press a spot that can be played. With the keyboard: arrow keys and ", el("kbd", {}, "Enter"), "."),
  ],
});
