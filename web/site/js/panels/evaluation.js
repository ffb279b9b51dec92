// Who wins, in words; whose turn it is, and what an agent had to say.

import { el, icon } from "../dom.js";

export function evaluationPanel(session) {
  const verdict = el("p", { class: "verdict" });
  const turn = el("p", { class: "turn" });
  const element = el("section", { class: "evaluation", "aria-label": "Evaluation" },
    el("div", { role: "status", "aria-live": "polite" }, verdict, turn));

  function show() {
    const { kind, words } = told(session);
    verdict.className = `verdict is-${kind}`;
    verdict.replaceChildren(...(["win", "draw", "loss"].includes(kind) ? [icon(kind)] : []), words);
    turn.replaceChildren(...turnOf(session));
  }

  return { element, show };
}

function told(session) {
  const { ended, evaluation } = session;
  if (ended) {
    const words = ended.winner ? `${session.kind.names[ended.winner]} has won` : session.rules.tie;
    return { kind: "over", words };
  }
  if (!session.showsValues) return { kind: "hidden", words: "Values are hidden" };
  if (!evaluation) return { kind: "unknown", words: "…" };
  if (evaluation.refused) return { kind: "unknown", words: "Not known here" };
  return evaluation;
}

function turnOf(session) {
  if (session.ended) return ["The game is over."];
  const { toMove, players } = session;
  const mover = [session.kind.emblem(toMove), ` ${session.kind.names[toMove]} to move`];
  if (session.isThinking) return [...mover, el("span", { class: "thinking" }, `, ${titleOf(session, players[toMove])} is thinking`)];
  const { refused } = session.evaluation ?? {};
  return [...mover, refused && session.showsValues ? el("span", { class: "refused" }, `. ${sentence(refused)}`) : ""];
}

/** What people call an agent. */
const titleOf = (session, agent) =>
  session.info?.agents.find((offer) => offer.agent === agent)?.title.split(":")[0].toLowerCase() ?? agent;

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
