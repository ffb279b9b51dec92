// What the page shows of an answer, against the answer of a whole database: nothing that is not so is shown as proved.

import assert from "node:assert/strict";
import { bestOf, read } from "../site/js/answers.js";
import { puzzleOf } from "../site/js/learn/puzzles.js";
import { shareOf } from "../site/js/panels/bar.js";
import { allowed, fault, judged } from "../site/js/review.js";
import { GameTree } from "../site/js/tree.js";
import { RANK, ofMove } from "../site/js/words.js";

const NAMES = { X: "X", O: "O" };

/** How often something was looked at: what never is proves nothing. */
export class Seen {
  #counts = { proved: 0, unproved: 0, estimates: 0, losses: 0, tiles: 0, puzzles: 0, mistakes: 0, unjudged: 0, judged: 0 };

  note(what) {
    this.#counts[what] += 1;
  }

  /** Checks that all of it was seen, but for what is left out. */
  check(...without) {
    for (const [what, count] of Object.entries(this.#counts)) assert.ok(count > 0 || without.includes(what), `${what}: never looked at`);
  }
}

/** Checks what is shown of a position: `answer` is that of an engine with a part of the values, `truth` that of one with all. */
export function checkPosition(rules, position, answer, truth, seen) {
  const text = rules.format(position);
  const known = read(answer, NAMES);
  const whole = read(truth, NAMES);
  const outcomes = new Map(truth.moves.map(({ move, outcome }) => [move, outcome]));
  seen.note(known.isProved ? "proved" : "unproved");
  if (known.isProved) {
    assert.equal(known.value.outcome, whole.value.outcome, text);
    if (known.value.distance !== null) assert.equal(known.words, whole.words, text);
    assert.equal(known.winner, whole.winner, text);
    if (known.best) assert.equal(outcomes.get(known.best), whole.value.outcome, `${text}: the hint ${known.best}`);
  } else {
    assert.match(known.words, /^(About|Not) /, text);
    const isProved = ({ kind }) => kind !== "estimate";
    const says = known.moves.some(({ kind }) => kind === "win") || known.open.length === 0 && known.moves.every(isProved);
    assert.ok(!says, `${text}: the moves prove what the header does not say`);
  }
  const share = shareOf(known, ["X", "O"]);
  if (share && !share.isEstimate) assert.equal(Math.sign(share.share - 0.5), Math.sign(shareOf(whole, ["X", "O"]).share - 0.5), text);
  checkMoves(known, whole, text, seen);
  checkTiles(rules, known, outcomes, text, seen);
  for (const goal of ["win", "draw", "fast"]) {
    const puzzle = puzzleOf(rules, position, known, goal);
    if (!puzzle) continue;
    seen.note("puzzles");
    assert.deepEqual(puzzle, puzzleOf(rules, position, whole, goal), text);
  }
}

/** The list: what is proved there is so, and what is not stands above losses. */
function checkMoves(known, whole, text, seen) {
  let isLost = false;
  for (const { move, kind, words, value: { outcome, distance } } of known.moves) {
    if (kind === "estimate") {
      seen.note("estimates");
      assert.match(words, /^estimate /);
      assert.ok(!isLost, `${text}: ${move} stands below a loss`);
    } else {
      assert.equal(ofMove({ outcome, distance }), ofMove({ ...whole.byMove.get(move).value, holding: null }), `${text}: ${move}`);
      // The longest loss of a lost position is the best move, whatever the others are.
      isLost ||= kind === "loss" && !known.isProved;
      if (isLost) seen.note("losses");
    }
  }
}

/** The tiles, which the board shows and says: what the best of their moves is worth. */
function checkTiles(rules, known, outcomes, text, seen) {
  for (const cell of rules.start.cells.keys()) {
    const isOf = (move) => rules.cellOf(move) === cell;
    const best = bestOf(known, isOf);
    if (!best || best.kind === "estimate") continue;
    seen.note("tiles");
    const ranks = [...outcomes].filter(([move]) => isOf(move)).map(([, outcome]) => RANK[outcome]);
    const rank = RANK[best.kind];
    assert.ok(best.isLeast ? rank <= Math.max(...ranks) : rank === Math.max(...ranks), `${text}: ${rules.square(cell)}`);
  }
}

/** Checks the review of a game: `answers` and `truths` have the answers about its positions by their text. */
export function checkReview(rules, moves, answers, truths, seen) {
  const tree = new GameTree(rules, rules.start, moves);
  const [part, whole] = [answers, truths].map((found) => ({
    rules,
    tree,
    kind: { names: NAMES },
    knownOf: (position) => (found.has(rules.format(position)) ? read(found.get(rules.format(position)), NAMES) : null),
    reasonOf: () => null,
  }));
  for (const node of tree.line.slice(1)) {
    const [here, there] = [part, whole].map((session) => fault(session, node));
    const text = `${moves.join(",")} at ${node.ply}`;
    if (judged(part, [node]).judged === 1) {
      seen.note("judged");
      assert.equal(Boolean(here?.isGrave), Boolean(there?.isGrave), text);
    } else {
      seen.note("unjudged");
    }
    if (!here) continue;
    seen.note("mistakes");
    assert.equal(here.isGrave, there.isGrave, text);
    if (part.knownOf(node.parent.position).value.distance !== null || !here.isGrave) assert.equal(here.words, there.words, text);
    assert.equal(allowed(part, node), allowed(whole, node), text);
  }
}

/** Random games until they have so many positions in which the game goes on: lists of moves. */
export function randomGames(rules, count, roll) {
  const games = [];
  let positions = 0;
  while (positions < count) {
    const moves = [];
    for (let position = rules.start; !rules.ended(position) && positions < count; positions += 1) {
      const all = rules.moves(position);
      moves.push(all[roll(all.length)]);
      position = rules.play(position, moves.at(-1));
    }
    games.push(moves);
  }
  return games;
}

/** The positions of a game in which it goes on. */
export function positionsOf(rules, moves) {
  const { line } = new GameTree(rules, rules.start, moves);
  return line.filter((node) => !rules.ended(node.position)).map(({ position }) => position);
}
