// The choice of a board, and what is missing for it.

import { el, set } from "../dom.js";

const SIZES = [3, 4, 5];

export function sizes(session) {
  const buttons = SIZES.map((size) => el("button", {
    type: "button",
    "data-size": size,
    onclick: () => session.restart(`quixo${size}`),
  }, `${size}×${size}`));
  const notice = el("p", { class: "notice", role: "note", hidden: true });
  const element = el("div", { class: "sizes" },
    el("div", { class: "segments", role: "group", "aria-label": "Size of the board" }, buttons), notice);

  function show() {
    for (const button of buttons) {
      set(button, { "aria-pressed": String(session.rules.size === Number(button.dataset.size)) });
    }
    const text = missing(session.info);
    notice.hidden = !text;
    if (text && notice.dataset.text !== text) {
      notice.dataset.text = text;
      notice.replaceChildren(text, " ", el("code", {}, `quixotic solve ${session.rules.name}`), " makes it.");
    }
  }

  return { element, show };
}

/** What is to be said of an incomplete database. */
function missing(info) {
  if (!info || info.complete) return null;
  if (info.levels.length === 0) {
    return "There is no database of this board here: no values are shown, and the strongest opponent is a search.";
  }
  return `Only positions with ${info.levels[0]} or more marked tiles are in the database here; values are shown for those.`;
}
