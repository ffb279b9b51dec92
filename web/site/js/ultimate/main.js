// The page of Ultimate Tic-Tac-Toe: the published strategy advises both sides.

import * as api from "../api.js";
import { el, symbol } from "../dom.js";
import { open } from "../page.js";
import { ofMove, ofPosition, sentence } from "../words.js";
import { UltimateBoard } from "./board.js";
import { RULES } from "./rules.js";

/** The strategy's advice, and what a few plies decide. */
function evaluate(answer, position) {
  const advised = answer.advice
    ? [{ move: answer.advice.move, kind: "advice", short: "", words: answer.advice.reason }]
    : [];
  const decided = answer.moves
    .filter(({ move, outcome }) => outcome !== null && move !== answer.advice?.move)
    .map((found) => ({ move: found.move, kind: found.outcome, short: String(found.distance ?? ""), words: ofMove(found) }));
  const moves = [...advised, ...decided];
  const open = answer.advice ? `The strategy plays ${answer.advice.move}` : `Open for ${answer.within} plies`;
  return {
    kind: answer.outcome ?? "advice",
    words: answer.outcome ? ofPosition(position.toMove, answer) : open,
    because: answer.advice ? sentence(answer.advice.reason) : null,
    moves,
    byMove: new Map(moves.map((found) => [found.move, found])),
  };
}

open({
  title: "Ultimate Tic-Tac-Toe",
  rules: RULES,
  first: "ultimate",
  names: { X: "X", O: "O" },
  emblem: symbol,
  ask: api.probe,
  board: (session) => new UltimateBoard(session),
  evaluate,
  toggle: "Show the strategy",
  line: "Strategy’s line",
  reasons: true,
  editable: false,
  legend: "A move is the field and the spot in it, 0 to 8 from the top left.",
  howTo: () => [
    el("p", {}, "Three fields in a line win the game, and three marks in a line win a field. The spot of a move is the field ",
      "in which the opponent has to answer. A field that is won can still be played in and keeps its owner; only if the field ",
      "is full may the opponent choose any other."),
    el("p", {}, "X wins if it follows the strategy, in exactly 43 plies under best play: in the opening it sends O back to the centre until ",
      "that field is full, in the middlegame it fills the field that is left over, in the endgame it wins field after field. ",
      "The advice says which part a move belongs to and why it is made."),
    el("p", {}, "Press a spot that can be played. With the keyboard: arrow keys and ", el("kbd", {}, "Enter"), "."),
  ],
});
