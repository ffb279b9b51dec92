// The puzzles that come with the page, so that they are good on every machine: `quixotic-research puzzles` made them from the whole
// solution. Each line of the file is a puzzle: theme, grade, plies (`-` for a draw), the opponent's last move (`-` if it does
// not matter), position and player to move, and best play; moves that are right on the same ply are written together.

import { at } from "../place.js";
import { GameTree } from "../tree.js";

const THEMES = {
  win: () => "Find the only move that wins",
  fast: ({ plies }) => `Win in ${plies} plies`,
  draw: () => "Find the only move that draws",
  refute: ({ blunder }) => `${blunder} was a mistake: find the only move that wins`,
  escape: () => "Find the only move that does not lose",
};

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

/** A line of the file as `{ goal, grade, words, start, moves, line }`; `moves` solve it, `line` goes on from there. */
export function parse(text) {
  const [goal, grade, plies, blunder, board, mover, ...line] = text.split(" ");
  const played = line.map((moves) => moves.match(/.{3}/g));
  return { goal, grade: Number(grade), words: THEMES[goal]({ plies, blunder }), start: `${board} ${mover}`, moves: played[0], line: played };
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
