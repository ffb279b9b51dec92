// The page of Numerical Tic-Tac-Toe.

import * as api from "../api.js";
import { el } from "../dom.js";
import { open } from "../page.js";
import { variants } from "../variants.js";
import { NumericalBoard } from "./board.js";
import { RULES } from "./rules.js";

const NAMES = { X: "Odd", O: "Even" };
const WINNER = { first: "X", second: "O", tie: null };

/** How an outcome of the server is for a player. */
function kindFor(outcome, player) {
  const winner = WINNER[outcome];
  if (winner === null) return "draw";
  return winner === player ? "win" : "loss";
}

function evaluate(answer, position, rules) {
  const mover = rules.toMove(position);
  const words = { win: "win", draw: "tie", loss: "loss" };
  const moves = answer.moves.map(({ move, outcome }) => {
    const kind = kindFor(outcome, mover);
    // There are no distances here: a move keeps the outcome or does not.
    return { move, kind, short: "", words: words[kind], value: { outcome: kind, distance: null } };
  });
  const winner = WINNER[answer.outcome];
  return {
    kind: kindFor(answer.outcome, mover),
    words: winner ? `${NAMES[winner]} wins` : "A tie",
    open: answer.open ?? 0,
    moves,
    byMove: new Map(moves.map((found) => [found.move, found])),
  };
}

open({
  title: "Numerical Tic-Tac-Toe",
  rules: RULES,
  first: "numerical3",
  rulesOf: (text) => RULES.get(`numerical${text.split("/").length}`),
  names: NAMES,
  emblem: (player) => el("span", { class: `emblem by-${player}`, "aria-hidden": "true" }, player === "X" ? "1" : "2"),
  ask: api.probe,
  board: (session) => new NumericalBoard(session),
  evaluate,
  editable: false,
  waiting: "Solving …",
  legend: "Best first: cell and number. At the rim stands what each line still needs.",
  extras: [variants({ numerical3: "3×3", numerical4: "4×4" }, "Size of the board")],
  howTo: () => [
    el("p", {}, "One player holds the odd numbers and begins, the other the even ones; each number can be placed once. ",
      "Whoever completes a row, column or diagonal whose numbers add up to the target wins: 15 on 3×3, 34 on 4×4. ",
      "It does not matter who placed the other numbers of the line."),
    el("p", {}, "At the end of each line stands what it still needs, and a dash if it cannot get there any more."),
    el("p", {}, "Pick a cell and a number, in any order. With the keyboard: arrow keys to a cell, ", el("kbd", {}, "Enter"),
      ", and type a number, or go to the numbers with ", el("kbd", {}, "Tab"), "."),
  ],
});
