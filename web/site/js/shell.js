// What all pages have: the name, the way to the other pages, and the theme.

import { recall, remember } from "./memory.js";
import { el, icon, set } from "./dom.js";
import { keepForLater } from "./offline.js";

const PAGES = [
  ["/", "Quixo"],
  ["/numerical", "Numerical"],
  ["/ultimate", "Ultimate"],
  ["/results", "Results"],
];

const MORE = [
  ["/rules", "The rules on a sheet"],
  ["/about", "How the numbers were made"],
  ["/api-docs", "The API"],
];

const THEMES = ["auto", "light", "dark"];

/** Puts the header above and the footer below the page's content. */
export function furnish() {
  const main = document.querySelector("main");
  main.before(
    el("a", { class: "skip", href: "#main", onclick: skip }, "Skip to the content"),
    el("header", { class: "masthead" },
      el("a", { class: "wordmark", href: "/" }, mark(), el("span", {}, "quixotic")),
      el("nav", { "aria-label": "Pages" }, PAGES.map(([path, name]) =>
        el("a", { href: path, "aria-current": location.pathname === path ? "page" : null }, name))),
      themeButton()),
  );
  main.after(el("footer", { class: "colophon" },
    el("p", {}, "Perfect play for Quixo and its relatives. Everything here runs on your own machine and asks nobody else."),
    el("nav", { "aria-label": "More" }, MORE.flatMap(([path, name], at) =>
      [at > 0 ? " · " : null, el("a", { href: path }, name)])),
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
