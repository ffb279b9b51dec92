// Games with friends on other devices: the link that goes out after each move, and the list of those that are kept here.

import { button, el } from "../dom.js";
import * as link from "../link.js";
import { all } from "../matches.js";
import { at } from "../place.js";
import { plies } from "../words.js";

export function matchPanel(session) {
  const send = button("send", "Send the link", share, { class: "plain chief", id: "match-send" });
  const copy = button("link", "Copy the link", copyLink, { class: "plain", id: "match-copy" });
  const said = el("span", { class: "said", role: "status" });
  const field = el("input", { type: "text", id: "match-link", readonly: true, "aria-label": "The link", hidden: true });
  const element = el("section", { class: "match", "aria-label": "The link for your friend", hidden: true }, el("div", { class: "row" }, send, copy, said), field);
  let shown = null;

  function show() {
    const { match, seats, ended, rules, shown: { line } } = session;
    element.hidden = !match || (!ended && seats.isHuman(rules.toMove(line.at(-1).position)));
    if (element.hidden) return;
    send.hidden = !navigator.share;
    copy.classList.toggle("chief", send.hidden);
    const { matchLink } = session;
    if (matchLink === shown) return;
    shown = matchLink;
    said.textContent = "";
    field.hidden = true;
  }

  async function share() {
    try {
      await navigator.share({ title: session.kind.title, text: `${session.kind.title}: your move`, url: session.matchLink });
      session.sent();
    } catch {
      // Who closes the sheet has not sent it.
    }
  }

  async function copyLink() {
    const { matchLink } = session;
    try {
      await navigator.clipboard.writeText(matchLink);
      said.textContent = "Copied";
    } catch {
      field.value = matchLink;
      field.hidden = false;
      field.focus();
      field.select();
      said.textContent = "Press Ctrl+C to copy";
    }
    session.sent();
  }

  return { element, show };
}

/** The page of a game, and what people call it. */
function placeOf(game) {
  const [, family, size] = game.match(/^([a-z]+)(\d*)/);
  const title = family[0].toUpperCase() + family.slice(1);
  return { page: family === "quixo" ? "./" : `${family}.html`, title: size ? `${title} ${size}×${size}` : title };
}

/** The games with friends that are kept on this device, those of the other pages too. */
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
