// Who wins, in words and with a reason if there is one; whose turn it is, and what to do.

import { el, icon, withCode } from "../dom.js";
import { sentence } from "../words.js";

export function evaluationPanel(session, board) {
  const verdict = el("p", { class: "verdict" });
  const because = el("p", { class: "because" });
  const turn = el("p", { class: "turn" });
  const told = el("div", { role: "status", "aria-live": "polite" }, verdict, because, turn);
  const element = el("section", { class: `evaluation${session.kind.reasons ? " roomy" : ""}`, "aria-label": "Evaluation" }, told);

  function show() {
    const { kind, words, because: known } = tell(session);
    const reason = session.linkError ?? known;
    write(verdict, `verdict is-${kind}`, [...(["win", "draw", "loss"].includes(kind) ? [icon(kind)] : []), words]);
    write(because, "because", withCode(reason ?? ""));
    write(turn, "turn", turnOf(session, board));
  }

  return { element, show };
}

/** Writes what has changed, so that a screen reader does not say the same again. */
function write(element, name, content) {
  const next = el("p", { class: name }, content);
  if (next.outerHTML === element.outerHTML) return;
  element.className = name;
  element.replaceChildren(...next.childNodes);
}

function tell(session) {
  const { ended, evaluation, showsValues } = session;
  if (ended?.isRepeated) {
    return { kind: "over", words: "A draw by repetition", because: "This position has come up for the third time." };
  }
  if (ended) {
    return { kind: "over", words: ended.winner ? `${session.kind.names[ended.winner]} has won` : "A draw" };
  }
  if (!showsValues) return { kind: "hidden", words: "Values are hidden" };
  if (!evaluation) return { kind: "unknown", words: session.kind.waiting ?? "…" };
  if (evaluation.refused) return { kind: "unknown", words: "Not known here", because: sentence(evaluation.refused) };
  return evaluation;
}

function turnOf(session, board) {
  const { toMove, players, kind, ended, record, rules } = session;
  const last = record.lastMove;
  const by = last ? kind.names[rules.toMove(record.positions[record.ply - 1])] : null;
  const played = last ? el("span", { class: "unseen" }, `${by} played ${last}. `) : null;
  if (ended) return [played, "The game is over."];
  const mover = [played, kind.emblem(toMove), ` ${kind.names[toMove]} to move`];
  if (session.isThinking) return [...mover, el("span", { class: "thinking" }, `: ${titleOf(session, players[toMove])} is thinking`)];
  if (session.editing) return [...mover, ": set up the board"];
  return [...mover, session.isOpen ? `: ${board.guide}` : ""];
}

/** What people call an agent. */
const titleOf = (session, agent) =>
  session.info?.agents.find((offer) => offer.agent === agent)?.title.split(":")[0].toLowerCase() ?? agent;
