// Every possible move with its value, the best first.

import { el, icon, withCode } from "../dom.js";
import { sentence } from "../words.js";

const TITLES = { win: "Winning", draw: "Drawing", loss: "Losing", advice: "Advised" };

export function movesPanel(session, point) {
  const list = el("div", { class: "values", role: "group", "aria-label": "Values of the moves" });
  const values = el("input", {
    type: "checkbox",
    id: "show-values",
    role: "switch",
    onchange: () => session.setShowsValues(values.checked),
  });
  const element = el("section", { class: "panel moves", "aria-labelledby": "moves-title" },
    el("div", { class: "panel-head" },
      el("h2", { id: "moves-title" }, "Moves"),
      el("label", { class: "switch", for: "show-values" }, el("span", {}, session.kind.toggle ?? "Show values"), values)),
    el("p", { class: "legend-line" }, session.kind.legend), list);
  let shown = null;

  function show() {
    const { evaluation, showsValues, isOpen } = session;
    values.checked = showsValues;
    const moves = showsValues && !session.ended ? evaluation?.moves ?? [] : [];
    // It is built anew only if there is something else to show.
    const state = [session.rules, session.position, session.info, session.ended?.isRepeated, evaluation, isOpen, showsValues];
    if (shown?.every((part, at) => part === state[at])) return;
    shown = state;
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.move : null;
    const groups = Map.groupBy(moves, (found) => found.kind);
    list.replaceChildren(...(moves.length > 0
      ? [...[...groups].map(([kind, found]) => group(kind, found)), ...others(evaluation)]
      : [el("p", { class: "empty" }, withCode(emptyReason(session))), ...missing(session)]));
    if (focused) list.querySelector(`[data-move="${focused}"]`)?.focus();
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

/** Moves that the server had no time for, or does not know. */
function others({ open, partial, goesOn, note }) {
  if (open.length === 0 || !(partial || note)) return [];
  const isOne = open.length === 1;
  if (note) {
    const state = isOne ? "move is not known here" : "moves are not known here";
    return [el("p", { class: "empty" }, `${open.length} more ${state}.`), notice(note)];
  }
  const state = goesOn ? `${isOne ? "is" : "are"} not solved yet` : `${isOne ? "takes" : "take"} too long to solve`;
  return [el("p", { class: "empty" }, `${open.length} more ${isOne ? "move" : "moves"} ${state}.`)];
}

/** What is not here of a game. */
function missing(session) {
  const text = session.showsValues && session.info ? session.kind.missing?.(session.info) : null;
  return text ? [notice(text)] : [];
}

const notice = (text) => el("p", { class: "notice" }, withCode(text));

function emptyReason(session) {
  if (session.ended) return "The game is over.";
  if (!session.showsValues) return "Values are hidden.";
  if (session.evaluation?.refused) return sentence(session.evaluation.refused);
  // An answer without a value for any move.
  if (session.evaluation) return sentence(session.evaluation.words);
  return session.kind.waiting ?? "…";
}
