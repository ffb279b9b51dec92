// A game with a friend on another device: the link that goes out after each move.

import { button, el } from "../dom.js";

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
    const link = session.matchLink;
    if (link === shown) return;
    shown = link;
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
    const link = session.matchLink;
    try {
      await navigator.clipboard.writeText(link);
      said.textContent = "Copied";
    } catch {
      field.value = link;
      field.hidden = false;
      field.focus();
      field.select();
      said.textContent = "Press Ctrl+C to copy";
    }
    session.sent();
  }

  return { element, show };
}
