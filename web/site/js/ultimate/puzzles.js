// Puzzles of Ultimate Tic-Tac-Toe: X follows the strategy against random replies, and at some
// move the person has to find what it plays.

import { puzzleOf } from "../learn/puzzles.js";
import { GameTree } from "../tree.js";

/** What the strategy does, the easiest first, by how its reason begins. */
const TASKS = [/^Opening/, /^Endgame: win/, /^Middlegame: return/, /^Middlegame/, /^Endgame/];
/** How likely a position with the wanted task is taken; else the game goes on to another one. */
const TAKEN = 1 / 3;

/** The task of the last puzzle: the next one has another. */
let last = null;

/** See `findPuzzle`. */
export async function findStrategyPuzzle(rules, find, { grade, random = Math.random }) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const near = [grade - 1, grade, grade + 1].filter((one) => one >= 1 && one <= TASKS.length && one !== last);
  const wanted = pick(near);
  let found = null;
  for (let position = rules.start; !rules.ended(position);) {
    const known = await find(rules, position);
    const puzzle = puzzleOf(rules, position, known, "strategy");
    if (!puzzle) break;
    const task = 1 + TASKS.findIndex((begins) => begins.test(known.because));
    if (task === wanted || !found) found = { ...puzzle, grade: task, tree: new GameTree(rules, position) };
    if (task === wanted && random() < TAKEN) break;
    const after = rules.play(position, puzzle.moves[0]);
    if (rules.ended(after)) break;
    position = rules.play(after, pick(rules.moves(after)));
  }
  last = found?.grade ?? last;
  return found;
}
