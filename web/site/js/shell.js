// What all pages have: the name, the way to the other pages, and the theme.

import { recall, remember } from "./memory.js";
import { el, icon, set } from "./dom.js";
import { words } from "./engine.js";
import { keepForLater } from "./offline.js";
import { at, openPage } from "./place.js";

const PAGES = [
  ["index.html", "Quixo"],
  ["numerical.html", "Numerical"],
  ["ultimate.html", "Ultimate"],
  ["results.html", "Results"],
];

const MORE = [
  ["rules.html", "The rules on a sheet"],
  ["about.html", "How the numbers were made"],
  ["api-docs.html", "The API"],
];

const THEMES = ["auto", "light", "dark"];

/** The first page is the folder itself. */
const addressOf = (file) => at(file === "index.html" ? "./" : file);

/** Puts the header above and the footer below the page's content. */
export function furnish() {
  const main = document.querySelector("main");
  main.before(
    el("a", { class: "skip", href: "#main", onclick: skip }, "Skip to the content"),
    el("header", { class: "masthead" },
      el("a", { class: "wordmark", href: at("./") }, mark(), el("span", {}, "quixotic")),
      el("nav", { "aria-label": "Pages" }, PAGES.map(([file, name]) =>
        el("a", { href: addressOf(file), "aria-current": openPage() === file ? "page" : null }, name))),
      themeButton()),
  );
  main.after(el("footer", { class: "colophon" },
    el("p", {}, `Perfect play for Quixo and its relatives. ${words.runs}`),
    el("nav", { "aria-label": "More" }, MORE.flatMap(([file, name], place) =>
      [place > 0 ? " · " : null, el("a", { href: addressOf(file) }, name)])),
    el("p", {}, "Written by the quixotic project; free under the MIT and Apache licences.")));
  // What is shown comes first.
  if (document.readyState === "complete") keepForLater();
  else addEventListener("load", keepForLater);
}

/** The address after `#` belongs to the game, so the link only moves the focus. */
function skip(event) {
  event.preventDefault();
  const main = document.querySelector("main");
  main.focus();
  main.scrollIntoView();
}

function mark() {
  const cells = ["X", "", "O", ""];
  return el("span", { class: "mark", "aria-hidden": "true" }, cells.map((cell) => el("i", { class: cell ? `mark-${cell}` : "" })));
}

/** Goes round: as the system says, light, dark. */
function themeButton() {
  const theme = () => recall("theme") ?? "auto";
  const control = el("button", { type: "button", class: "quiet theme" });
  const show = () => {
    const name = theme();
    document.documentElement.dataset.theme = name;
    control.replaceChildren(icon(name));
    set(control, { "aria-label": `Theme: ${name}`, title: `Theme: ${name}` });
  };
  control.addEventListener("click", () => {
    const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
    remember("theme", next);
    show();
  });
  show();
  return control;
}
