// The moves that were played, each with a mark if it was a mistake.

import { el } from "../dom.js";
import { mistake } from "../words.js";

export function historyPanel(session) {
  const list = el("ol", { class: "history" });
  const empty = el("p", { class: "empty" }, "No move has been played.");
  const start = el("button", { type: "button", class: "ply", onclick: () => session.goTo(0) }, "Start");
  const element = el("section", { class: "panel game", "aria-labelledby": "game-title" },
    el("h2", { id: "game-title" }, "Game"), empty, list);

  function show() {
    const { record } = session;
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
    empty.hidden = record.moves.length > 0;
    list.hidden = !empty.hidden;
    start.toggleAttribute("aria-current", record.ply === 0);
    list.replaceChildren(el("li", { class: "begin" }, start), ...record.moves.map((move, at) => row(move, at)));
    if (focused) list.querySelector(`[data-ply="${focused}"]`)?.focus();
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  function row(move, at) {
    const { record, rules } = session;
    const player = rules.toMove(record.positions[at]);
    const fault = session.showsValues ? judge(session, at) : null;
    const current = record.ply === at + 1;
    return el("li", {}, el("button", {
      type: "button",
      class: `ply${fault ? ` fault-${fault.mark === "?!" ? "slight" : "grave"}` : ""}`,
      "data-ply": at + 1,
      "aria-current": current ? "step" : null,
      title: fault?.words ?? session.reasonOf(record.positions[at], move),
      onclick: () => session.goTo(at + 1),
    }, el("span", { class: "number" }, `${at + 1}.`), " ", session.kind.emblem(player),
      el("span", { class: "unseen" }, session.kind.names[player]), " ", el("span", { class: "move" }, move),
      ...(fault ? [el("span", { class: "unseen" }, `, ${fault.words}`), el("span", { class: "fault", "aria-hidden": "true" }, fault.mark)] : [])));
  }

  return { element, show };
}

/** What a move of the game gave away, if the values are known and there was no reason for it. */
function judge(session, at) {
  const position = session.record.positions[at];
  const move = session.record.moves[at];
  const known = session.knownOf(position);
  const made = known?.byMove?.get(move);
  return made && !session.reasonOf(position, move) ? mistake(known.value, made.value) : null;
}
