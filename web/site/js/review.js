// What the moves of a game gave away, as far as values are known.

import { mistake } from "./words.js";

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

/** Whether the value of every position of a line is known, and of every move that was made. */
export function isKnown(session, line) {
  return line.every((node, at) => {
    const next = line[at + 1];
    const known = session.knownOf(node.position);
    return !next || (known?.byMove?.get(next.move)?.value.outcome ?? "open") !== "open";
  });
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
