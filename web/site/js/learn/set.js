// The puzzles that come with the page, so that they are good on every machine: `quixotic-research puzzles` made them from the whole
// solution. Each line of the file is a puzzle: theme, grade, plies (`-` for a draw), the opponent's last move (`-` if it does
// not matter), position and player to move, and best play; moves that are right on the same ply are written together.

import { at } from "../place.js";
import { GameTree } from "../tree.js";
import { THEMES } from "./themes.js";

/** A win in more plies than these is at least of grade 2, 3 and 4: nobody sees its end. */
const FAR = [9, 21, 41];

const sets = new Map();

/** The puzzles of a size; a file that did not arrive is asked for again the next time. */
export async function puzzlesOf(rules) {
  if (!sets.has(rules.name)) {
    const asked = load(rules);
    sets.set(rules.name, asked);
    asked.catch(() => sets.delete(rules.name));
  }
  return sets.get(rules.name);
}

async function load(rules) {
  const response = await fetch(at(`puzzles/${rules.name}.txt`));
  if (!response.ok) throw new Error(`the puzzles did not arrive: status ${response.status}`);
  const lines = (await response.text()).split("\n").filter((line) => line && !line.startsWith("#"));
  return lines.map((line) => parse(line));
}

/**
 * A line of the file as `{ goal, grade, words, start, moves, line }`; `moves` solve it, `line` goes on from there. The grade of
 * the file is how far a program has to look to find the solution.
 */
export function parse(text) {
  const [goal, grade, plies, blunder, board, mover, ...line] = text.split(" ");
  const played = line.map((moves) => moves.match(/.{3}/g));
  return {
    goal,
    grade: Math.max(Number(grade), 1 + FAR.filter((limit) => Number(plies) > limit).length),
    words: THEMES[goal].task({ plies, blunder }),
    start: `${board} ${mover}`,
    moves: played[0],
    line: played,
  };
}

/**
 * The line of a puzzle after the move to a node was made. Where that was another right move than the first, the rest is what is
 * the same by symmetry, or nothing.
 */
export function lineFrom(rules, line, { ply, move, parent, text }) {
  const [main] = line[ply - 1];
  if (move === main) return line;
  const image = rules.images(rules.play(parent.position, main)).find((found) => found.text === text);
  return [...line.slice(0, ply), ...(image ? line.slice(ply).map((moves) => moves.map(image.move)) : [])];
}

/** A puzzle with its position on the board. */
const onBoard = (rules, puzzle) => ({ ...puzzle, tree: new GameTree(rules, rules.parse(puzzle.start)) });

/** A random puzzle of some grades. */
export async function findInSet(rules, { grades, random = Math.random }) {
  const all = (await puzzlesOf(rules)).filter(({ grade }) => grades.includes(grade));
  return onBoard(rules, all[Math.floor(random() * all.length)]);
}

/** The puzzle of a day, the same for everybody. */
export async function puzzleOfDay(rules, date) {
  const all = await puzzlesOf(rules);
  const day = Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
  // A step that shares no factor with their number goes through all of them, from theme to theme.
  return onBoard(rules, all[(day * 611) % all.length]);
}

/** The puzzle with a position, for a goal; `null` if it is not among them. */
export async function puzzleWith(rules, position, goal) {
  const start = rules.format(position);
  const found = (await puzzlesOf(rules)).find((puzzle) => puzzle.start === start && puzzle.goal === goal);
  return found ? onBoard(rules, found) : null;
}
