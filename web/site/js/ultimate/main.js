// The page of Ultimate Tic-Tac-Toe: the published strategy advises both sides.

import { el, symbol } from "../dom.js";
import { open } from "../page.js";
import { UltimateBoard } from "./board.js";
import { COURSE } from "./course.js";
import { findStrategyPuzzle } from "./puzzles.js";
import { RULES } from "./rules.js";

open({
  title: "Ultimate Tic-Tac-Toe",
  page: "ultimate",
  rules: RULES,
  first: "ultimate",
  names: { X: "X", O: "O" },
  emblem: symbol,
  board: (session) => new UltimateBoard(session),
  toggle: "Show the strategy",
  line: "Strategy’s line",
  course: COURSE,
  puzzles: { ultimate: { goals: ["strategy"] } },
  findPuzzle: findStrategyPuzzle,
  editable: false,
  legend: "A move is the field and the spot in it, 0 to 8 from the top left.",
  howTo: () => [
    el("p", {}, "Three fields in a line win the game, and three marks in a line win a field. The spot of a move is the field ",
      "in which the opponent has to answer. A field that is won can still be played in and keeps its owner; only if the field ",
      "is full may the opponent choose any other."),
    el("p", {}, "X wins if it follows the strategy, in exactly 43 moves under best play: in the opening it sends O back to the centre until ",
      "that field is full, in the middlegame it fills the field that is left over, in the endgame it wins field after field. ",
      "The advice says which part a move belongs to and why it is made."),
    el("p", {}, "Press a spot that can be played. With the keyboard: arrow keys and ", el("kbd", {}, "Enter"), "."),
  ],
});
