// Building elements, and the few icons of the page.

/** An element with attributes, listeners (`onclick`) and children. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets attributes; `null`, `undefined` and `false` remove them. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : value);
  }
  return element;
}

/** An element of a drawing. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, attributes);
  element.append(...children.flat());
  return element;
}

// Strokes on a grid of 24.
const ICONS = {
  // As players of chess write them: plus, equals, minus. They are no arrows and no symbols.
  win: "M12 5v14M5 12h14",
  draw: "M5 9h14M5 15h14",
  loss: "M5 12h14",
  estimate: "M4 13c3-6 5-6 8-2s5 4 8-2",
  up: "M12 20V5M6 11l6-6 6 6",
  down: "M12 4v15M6 13l6 6 6-6",
  left: "M20 12H5M11 6l-6 6 6 6",
  right: "M4 12h15M13 6l6 6-6 6",
  undo: "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3",
  redo: "M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h3",
  first: "M18 6l-6 6 6 6M12 6l-6 6 6 6",
  last: "M6 6l6 6-6 6M12 6l6 6-6 6",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  close: "M6 6l12 12M18 6L6 18",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 1 4 10c-1 1-1 2-1 3H9c0-1 0-2-1-3a6 6 0 0 1 4-10z",
  rotate: "M20 5v5h-5M20 10a8 8 0 1 0 1 5",
  mirror: "M12 3v18M8 7l-5 10h5zM16 7l5 10h-5z",
  flip: "M3 12h18M7 8l10-5v5zM7 16l10 5v-5z",
  line: "M4 18c4 0 4-12 8-12s4 12 8 12",
  restart: "M4 4v5h5M4 9a8 8 0 1 1-1 5",
  review: "M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5",
  next: "M4 12h14M12 6l6 6-6 6",
  send: "M4 11l16-7-7 16-2-7z",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  share: "M12 15V4M8 8l4-4 4 4M6 12v8h12v-8",
  load: "M12 16V5M7 9l5-5 5 5M5 20h14",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  raise: "M6 19V5M6 5l5 5M13 19h6M13 13h6",
  clear: "M4 4h16v16H4zM9 9l6 6M15 9l-6 6",
  swap: "M4 9h14l-4-4M20 15H6l4 4",
  edit: "M4 20l1-5L16 4l4 4L9 19z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  auto: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  light: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M5 19l1-1M18 6l1-1",
  dark: "M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z",
};

/** A decoration; what it means is said in text beside it or in a label. */
export function icon(name) {
  return svg("svg", { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: ICONS[name] }));
}

/** The symbol of a player, as it stands on tiles and in text. */
export function symbol(player) {
  const shape = player === "X"
    ? svg("path", { d: "M6 6l12 12M18 6L6 18" })
    : svg("circle", { cx: 12, cy: 12, r: 6.6 });
  return svg("svg", { class: `symbol symbol-${player}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, shape);
}

/** A button with an icon and a text, which may be shown as a label only. */
export function button(name, text, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, icon(name), el("span", {}, text));
}

/**
 * Gives a button another icon and text. One that has them is left alone: a press is lost if what it began on is gone when
 * it ends.
 */
export function relabel(control, name, text) {
  if (control.dataset.icon === name) return;
  control.dataset.icon = name;
  control.replaceChildren(icon(name), el("span", {}, text));
}

/** A text whose commands stand between backticks. */
export function withCode(text) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? el("code", {}, part) : part));
}

/** Whether the reader asked for less motion. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
