// Values in words.

export const plies = (count) => (count === 1 ? "1 ply" : `${count} plies`);

/** The value of a position, told of the winner: `X wins in 13 plies`. */
export function ofPosition({ winner, distance }, names) {
  if (winner === null) return "A draw";
  if (distance === 0) return `${names[winner]} has won`;
  return distance === null ? `${names[winner]} wins` : `${names[winner]} wins in ${plies(distance)}`;
}

/** The value of a move for who makes it: `win in 13 plies`, `draw, 3/20 replies hold it`. */
export function ofMove({ outcome, distance, holding = null }) {
  if (holding) return `${outcome}, ${holding.replies}/${holding.of} replies hold it`;
  return distance === null ? outcome : `${outcome} in ${plies(distance)}`;
}

/** What an estimate comes to in points, a draw being half a win. */
export const percent = ({ win, draw }) => Math.round(100 * (win + draw / 2));

/** A share in whole percents, which never looks like a certainty. */
function roughly(share) {
  if (share < 0.005) return "<1 %";
  return share >= 0.995 ? ">99 %" : `${Math.round(100 * share)} %`;
}

/** An estimate: `win 50 %, draw 30 %, loss 20 %`. */
export const shares = ({ win, draw, loss }) => `win ${roughly(win)}, draw ${roughly(draw)}, loss ${roughly(loss)}`;

/** A text as a sentence. */
export const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

const RANK = { win: 2, draw: 1, loss: 0 };

/**
 * What a move gave away: `null` if it was among the best, or if that is not known. `best`
 * and `made` are the values of the best move and of the one that was made. It is `grave`
 * where the outcome is another one.
 */
export function mistake(best, made) {
  if (best.outcome === "open" || made.outcome === "open") return null;
  const [was, became] = [best, made].map(({ outcome, distance }) => ofMove({ outcome, distance }));
  if (RANK[best.outcome] > RANK[made.outcome]) {
    return { mark: "??", isGrave: true, words: `mistake: a ${was} became a ${became}` };
  }
  if (best.distance === made.distance || best.distance === null || made.distance === null) return null;
  const words = made.outcome === "win" ? "wins more slowly" : "loses sooner";
  return { mark: "·", isGrave: false, words: `${words}: ${plies(made.distance)}, not ${plies(best.distance)}` };
}
