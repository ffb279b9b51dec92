// Puzzles from what is known of positions: a game is played at random, with good moves
// between bad ones, until a position comes up that asks for one move.

import { kinds } from "../symmetry.js";
import { GameTree } from "../tree.js";
import { THEMES } from "./themes.js";

/** Positions that are looked at for a puzzle of a wanted grade. */
const MOST = 260;
/** A walk that is longer begins anew. */
const LONGEST = 40;
/** What is above these is of a higher grade: plies to the end, and moves to choose from where that is not counted. */
const PLIES = [3, 7, 13, 25];
const CHOICES = [6, 12, 20, 30];

/**
 * The puzzle of a position for a goal, `{ goal, moves, grade, words }` with the moves that solve it; `null`
 * if it is none. Moves that are equal by symmetry are one.
 */
export function puzzleOf(rules, position, known, goal) {
  const isKnown = known?.moves && known.open.length === 0 && known.moves.every(({ kind }) => kind !== "estimate");
  if (!isKnown && !(goal === "strategy" && known?.moves)) return null;
  const moves = solutions(known, goal);
  if (moves.length === 0 || kinds(rules, position, moves).length > 1 && goal !== "strategy") return null;
  return { goal, moves, grade: gradeOf(known, moves), words: THEMES[goal].task({ plies: known.value.distance }) };
}

function solutions({ value, moves, best }, goal) {
  const are = (outcome) => moves.filter((found) => found.value.outcome === outcome);
  const names = (found) => found.map(({ move }) => move);
  const isTrap = are("win").length < moves.length;
  switch (goal) {
    case "win": return value.outcome === "win" && value.distance !== 1 && isTrap ? names(are("win")) : [];
    case "draw": return value.outcome === "draw" && are("loss").length > 0 ? names(are("draw")) : [];
    case "fast": return value.outcome === "win" && value.distance > 1 && value.distance <= 9
      ? names(are("win").filter((found) => found.value.distance === value.distance)) : [];
    case "strategy": return best ? [...new Set([best, ...names(are("win"))])] : [];
    default: return [];
  }
}

/** From 1 to 5: by the distance or the number of moves, and by how many moves look like the right one. */
function gradeOf({ value, moves }, [solution]) {
  const [measure, limits] = value.distance === null ? [moves.length, CHOICES] : [value.distance, PLIES];
  const alike = moves.filter(({ move }) => move !== solution
    && (move.slice(0, 2) === solution.slice(0, 2) || move.slice(2) === solution.slice(2))).length;
  const grade = 1 + limits.filter((limit) => measure > limit).length + (alike > 6 ? 1 : 0);
  return Math.min(grade, 5);
}

/** The first goal that a position is a puzzle for, the rarest first. */
export function puzzleAt(rules, position, known, goals) {
  return goals.map((goal) => puzzleOf(rules, position, known, goal)).find(Boolean) ?? null;
}

/**
 * Finds a puzzle of some grades, or of the nearest one: `{ tree, ...puzzle }`, or `null` if what is known here
 * has none. `find` tells what is known of a position, or `null` if nobody waits any more; `skip` plies are played without a
 * question, where answers take long.
 */
export async function findPuzzle(rules, find, { grades, goals, skip = 0, random = Math.random }) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  let position = rules.start;
  let ply = 0;
  let nearest = null;
  for (let looked = 0; looked < MOST;) {
    if (rules.ended(position) || ply > LONGEST) [position, ply] = [rules.start, 0];
    if (ply < skip) {
      position = rules.play(position, pick(rules.moves(position)));
      ply += 1;
      continue;
    }
    const known = await find(rules, position);
    if (!known) return null;
    looked += 1;
    if (!known.moves || known.moves.length === 0) {
      [position, ply] = [rules.start, 0];
      continue;
    }
    const puzzle = ply > 1 ? puzzleAt(rules, position, known, shuffled(goals, random)) : null;
    const off = puzzle && Math.min(...grades.map((grade) => Math.abs(puzzle.grade - grade)));
    if (puzzle && (!nearest || off < nearest.off)) nearest = { ...puzzle, off, tree: new GameTree(rules, position) };
    if (nearest?.off === 0) break;
    const good = known.best && random() < 0.6 ? known.moves.filter(({ value }) => value.outcome === known.value.outcome) : [];
    position = rules.play(position, good.length > 0 ? pick(good).move : pick(rules.moves(position)));
    ply += 1;
  }
  return nearest;
}

function shuffled(list, random) {
  return list.map((item) => [random(), item]).sort(([a], [b]) => a - b).map(([, item]) => item);
}
