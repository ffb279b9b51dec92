// What stays after a reload: choices, and the last game. Where the browser keeps nothing
// they hold until the page is left. A host may have several folders with such a page, and a
// browser has one memory for the host, so names begin with the folder; `theme.js` does the same.

import { ROOT } from "./place.js";

const made = new Map();
const keyOf = (name) => (ROOT.pathname === "/" ? name : `${ROOT.pathname} ${name}`);

export function recall(name) {
  if (made.has(name)) return made.get(name);
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)));
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(value));
    // Another tab may write next.
    made.delete(name);
  } catch {
    // It holds for now.
    made.set(name, value);
  }
}
