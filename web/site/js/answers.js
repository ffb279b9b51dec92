// What the server's answers say: the one place that reads them, for all games.

import { ofMove, ofPosition, sentence } from "./words.js";

/**
 * An answer about a position, ready to be shown; `names` has what people call the
 * players.
 *
 * - `kind`, `words`, `because`: the verdict and a reason, if there is one;
 * - `value`: the outcome for the player to move, and the distance;
 * - `moves`: those whose value is known or that are advised, the best first; `byMove`:
 *   the same by their name;
 * - `open`: the names of the others;
 * - `best`: the move to recommend, or `null`;
 * - `partial`: whether the server's time ran out;
 * - `note`: which values are here, if some are missing, or `null`.
 */
export function read(answer, names) {
  const { advice = null, outcome, distance, partial = false, note = null } = answer;
  const moves = answer.moves.filter((found) => found.outcome !== "open" && found.move !== advice?.move).map(valued);
  if (advice) moves.unshift({ ...valued(answer.moves.find(({ move }) => move === advice.move)), ...advised(advice) });
  return {
    kind: outcome === "open" && advice ? "advice" : outcome,
    words: outcome === "open" ? unknown(answer) : ofPosition(answer, names),
    because: advice ? sentence(advice.reason) : outcome === "open" ? note : null,
    value: { outcome, distance },
    moves,
    byMove: new Map(moves.map((found) => [found.move, found])),
    open: answer.moves.map(({ move }) => move).filter((name) => !moves.some(({ move }) => move === name)),
    best: advice?.move ?? moves.find(({ value }) => value.outcome === outcome)?.move ?? null,
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

function valued({ move, outcome, distance }) {
  const value = { outcome, distance };
  return { move, kind: outcome, short: distance === null ? "" : String(distance), words: ofMove(value), value };
}

const advised = ({ reason }) => ({ kind: "advice", short: "", words: reason });

function unknown({ advice, within, note }) {
  if (advice) return `The strategy plays ${advice.move}`;
  if (note) return "Not known here";
  return within ? `Open for ${within} plies` : "Not solved yet";
}
