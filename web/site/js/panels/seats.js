// Who plays: the opponent by strength, with what is behind it, and the side.

import { el, set } from "../dom.js";
import * as matches from "../matches.js";
import { BY_LINK, FRIEND, WATCH, offersFor, strength } from "../seats.js";

export function seatsPanel(session) {
  const { seats, kind } = session;
  const select = (id, choice) => el("select", { id, onchange: (event) => session.setSeats({ [choice]: event.target.value }) });
  const opponent = select("opponent", "opponent");
  const other = select("other", "other");
  const behind = el("p", { class: "behind" });
  const sides = [...Object.entries(kind.names), [WATCH, "Watch"]].map(([side, name], at) => el("button", {
    type: "button",
    "data-side": side,
    onclick: () => session.setSeats({ side }),
  }, ...(side === WATCH ? [name] : [kind.emblem(side), ` ${name}`, el("span", { class: "unseen" }, at === 0 ? ", who begins" : "")])));
  const side = el("div", { class: "segments sides", role: "group", "aria-label": "You play" }, sides);
  const first = el("div", { class: "seat", hidden: true }, el("label", { for: "other" }, `${Object.values(kind.names)[0]} is played by`), other);
  const label = el("label", { for: "opponent" }, "Opponent");
  const element = el("section", { class: "panel seats", "aria-labelledby": "seats-title" },
    el("h2", { id: "seats-title" }, "Your game"),
    el("div", { class: "seat" }, label, opponent, behind),
    first,
    el("div", { class: "seat" }, el("span", { class: "label-text", "aria-hidden": "true" }, "You play"), side));
  let shown = [];

  function show() {
    const { info, mode } = session;
    element.hidden = mode !== "play";
    if (shown[0] !== info || shown[1] !== seats.side) {
      shown = [info, seats.side];
      const agents = (choice) => offersFor(info, seats.sideOf(choice)).map(({ agent, rating }) =>
        el("option", { value: agent }, strength(info, agent)[0] + (rating === undefined ? "" : ` · ${rating}`)));
      opponent.replaceChildren(
        el("optgroup", { label: "The computer" }, agents("opponent")),
        el("optgroup", { label: "Two people" },
          el("option", { value: FRIEND }, "A friend, at this screen"),
          el("option", { value: BY_LINK }, "A friend, by link")));
      other.replaceChildren(...agents("other"));
    }
    opponent.value = seats.opponent;
    other.value = seats.other;
    behind.textContent = told(info);
    const isFriend = seats.opponent === FRIEND;
    side.parentElement.hidden = isFriend || Boolean(session.match && !matches.isFresh(session.match));
    sides.at(-1).hidden = Boolean(session.match);
    first.hidden = !seats.isWatched;
    label.textContent = seats.isWatched ? `${Object.values(kind.names)[1]} is played by` : "Opponent";
    for (const button of sides) set(button, { "aria-pressed": String(button.dataset.side === seats.side) });
  }

  /** What is behind a strength. */
  function told(info) {
    if (!info) return session.problem ?? "…";
    if (seats.opponent === FRIEND) return "You take turns.";
    if (session.match) return `You play ${kind.names[session.match.side]}. Each move is a link that you send; there is no account.`;
    const { about, rating } = info.agents.find(({ agent }) => agent === seats.opponent) ?? {};
    const behind = `The agent ${seats.opponent}: ${strength(info, seats.opponent)[1]}${rating === undefined ? "" : `, rating ${rating}`}.`;
    return about ? `${about} ${behind}` : behind;
  }

  return { element, show };
}
