// The results: plots of the counts, and the documents of the project.

import * as engine from "../engine.js";
import { el, set } from "../dom.js";
import { furnish } from "../shell.js";
import { addressOf, boardIn, drawnBoard, positionIn, positionsIn } from "./boards.js";
import { distances, outcomes } from "./plots.js";

/** 5×5 is counted in a file, since its database need not be here. */
const COUNTS = [
  { title: "3×3", load: () => engine.stats("quixo3") },
  { title: "4×4", load: () => engine.stats("quixo4") },
  { title: "5×5", load: () => engine.file("quixo5.json") },
];

const number = (count) => count.toLocaleString("en");
const share = (part, all) => `${((100 * part) / all).toFixed(1)} %`;

furnish();
const plots = el("div", { class: "plots" });
const sizes = COUNTS.map(({ title }, at) => el("button", { type: "button", onclick: () => showCounts(at) }, title));
const list = el("nav", { class: "documents", "aria-label": "Documents" });
const article = el("article", { class: "prose" });
document.querySelector("main").append(
  el("section", { class: "counts", "aria-labelledby": "counts-title" },
    el("div", { class: "counts-head" },
      el("h2", { id: "counts-title" }, "Quixo, every position counted"),
      el("div", { class: "segments", role: "group", "aria-label": "Size of the board" }, sizes)),
    plots),
  el("section", { class: "library" }, list, article),
);

async function showCounts(at) {
  sizes.forEach((button, number) => set(button, { "aria-pressed": String(number === at) }));
  const { title, load } = COUNTS[at];
  const isWanted = () => sizes[at].getAttribute("aria-pressed") === "true";
  const fail = (error) => isWanted() && plots.replaceChildren(problem(error));
  try {
    const counts = await engine.patiently(load, fail);
    if (isWanted()) plots.replaceChildren(figures(counts), outcomes(counts, title), distances(counts, title));
  } catch (error) {
    fail(error);
  }
}

/** The counts in large type. */
function figures(counts) {
  const longest = counts.by_distance.filter((row) => row.win > 0).at(-1);
  const facts = [
    ["Positions", number(counts.positions), ""],
    ["Won by the player to move", number(counts.win), share(counts.win, counts.positions)],
    ["Lost", number(counts.loss), share(counts.loss, counts.positions)],
    ["Drawn", number(counts.draw), share(counts.draw, counts.positions)],
    ["Longest win", `${longest.plies} moves`, `${number(longest.win)} positions`],
  ];
  return el("dl", { class: "facts" }, facts.map(([name, value, more]) =>
    el("div", {}, el("dt", {}, name), el("dd", {}, value, el("small", {}, more)))));
}

const problem = (error) => el("p", { class: "problem", role: "alert" }, error.message);

async function showDocument() {
  const fail = (error) => article.replaceChildren(problem(error));
  const found = await engine.patiently(engine.results, fail);
  const wanted = location.hash.slice(1);
  const name = found.some((result) => result.name === wanted) ? wanted : found[0].name;
  list.replaceChildren(...found.map((result) => el("a", {
    href: `#${result.name}`,
    "aria-current": result.name === name ? "page" : null,
  }, result.title)));
  const page = await engine.patiently(() => engine.result(name), fail);
  // Another one may have been chosen meanwhile.
  if (location.hash.slice(1) !== wanted) return;
  // It was made from the project's own documents, without any markup in them.
  article.innerHTML = page.html;
  article.prepend(el("h2", {}, page.title));
  // How a document was made is told after what it says.
  const made = [...article.children].find(({ textContent }) => textContent.startsWith("Written by "));
  if (made) article.append(el("footer", { class: "made" }, made));
  // Wide tables scroll by themselves, also by keyboard.
  for (const [at, wide] of [...article.querySelectorAll("table")].entries()) {
    // Markdown has no tables without a head.
    for (const blank of wide.querySelectorAll("th:empty")) blank.replaceWith(el("td"));
    const frame = el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": `Table ${at + 1}` });
    wide.replaceWith(frame);
    frame.append(wide);
  }
  // Another document is another part of this page, whatever its address.
  for (const link of article.querySelectorAll("a[href^='results.html#']")) set(link, { href: link.hash });
  for (const code of article.querySelectorAll("pre")) draw(code, !hasOtherRules());
  for (const code of article.querySelectorAll("pre")) set(code, { tabindex: "0" });
  if (!hasOtherRules()) for (const code of article.querySelectorAll("td code, p code, li code")) openOnBoard(code);
  if (wanted === name) list.scrollIntoView({ block: "start" });
}

/** Whether a document is about other rules than those of the board; the command that wrote it says so. */
function hasOtherRules() {
  return [...article.querySelectorAll("p code")].some(({ textContent }) => /^quixotic-research results quixo\d .*--(double-)?line/.test(textContent));
}

/** A board of Quixo that is written row by row becomes a drawing, and a list of positions a drawing of each; `opens` makes links of them. */
function draw(code, opens) {
  const rows = boardIn(code.textContent);
  const positions = positionsIn(code.textContent);
  if (rows) code.replaceWith(drawnBoard(rows));
  if (!positions) return;
  const boards = positions.map((position) => el(opens ? "a" : "div", { href: opens ? addressOf(position) : null, title: position.text }, drawnBoard(position.rows)));
  const gallery = el("div", { class: "gallery", tabindex: "0", role: "region", "aria-label": `${positions.length} ${positions.length === 1 ? "position" : "positions"}` }, boards);
  const text = el("details", {}, el("summary", {}, "As text"));
  code.replaceWith(gallery, text);
  text.append(code);
}

/** A position in the text opens on the board. */
function openOnBoard(code) {
  const position = positionIn(code.textContent);
  if (!position || code.closest("a")) return;
  const link = el("a", { href: addressOf(position), title: "Open on the board" });
  code.replaceWith(link);
  link.append(code);
}

addEventListener("hashchange", showDocument);
showCounts(COUNTS.length - 1);
showDocument().catch((error) => article.replaceChildren(problem(error)));
