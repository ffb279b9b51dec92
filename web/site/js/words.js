// Values in words.

/** A number of plies as people say it: moves, those of both players counted. */
export const plies = (count) => (count === 1 ? "1 move" : `${count} moves`);

/** The value of a position, told of the winner: `X wins in 13 moves`. */
export function ofPosition({ winner, distance }, names) {
  if (winner === null) return "A draw";
  if (distance === 0) return `${names[winner]} has won`;
  return distance === null ? `${names[winner]} wins` : `${names[winner]} wins in ${plies(distance)}`;
}

/** The value of a move for who makes it: `win in 13 moves`, `draw, 3/20 replies hold it`. */
export function ofMove({ outcome, distance, holding = null }) {
  if (holding) return `${outcome}, ${holding.replies}/${holding.of} replies hold it`;
  return distance === null ? outcome : `${outcome} in ${plies(distance)}`;
}

/** The chance that the opponent errs: `1 in 8`, `6 in 10`; `~1 in 8` where which replies err is estimated. */
export function odds({ chance, known }) {
  const about = known === "proved" ? "" : "~";
  if (chance < 0.001) return `${about}<1 in 1000`;
  return about + (chance < 0.35 ? `1 in ${Math.round(1 / chance)}` : `${Math.min(9, Math.round(10 * chance))} in 10`);
}

/** What an estimate comes to in points, a draw being half a win. */
export const percent = ({ win, draw }) => Math.round(100 * (win + draw / 2));

/** A share in whole percents, which never looks like a certainty. */
function roughly(share) {
  if (share < 0.005) return "<1 %";
  return share >= 0.995 ? ">99 %" : `${Math.round(100 * share)} %`;
}

/** The same in words. */
export const points = ({ win, draw }) => roughly(win + draw / 2);

/** An estimate: `win 50 %, draw 30 %, loss 20 %`. */
export const shares = ({ win, draw, loss }) => `win ${roughly(win)}, draw ${roughly(draw)}, loss ${roughly(loss)}`;

/** A text as a sentence. */
export const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** Outcomes by how good they are. */
export const RANK = { win: 2, draw: 1, loss: 0 };
/** A game that became so many times longer or shorter, by so many plies at least, was changed by much. */
const MUCH = { times: 2, plies: 6 };

/**
 * What a move gave away: `null` if it was among the best, or if that is not known. `best`
 * and `made` are the values of the best move and of the one that was made. It is `isGrave`
 * where the outcome is another one, and `isLesser` where the same outcome comes much later for who wins, or much sooner for
 * who loses.
 */
export function mistake(best, made) {
  if (best.outcome === "open" || made.outcome === "open") return null;
  const [was, became] = [best, made].map(({ outcome, distance }) => ofMove({ outcome, distance }));
  if (RANK[best.outcome] > RANK[made.outcome]) {
    return { mark: "??", isGrave: true, isLesser: false, words: `mistake: a ${was} became a ${became}` };
  }
  if (best.distance === made.distance || best.distance === null || made.distance === null) return null;
  const [shorter, longer] = [best.distance, made.distance].sort((a, b) => a - b);
  const isLesser = longer - shorter >= MUCH.plies && longer >= MUCH.times * shorter;
  const words = made.outcome === "win" ? "wins more slowly" : "loses sooner";
  return { mark: isLesser ? "?" : "·", isGrave: false, isLesser, words: `${words}: ${plies(made.distance)}, not ${plies(best.distance)}` };
}
