// The three ways to use the board.

import { el, set } from "../dom.js";

const TITLES = { play: "Play", learn: "Learn", analyse: "Analyse" };

export function modesPanel(session) {
  const buttons = Object.entries(TITLES).map(([mode, title]) =>
    el("button", { type: "button", "data-mode": mode, onclick: () => session.setMode(mode) }, title));

  function show() {
    for (const button of buttons) set(button, { "aria-pressed": String(session.mode === button.dataset.mode) });
  }

  return { element: el("div", { class: "segments modes", role: "group", "aria-label": "What to do" }, buttons), show };
}
