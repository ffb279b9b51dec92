// A value on the board: a shape and a colour, with the distance if there is one.

import { el, icon } from "./dom.js";

export function badge(value) {
  return el("span", { class: `badge is-${value.kind}`, "aria-hidden": "true" },
    icon(value.kind), value.short ? el("span", {}, value.short) : null);
}
