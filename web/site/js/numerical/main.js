// The page of Numerical Tic-Tac-Toe.

import { el } from "../dom.js";
import { open } from "../page.js";
import { variants } from "../variants.js";
import { NumericalBoard } from "./board.js";
import { COURSE } from "./course.js";
import { RULES } from "./rules.js";

open({
  title: "Numerical Tic-Tac-Toe",
  page: "numerical",
  rules: RULES,
  first: "numerical3",
  rulesOf: (text) => RULES.get(`numerical${text.split("/").length}`),
  names: { first: "Odd", second: "Even" },
  emblem: (player) => el("span", { class: `emblem by-${player}`, "aria-hidden": "true" }, player === "first" ? "1" : "2"),
  board: (session) => new NumericalBoard(session),
  editable: false,
  waiting: "Solving …",
  legend: "Best first: cell and number. At the rim stands what each line still needs.",
  readMove: (word) => word.toLowerCase(),
  course: COURSE,
  half: "cell",
  // Early positions of 4×4 take long to solve.
  puzzles: { numerical3: { goals: ["win", "draw"] }, numerical4: { goals: ["win", "draw"], skip: 9 } },
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
