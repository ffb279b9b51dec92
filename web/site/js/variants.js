// The choice between the variants of a game.

import { el, set } from "./dom.js";

/** `titles` has what people call the rules, by their name. */
export function variants(titles, label) {
  return (session) => {
    const buttons = Object.entries(titles).map(([name, title]) => el("button", {
      type: "button",
      "data-variant": name,
      onclick: () => session.setVariant(name),
    }, title));

    function show() {
      for (const button of buttons) {
        set(button, { "aria-pressed": String(session.rules.name === button.dataset.variant) });
      }
    }

    return { element: el("div", { class: "segments", role: "group", "aria-label": label }, buttons), show };
  };
}
