// What is here of a game whose database is not complete, what the rest costs and how to make
// it: all in one place. Levels appear as they are solved.

import { el, set } from "../dom.js";

export function databasePanel(session) {
  const known = el("p", {});
  const levels = el("div", { class: "levels", "aria-hidden": "true" });
  const command = el("code", {});
  const element = el("section", { class: "panel database notice", "aria-labelledby": "database-title" },
    el("h2", { id: "database-title" }, "The database"), known, levels,
    el("p", {}, "Solving the rest takes about an hour of one core’s time, 12 GB of disk and 10 GB of memory, once: ", command,
      ". It can be stopped and gone on with; levels appear here as they are done, and then every position is exact and the opponent perfect."));

  function show() {
    const { info, mode, rules } = session;
    const isPartial = Boolean(info?.levels) && !info.complete;
    element.hidden = !isPartial || mode === "learn";
    if (!isPartial) return;
    command.textContent = `quixotic solve ${rules.name}`;
    known.textContent = `Exact values are here for positions with ${ranges(info.levels)} marked tiles; `
      + "beyond them the strongest opponent is a search.";
    levels.replaceChildren(...[...Array(rules.size ** 2 + 1).keys()].map((level) =>
      set(el("i", { title: `${level} marked tiles` }), { class: info.levels.includes(level) ? "here" : null })));
  }

  return { element, show };
}

/** Ascending numbers in words: `0–7, 24–25`. */
function ranges(numbers) {
  const starts = numbers.filter((number) => !numbers.includes(number - 1));
  const ends = numbers.filter((number) => !numbers.includes(number + 1));
  return starts.map((start, at) => (start === ends[at] ? `${start}` : `${start}–${ends[at]}`)).join(", ");
}
