// What is here of a game whose database is not complete, what the rest costs and how to make
// it; or what was read of a database that is somewhere else: all in one place. Levels appear as
// they are solved.

import { el, set } from "../dom.js";
import * as engine from "../engine.js";

const COSTS = "about an hour of CPU time, 9 GiB of memory and 12 GB of disk, once";

/** How to have the rest, beside a server and on a page without one. */
function howTo(game) {
  const command = (text) => el("code", {}, text);
  if (!engine.isFolder) {
    return [`Solving the rest takes ${COSTS}: `, command(`quixotic solve ${game}`),
      ". It can be stopped and gone on with; levels appear here as they are done, and then every position is exact and the opponent perfect."];
  }
  return ["For the rest there is the program: ", command(`quixotic solve ${game}`), ` takes ${COSTS}, and `, command("quixotic serve"),
    " shows this page with every position exact and a perfect opponent. A solution that is put on a web host as files (",
    command(`quixotic export ${game}`), ") can be read by a page like this one, too."];
}

export function databasePanel(session) {
  const known = el("p", {});
  const levels = el("div", { class: "levels", "aria-hidden": "true" });
  const rest = el("p", {});
  const read = el("p", { class: "read" });
  const element = el("section", { class: "panel database notice", "aria-labelledby": "database-title" },
    el("h2", { id: "database-title" }, "The database"), known, levels, rest, read);

  function show() {
    const { info, mode } = session;
    const isPartial = Boolean(info?.levels) && !info.complete;
    const isHosted = engine.isFolder && info?.solution.source === "remote";
    element.hidden = mode === "learn" || session.isExample || !(isPartial || isHosted);
    if (element.hidden) return;
    tellKnown(info, isPartial);
    const total = isHosted ? engine.read() : null;
    read.hidden = !total;
    if (total) read.textContent = `Read of it so far: ${amount(total)}.`;
  }

  let told = null;
  function tellKnown(info, isPartial) {
    if (told === info) return;
    told = info;
    const { rules } = session;
    known.textContent = isPartial
      ? `Exact values are here for positions with ${ranges(info.levels)} marked tiles; beyond them the strongest opponent is a search.`
      : "Every position is known: the whole solution lies on a web host as files, and this page reads the parts that it needs.";
    levels.replaceChildren(...[...Array(rules.size ** 2 + 1).keys()].map((level) =>
      set(el("i", { title: `${level} marked tiles` }), { class: info.levels.includes(level) ? "here" : null })));
    levels.hidden = !isPartial;
    rest.replaceChildren(...(isPartial ? howTo(rules.name) : []));
    rest.hidden = !isPartial;
  }

  return { element, show };
}

/** `44 pages, 160 KB` */
function amount({ pages, bytes }) {
  const size = bytes < 1e6 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
  return `${pages} ${pages === 1 ? "page" : "pages"}, ${size}`;
}

/** Ascending numbers in words: `0–7, 24–25`. */
function ranges(numbers) {
  const starts = numbers.filter((number) => !numbers.includes(number - 1));
  const ends = numbers.filter((number) => !numbers.includes(number + 1));
  return starts.map((start, at) => (start === ends[at] ? `${start}` : `${start}–${ends[at]}`)).join(", ");
}
