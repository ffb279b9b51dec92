// Values in words.

const plies = (count) => (count === 1 ? "1 ply" : `${count} plies`);

/** The value of a position, told of the winner: `X wins in 13 plies`. */
export function ofPosition({ winner, distance }, names) {
  if (winner === null) return "A draw";
  if (distance === 0) return `${names[winner]} has won`;
  return distance === null ? `${names[winner]} wins` : `${names[winner]} wins in ${plies(distance)}`;
}

/** The value of a move for who makes it: `win in 13 plies`. */
export function ofMove({ outcome, distance }) {
  return distance === null ? outcome : `${outcome} in ${plies(distance)}`;
}

/** A text as a sentence. */
export const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

const RANK = { win: 2, draw: 1, loss: 0 };

/**
 * What a move gave away: `null` if it was among the best, or if that is not known. `best`
 * and `made` are the values of the best move and of the one that was made.
 */
export function mistake(best, made) {
  if (best.outcome === "open" || made.outcome === "open") return null;
  const lost = RANK[best.outcome] - RANK[made.outcome];
  if (lost > 0) {
    const mark = lost === 2 ? "??" : "?";
    return { mark, words: `mistake: a ${ofMove(best)} became a ${ofMove(made)}` };
  }
  if (best.distance === made.distance || best.distance === null || made.distance === null) return null;
  const words = made.outcome === "win" ? "wins more slowly" : "loses sooner";
  return { mark: "?!", words: `${words}: ${plies(made.distance)}, not ${plies(best.distance)}` };
}
