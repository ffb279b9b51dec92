// What the moves of a game gave away, as far as values are known.

import { mistake, plies, sentence } from "./words.js";

/** What the move to a node gave away; `null` if nothing, or if that is not known, or if there was a reason for it. */
export function fault(session, node) {
  if (!node.parent) return null;
  const { position } = node.parent;
  const known = session.knownOf(position);
  const made = known?.byMove?.get(node.move);
  return made && !session.reasonOf(position, node.move) ? mistake(known.value, made.value) : null;
}

/** The nodes of a line whose moves changed the outcome. */
export function mistakes(session, line) {
  return line.filter((node) => fault(session, node)?.isGrave);
}

/** The same, and those that changed its time by much. */
export function slips(session, line) {
  return line.filter((node) => {
    const found = fault(session, node);
    return found?.isGrave || found?.isLesser;
  });
}

/** What a faulty move allows, in words: `You let O complete row 5.`; an empty text if there is nothing to say. */
export function allowed(session, node) {
  const { rules, kind: { names }, tree: { person } } = session;
  const made = session.knownOf(node.parent.position).byMove.get(node.move).value;
  const isYou = (player) => player === person;
  const name = (player) => (isYou(player) ? "you" : names[player]);
  const first = (player) => (isYou(player) ? "You" : names[player]);
  if (node.ended) return node.ended.isRepeated ? "" : rules.explain(node.position, node.ended, first);
  if (made.outcome === "draw") return "The win is gone: now it is a draw.";
  if (made.outcome === "win") return "";
  const mover = rules.toMove(node.parent.position);
  const winner = rules.toMove(node.position);
  const replies = made.distance === 2 ? rules.moves(node.position).map((move) => rules.play(node.position, move)) : [];
  const won = replies.find((after) => rules.ended(after)?.winner === winner);
  if (won && rules.lineName) return `${first(mover)} let ${name(winner)} complete ${rules.lineName(won, rules.ended(won))}.`;
  const when = made.distance === null ? "" : ` in ${plies(made.distance - 1)}`;
  return `${first(winner)} now ${isYou(winner) ? "win" : "wins"}${when}, whatever ${name(mover)} ${isYou(mover) ? "do" : "does"}.`;
}

/** What was wrong with the move to a node and what would have been better, as sentences; an empty text if nothing was. */
export function explained(session, node) {
  const wrong = fault(session, node);
  if (!wrong) return "";
  const best = better(session, node);
  const parts = [`${node.ply}. ${node.move} ${wrong.mark} ${sentence(wrong.words)}`, allowed(session, node), best && `Best was ${best}.`, advised(session, node, wrong)];
  return parts.filter(Boolean).join(" ");
}

/** The rule of thumb that would have avoided a mistake: the one that rejects the move, where all moves that its card leaves keep the outcome. */
function advised(session, { parent, move }, { isGrave }) {
  const card = isGrave && session.cardOf(parent.position);
  if (!card) return "";
  const { byMove, value } = session.knownOf(parent.position);
  const isRight = (mv) => byMove.get(mv)?.value.outcome === value.outcome;
  const place = card.findIndex(({ moves }) => !moves.includes(move));
  return place >= 0 && card.at(-1).moves.every(isRight) ? `Rule ${place + 1} of the card would have avoided it: “${card[place].text}”` : "";
}

/** The mistake that is looked at from the position before it, or `null`. */
export function shownMistake({ shown, arrows }) {
  return arrows.some(({ kind }) => kind === "played") ? shown.at.next : null;
}

/**
 * How many moves of a line could be judged, and how many there are: `{ judged, of }`, with `isAwaited` while positions have no
 * answer yet.
 */
export function judged(session, line) {
  const made = line.filter(({ parent }) => parent);
  return {
    judged: made.filter((node) => isJudged(session, node)).length,
    of: made.length,
    isAwaited: made.some(({ parent }) => !session.knownOf(parent.position)),
  };
}

/** Whether it is proved what a move gave away, or that there was nothing to give away. */
function isJudged(session, { parent, move }) {
  const known = session.knownOf(parent.position);
  const made = known?.byMove?.get(move)?.value.outcome ?? "open";
  if (made === "win" || session.reasonOf(parent.position, move)) return true;
  return Boolean(known?.isProved) && (made !== "open" || known.value.outcome === "loss");
}

/** The best move instead of the one that led to a node. */
export const better = (session, node) => session.knownOf(node.parent.position)?.best ?? null;

/** A mistake with what would have been best, as arrows in the position before it. */
export function showMistake(session, node) {
  session.goTo(node.parent, [
    { move: node.move, kind: "played" },
    ...(better(session, node) ? [{ move: better(session, node), kind: "best" }] : []),
  ]);
}
