// Who plays which side.

import { el, set } from "../dom.js";

export function playersPanel(session) {
  const selects = Object.fromEntries(Object.keys(session.kind.names).map((player) => [player, el("select", {
    id: `player-${player}`,
    onchange: (event) => session.setPlayer(player, event.target.value),
  })]));
  const resume = el("button", { type: "button", class: "plain", onclick: () => session.resume() }, "Let it go on");
  const problem = el("p", { class: "problem", role: "alert" });
  const element = el("section", { class: "panel players", "aria-labelledby": "players-title" },
    el("div", { class: "panel-head" },
      el("h2", { id: "players-title" }, "Players"),
      el("p", { class: "legend-line" }, "Choose an opponent, for either side")),
    el("div", { class: "sides" }, Object.entries(session.kind.names).map(([player, name]) =>
      el("div", { class: "side" },
        el("label", { for: `player-${player}` }, session.kind.emblem(player), el("span", { class: "unseen" }, `${name} is played by`)),
        selects[player]))),
    problem, resume);
  let offered;

  function show() {
    const { info } = session;
    if (offered !== info) {
      offered = info;
      for (const select of Object.values(selects)) {
        select.replaceChildren(el("option", { value: "human" }, "You"),
          ...(info?.agents ?? []).map(({ agent, title }) => el("option", { value: agent }, title)));
      }
    }
    for (const [player, select] of Object.entries(selects)) select.value = session.players[player];
    const waits = (session.paused || session.agentError) && session.record.isAtEnd && !session.ended
      && !session.line && session.players[session.toMove] !== "human";
    set(resume, { hidden: !waits });
    problem.textContent = session.agentError ?? "";
    problem.hidden = !session.agentError;
  }

  return { element, show };
}
