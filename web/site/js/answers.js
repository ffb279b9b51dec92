// What the engine's answers say: the one place that reads them, for all games.

import { ofMove, ofPosition, percent, sentence } from "./words.js";

/**
 * An answer about a position, ready to be shown; `names` has what people call the
 * players.
 *
 * - `kind`, `words`, `because`: the verdict and a reason, if there is one;
 * - `value`: the outcome for the player to move, and the distance; `winner` and `toMove` in
 *   the game's own words;
 * - `moves`: those whose value is known or that are advised, the best first; `byMove`:
 *   the same by their name;
 * - `open`: the names of the others;
 * - `estimate`: what a network thinks of a position that is not known, `{ win, draw, loss }`
 *   for the player to move, or `null`; moves that are open have the same for who makes them;
 * - `best`: the move to recommend, or `null`;
 * - `partial`: whether the engine's time ran out;
 * - `note`: which values are here, if some are missing, or `null`.
 */
export function read(answer, names) {
  const { advice = null, outcome, winner = null, distance, partial = false, note = null } = answer;
  const estimate = outcome === "open" ? answer.estimate ?? null : null;
  const isTold = ({ move, ...found }) => (found.outcome !== "open" || found.estimate) && move !== advice?.move;
  const moves = inOrder(answer.moves.filter(isTold).map(valued));
  if (advice) moves.unshift({ ...valued(answer.moves.find(({ move }) => move === advice.move)), ...advised(advice) });
  return {
    kind: outcome !== "open" ? outcome : advice ? "advice" : estimate ? "estimate" : "open",
    words: outcome === "open" ? unknown(answer, names) : ofPosition(answer, names),
    because: advice ? sentence(advice.reason) : outcome === "open" ? note : null,
    value: { outcome, distance },
    winner,
    toMove: answer.to_move,
    estimate,
    moves,
    byMove: new Map(moves.map((found) => [found.move, found])),
    open: answer.moves.map(({ move }) => move).filter((name) => !moves.some(({ move }) => move === name)),
    best: advice?.move ?? moves.find(({ value }) => value.outcome === outcome && outcome !== "open")?.move ?? null,
    partial,
    note,
  };
}

/** The best of some moves; `null` if it is not known. */
export function bestOf(known, wanted) {
  const best = known.moves.find(({ move }) => wanted(move)) ?? null;
  // One that is not known may be better than a draw or a loss.
  return best?.kind === "win" || !known.open.some(wanted) ? best : null;
}

function valued({ move, outcome, distance, holding = null, estimate = null }) {
  const value = { outcome, distance, holding };
  if (outcome === "open" && estimate) {
    const share = percent(estimate);
    return { move, kind: "estimate", short: `${share} %`, words: `estimate ${share} %`, value, estimate };
  }
  const short = distance !== null ? String(distance) : holding ? `${holding.replies}/${holding.of}` : "";
  return { move, kind: outcome, short, words: ofMove(value), value };
}

/** Estimates come after what is known, the most promising first. */
function inOrder(moves) {
  const guessed = moves.filter(({ kind }) => kind === "estimate");
  guessed.sort((a, b) => percent(b.estimate) - percent(a.estimate));
  return [...moves.filter(({ kind }) => kind !== "estimate"), ...guessed];
}

const advised = ({ reason }) => ({ kind: "advice", short: "", words: reason });

function unknown({ advice, within, note, estimate, to_move: toMove }, names) {
  if (advice) return `The strategy plays ${advice.move}`;
  if (estimate) return `About ${percent(estimate)} % for ${names[toMove]}`;
  if (note) return "Not known here";
  return within ? `Open for ${within} plies` : "Not solved yet";
}
