// What the engine's answers say: the one place that reads them, for all games.

import { ofMove, ofPosition, points, sentence } from "./words.js";

/**
 * An answer about a position, ready to be shown; `names` has what people call the
 * players.
 *
 * - `kind`, `words`, `because`: the verdict and a reason, if there is one;
 * - `value`: the outcome for the player to move, and the distance; `winner` and `toMove` in
 *   the game's own words;
 * - `moves`: those that are proved, estimated or advised, in the engine's order, the best first; `byMove`:
 *   the same by their name;
 * - `open`: the names of the others;
 * - `isProved`: whether the value is a fact;
 * - `estimate`: what a network thinks of a position that is not known, `{ win, draw, loss }`
 *   for the player to move, or `null`; moves that are open have the same for who makes them;
 * - `best`: the move to recommend, or `null`;
 * - `partial`: whether the engine's time ran out;
 * - `note`: which values are here, if some are missing, or `null`.
 */
export function read(answer, names) {
  const { advice = null, known, outcome, winner = null, distance, partial = false, note = null } = answer;
  const isProved = known === "proved";
  const moves = answer.moves.filter((found) => found.known !== "unknown" && found.move !== advice?.move).map(valued);
  if (advice) moves.unshift({ ...valued(answer.moves.find(({ move }) => move === advice.move)), ...advised(advice) });
  return {
    kind: isProved ? outcome : advice ? "advice" : known === "estimated" ? "estimate" : "open",
    words: isProved ? ofPosition(answer, names) : unknown(answer, names),
    because: advice ? sentence(advice.reason) : isProved ? null : note,
    value: { outcome, distance },
    isProved,
    winner,
    toMove: answer.to_move,
    estimate: isProved ? null : answer.estimate ?? null,
    moves,
    byMove: new Map(moves.map((found) => [found.move, found])),
    open: answer.moves.map(({ move }) => move).filter((name) => !moves.some(({ move }) => move === name)),
    best: advice?.move ?? recommended(answer),
    partial,
    note,
  };
}

/** The first move that is as good as the position; where that is not known the first of all, if something is known of each. */
function recommended({ known, outcome, distance, moves }) {
  const isProved = known === "proved";
  // A loss is put off as long as it can be.
  const isBest = (found) => found.outcome === outcome && (outcome !== "loss" || found.distance === distance);
  const best = isProved ? moves.find(isBest) : null;
  if (best || isProved && outcome !== "loss") return best?.move ?? null;
  return moves.every((found) => found.known !== "unknown") ? moves[0]?.move ?? null : null;
}

/**
 * The best of some moves; `null` if nothing can be said of it. It has `isLeast` where another one, which is not proved, may be
 * better.
 */
export function bestOf(known, wanted) {
  const found = known.moves.filter(({ move }) => wanted(move));
  const [best = null] = found;
  if (!best || best.kind === "win") return best;
  if (known.open.some(wanted)) return null;
  const isBound = known.isProved && known.value.outcome === best.kind;
  const isLeast = best.kind === "draw" && !isBound && found.some(({ kind }) => kind === "estimate");
  return { ...best, isLeast };
}

function valued({ move, known, outcome, distance, holding = null, estimate = null }) {
  const value = { outcome, distance, holding };
  if (known === "estimated") {
    const share = points(estimate);
    return { move, kind: "estimate", short: share, words: `estimate ${share}`, value, estimate };
  }
  const short = distance !== null ? String(distance) : holding ? `${holding.replies}/${holding.of}` : "";
  return { move, kind: outcome, short, words: ofMove(value), value };
}

const advised = ({ reason }) => ({ kind: "advice", short: "", words: reason });

function unknown({ advice, within, note, estimate, to_move: toMove }, names) {
  if (advice) return `The strategy plays ${advice.move}`;
  if (estimate) return `About ${points(estimate)} for ${names[toMove]}`;
  if (note) return "Not known here";
  return within ? `Open for ${within} moves` : "Not solved yet";
}
