// Every possible move with its value, the best first.

import { el, icon } from "../dom.js";

const TITLES = { win: "Winning", draw: "Drawing", loss: "Losing", advice: "Advised" };

export function movesPanel(session, point) {
  const list = el("div", { class: "values", role: "group", "aria-label": "Values of the moves" });
  const element = el("section", { class: "panel moves", "aria-labelledby": "moves-title" },
    el("h2", { id: "moves-title" }, "Moves"), list);
  let shown = null;

  function show() {
    const { evaluation, showsValues, isOpen } = session;
    const moves = showsValues && !session.ended ? evaluation?.moves ?? [] : [];
    // Building it anew would take the focus away, and nothing else changes it.
    const key = `${session.key()} ${moves.length} ${isOpen} ${showsValues}`;
    if (key === shown) return;
    shown = key;
    const groups = Map.groupBy(moves, (found) => found.kind);
    list.replaceChildren(...(moves.length > 0
      ? [...groups].map(([kind, found]) => group(kind, found))
      : [el("p", { class: "empty" }, emptyReason(session))]));
  }

  function group(kind, found) {
    return el("div", { class: `value-group is-${kind}` },
      el("h3", {}, icon(kind === "advice" ? "hint" : kind), `${TITLES[kind]} `, el("span", { class: "count" }, String(found.length))),
      el("div", { class: "value-row" }, found.map(chip)));
  }

  function chip(found) {
    return el("button", {
      type: "button",
      class: `chip is-${found.kind}`,
      "data-move": found.move,
      title: `${found.move}: ${found.words}`,
      "aria-disabled": session.isOpen ? null : "true",
      onclick: () => session.play(found.move),
      onpointerenter: () => point(found.move),
      onpointerleave: () => point(null),
      onfocus: () => point(found.move),
      onblur: () => point(null),
    }, el("span", { class: "move" }, found.move), el("span", { class: "unseen" }, `: ${found.words}`),
      found.short ? el("span", { class: "plies", "aria-hidden": "true" }, found.short) : null);
  }

  /** Marks the moves that are pointed at on the board. */
  function mark(moves) {
    for (const row of list.querySelectorAll(".chip")) {
      row.classList.toggle("pointed", moves?.includes(row.dataset.move) ?? false);
    }
  }

  return { element, show, mark };
}

function emptyReason(session) {
  if (session.ended) return "There are no more moves.";
  if (!session.showsValues) return "Values are hidden.";
  if (session.evaluation?.refused) return "Their values are not known here.";
  return "…";
}
