// Every possible move with its value, the best first; moves that are equal by symmetry are
// one.

import { el, icon, withCode } from "../dom.js";
import { kinds } from "../symmetry.js";
import { OPPONENTS } from "../traps.js";
import { odds, sentence } from "../words.js";

const TITLES = { win: "Winning", draw: "Drawing", loss: "Losing", advice: "Advised", estimate: "Estimated" };

export function movesPanel(session, point) {
  const list = el("div", { class: "values", role: "group", "aria-label": "Values of the moves" });
  const legend = el("p", { class: "legend-line" });
  const values = el("input", {
    type: "checkbox",
    id: "show-values",
    role: "switch",
    onchange: () => session.setShowsValues(values.checked),
  });
  const toggle = el("span");
  const trapped = el("select", { id: "traps-for", onchange: () => session.setTrapped(trapped.value || null) },
    el("option", { value: "" }, "nobody"),
    Object.entries(OPPONENTS).map(([opponent, name]) => el("option", { value: opponent }, name)));
  const traps = el("div", { class: "seat traps" }, el("label", { for: "traps-for" }, "Traps for"), trapped);
  const element = el("section", { class: "panel moves", "aria-labelledby": "moves-title" },
    el("div", { class: "panel-head" },
      el("h2", { id: "moves-title" }, "Moves"),
      el("label", { class: "switch", for: "show-values" }, toggle, values)),
    traps, legend, list);
  let shown = null;

  function show() {
    const { evaluation, showsValues, isOpen, mode } = session;
    element.hidden = mode !== "analyse";
    values.checked = showsValues;
    toggle.textContent = session.rules.toggle ?? "Show values";
    traps.hidden = !session.kind.hasTraps || !showsValues;
    trapped.value = session.trapped ?? "";
    const moves = withTraps(showsValues && !session.ended ? evaluation?.moves ?? [] : [], session.traps);
    // It is built anew only if there is something else to show.
    const state = [session.rules, session.position, session.info, session.ended?.isRepeated, evaluation, session.traps, isOpen, showsValues, mode];
    if (shown?.every((part, at) => part === state[at])) return;
    shown = state;
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.move : null;
    const groups = [...Map.groupBy(moves, (found) => found.kind)].map(([kind, found]) => [kind, merged(byTraps(kind, found))]);
    legend.textContent = legendOf(moves);
    list.replaceChildren(...(moves.length > 0
      ? inOrder(groups, others(evaluation))
      : [el("p", { class: "empty" }, withCode(emptyReason(session)))]));
    if (focused) list.querySelector(`[data-move="${focused}"]`)?.focus();
  }

  /** Moves that are equal by symmetry as one, with the names of all. */
  function merged(found) {
    const byMove = new Map(found.map((one) => [one.move, one]));
    return kinds(session.rules, session.position, [...byMove.keys()])
      .map((equal) => ({ ...byMove.get(equal[0]), equal }));
  }

  /** What is not known may be better than what loses. */
  function inOrder(groups, unknown) {
    const isLoss = ([kind]) => kind === "loss";
    const shown = (some) => some.map(([kind, found]) => group(kind, found));
    return [...shown(groups.filter((each) => !isLoss(each))), ...unknown, ...shown(groups.filter(isLoss))];
  }

  function group(kind, found) {
    const moves = found.reduce((sum, { equal }) => sum + equal.length, 0);
    const grouped = moves > found.length ? ` in ${found.length} ${found.length === 1 ? "kind" : "kinds"}` : "";
    return el("div", { class: `value-group is-${kind}` },
      el("h3", {}, icon(kind === "advice" ? "hint" : kind), `${TITLES[kind]} `, el("span", { class: "count" }, `${moves}${grouped}`)),
      el("div", { class: "value-row" }, found.map(chip)));
  }

  function chip(found) {
    const { move, equal } = found;
    const alike = equal.length > 1 ? `; the same by symmetry: ${equal.slice(1).join(", ")}` : "";
    return el("button", {
      type: "button",
      class: `chip is-${found.kind}`,
      "data-move": move,
      "data-equal": equal.join(" "),
      title: `${move}: ${found.words}${alike}`,
      "aria-disabled": session.isOpen ? null : "true",
      onclick: () => session.play(move),
      onpointerenter: () => point(move),
      onpointerleave: () => point(null),
      onfocus: () => point(move),
      onblur: () => point(null),
    }, el("span", { class: "move" }, move),
      equal.length > 1 ? el("span", { class: "equal", "aria-hidden": "true" }, `×${equal.length}`) : null,
      el("span", { class: "unseen" }, `: ${found.words}${alike}`),
      found.short ? el("span", { class: "plies", "aria-hidden": "true" }, found.short) : null);
  }

  /** What the numbers mean. */
  function legendOf(moves) {
    const parts = [session.kind.legend];
    if (session.evaluation?.isEarly) parts.push("The numbers are on their way.");
    if (moves.some(({ trap }) => trap)) {
      parts.push(`“1 in 8”: how likely ${OPPONENTS[session.trapped]} goes wrong within two replies, by a model.`);
      if (moves.some(({ trap }) => trap && trap.known !== "proved")) parts.push("With ~ a network says which replies are wrong.");
    } else if (moves.some(({ value }) => value.holding)) {
      parts.push("Of drawing moves: how many replies hold the draw, the hardest to answer first.");
    }
    if (moves.some(({ kind }) => kind === "estimate")) parts.push("Per cent are a network’s estimate.");
    return parts.join(" ");
  }

  /** Marks the moves that are pointed at on the board. */
  function mark(moves) {
    for (const row of list.querySelectorAll(".chip")) {
      const isPointed = row.dataset.equal.split(" ").some((move) => moves?.includes(move));
      row.classList.toggle("pointed", isPointed);
    }
  }

  return { element, show, mark };
}

/** Moves with their traps. */
function withTraps(moves, traps) {
  if (!traps) return moves;
  return moves.map((found) => {
    const trap = traps.get(found.move);
    if (!trap) return found;
    const told = odds(trap);
    // How long a loss takes stays to be seen, and so does what an estimate says.
    const short = found.short && found.kind !== "draw" ? `${found.short} · ${told}` : told;
    return { ...found, trap, short, words: `${found.words}; ${told} goes wrong` };
  });
}

/** Moves of one outcome, those first after which the opponent is most likely to err; estimates keep their own order. */
function byTraps(kind, found) {
  const chance = ({ trap }) => trap?.chance ?? -1;
  return kind === "draw" || kind === "loss" ? found.toSorted((a, b) => chance(b) - chance(a)) : found;
}

/** Moves that the engine had no time for, or does not know. */
function others({ open, partial, goesOn, note }) {
  if (open.length === 0 || !(partial || note)) return [];
  const isOne = open.length === 1;
  const moves = isOne ? "move" : "moves";
  const state = note ? `${isOne ? "is" : "are"} not known here`
    : goesOn ? `${isOne ? "is" : "are"} not solved yet` : `${isOne ? "takes" : "take"} too long to solve`;
  return [el("p", { class: "empty" }, `${open.length} more ${moves} ${state}.`)];
}

function emptyReason(session) {
  if (session.ended) return "The game is over.";
  if (!session.showsValues) return "Values are hidden.";
  if (session.evaluation?.refused) return sentence(session.evaluation.refused);
  // An answer without a value for any move.
  if (session.evaluation) return sentence(session.evaluation.words);
  return session.kind.waiting ?? "…";
}
