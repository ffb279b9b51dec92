// Puzzles of Ultimate Tic-Tac-Toe: X follows the strategy against random replies, and at some
// move the person has to find what it plays.

import { puzzleOf } from "../learn/puzzles.js";
import { GameTree } from "../tree.js";

/** The hardest puzzles are from the endgame, where the strategy has to look. */
const PLIES = { 1: 6, 2: 14, 3: 22, 4: 28, 5: 34 };

/** See `findPuzzle`. */
export async function findStrategyPuzzle(rules, find, { grade, random = Math.random }) {
  const wanted = Math.floor(random() * PLIES[grade]);
  let position = rules.start;
  for (let ply = 0; ; ply += 2) {
    const known = await find(rules, position);
    const puzzle = puzzleOf(rules, position, known, "strategy");
    if (!puzzle) return null;
    if (ply >= wanted) return { ...puzzle, grade, tree: new GameTree(rules, position) };
    const after = rules.play(position, puzzle.moves[0]);
    const replies = rules.moves(after);
    const next = replies.length > 0 ? rules.play(after, replies[Math.floor(random() * replies.length)]) : null;
    if (!next || rules.ended(next)) return { ...puzzle, grade, tree: new GameTree(rules, position) };
    position = next;
  }
}
