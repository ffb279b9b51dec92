// The games with friends that are kept on this device, those of the other pages too.

import { button, el } from "../dom.js";
import * as link from "../link.js";
import { all } from "../matches.js";
import { at } from "../place.js";
import { plies } from "../words.js";

/** The page of a game, and what people call it. */
function placeOf(game) {
  const [, family, size] = game.match(/^([a-z]+)(\d*)/);
  const title = family[0].toUpperCase() + family.slice(1);
  return { page: family === "quixo" ? "./" : family, title: size ? `${title} ${size}×${size}` : title };
}

export function matchesPanel(session) {
  const list = el("ul", { class: "matches" });
  const element = el("section", { class: "panel", "aria-labelledby": "matches-title", hidden: true },
    el("h2", { id: "matches-title" }, "Games by link"), list);
  let written = null;

  function show() {
    const matches = session.mode === "play" ? all() : [];
    element.hidden = matches.length === 0;
    const now = JSON.stringify([matches, session.match?.id]);
    if (now === written) return;
    written = now;
    list.replaceChildren(...matches.map(row));
  }

  function row(match) {
    const { page, title } = placeOf(match.game);
    const isOpen = match.id === session.match?.id;
    const words = `${title}, ${plies(match.moves.length)}`;
    const state = match.turn === null ? "over" : match.turn === match.side ? "your move"
      : match.sent === match.moves.length ? "your friend’s move" : "to be sent";
    return el("li", {},
      el("a", { href: at(page) + link.ofMatch(match), "aria-current": isOpen ? "true" : null }, words),
      el("span", { class: "behind" }, state),
      button("trash", "Forget it", () => session.dropMatch(match), { class: "tool", title: "Forget it", "aria-label": `Forget ${words}` }));
  }

  return { element, show };
}
