// The choice between the variants of a game, and what is missing for one.

import { el, set } from "./dom.js";

/** `titles` has what people call the rules, by their name; `missing` may say what is not here. */
export function variants(titles, label, missing = () => null) {
  return (session) => {
    const buttons = Object.entries(titles).map(([name, title]) => el("button", {
      type: "button",
      "data-variant": name,
      onclick: () => session.restart(name),
    }, title));
    const notice = el("p", { class: "notice", role: "note", hidden: true });
    const element = el("div", { class: "variants" },
      el("div", { class: "segments", role: "group", "aria-label": label }, buttons), notice);

    function show() {
      for (const button of buttons) {
        set(button, { "aria-pressed": String(session.rules.name === button.dataset.variant) });
      }
      const text = session.info ? missing(session.info) : null;
      notice.hidden = !text;
      if (text && notice.dataset.text !== text) {
        notice.dataset.text = text;
        notice.replaceChildren(text, " ", el("code", {}, `quixotic solve ${session.rules.name}`), " makes it.");
      }
    }

    return { element, show };
  };
}
