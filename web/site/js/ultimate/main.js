// The page of Ultimate Tic-Tac-Toe: the published strategy advises both sides.

import * as api from "../api.js";
import { el, symbol } from "../dom.js";
import { open } from "../page.js";
import { UltimateBoard } from "./board.js";
import { RULES } from "./rules.js";

/** The strategy's move and its reason. */
function evaluate({ move, reason }) {
  const words = `${reason[0].toUpperCase()}${reason.slice(1)}`;
  const advised = { move, kind: "advice", short: "", words: reason };
  return { kind: "advice", words, moves: [advised], byMove: new Map([[move, advised]]) };
}

open({
  title: "Ultimate Tic-Tac-Toe",
  rules: RULES,
  first: "ultimate",
  names: { X: "X", O: "O" },
  emblem: symbol,
  ask: (game, position) => api.choose(game, position, "strategy"),
  board: (session) => new UltimateBoard(session),
  evaluate,
  toggle: "Show the strategy",
  editable: false,
  hasLine: false,
  howTo: () => [
    el("p", {}, "Three fields in a line win the game, and three marks in a line win a field. The spot of a move is the field ",
      "in which the opponent has to answer. A field that is won can still be played in and keeps its owner; only if the field ",
      "is full may the opponent choose any other."),
    el("p", {}, "X wins, in 43 plies at most, if it follows the strategy: in the opening it sends O back to the centre until ",
      "that field is full, in the middlegame it fills the field that is left over, in the endgame it wins field after field. ",
      "The advice says which part a move belongs to and why it is made."),
    el("p", {}, "Press a spot that can be played. With the keyboard: arrow keys and ", el("kbd", {}, "Enter"), "."),
  ],
});
