// The optimal line while it is shown: a player's buttons.

import { button, el, relabel, set } from "../dom.js";
import { plies } from "../words.js";
import { disable } from "./controls.js";

/** What an optimal game is called under the rules that are played. */
export const nameOfLine = ({ rules }) => rules.line ?? "Optimal line";

export function linePanel(session) {
  const where = el("p", { class: "where", role: "status" });
  const play = button("pause", "Pause", () => session.playLine(!session.line.playing), { class: "tool", id: "line-play" });
  const back = button("back", "Back", () => session.undo(), { class: "tool" });
  const forward = button("forward", "Forward", () => session.redo(), { class: "tool", id: "line-forward" });
  const keep = el("button", { type: "button", class: "plain", id: "line-keep", onclick: () => session.line.tree.ply > 0 && session.closeLine(true) }, "Add to the game");
  const close = el("button", { type: "button", class: "plain", id: "line-close", onclick: () => session.closeLine() }, "Close");
  for (const control of [back, forward]) set(control, { "aria-label": control.textContent });
  const element = el("section", { class: "line-player instead", hidden: true },
    where, el("div", { class: "row" }, back, play, forward, keep, close));

  function show() {
    const line = session.isExample ? null : session.line;
    const changes = element.hidden === Boolean(line);
    element.hidden = !line;
    // The buttons that were pressed are gone.
    if (changes) (line ? play : document.querySelector("#show-line"))?.focus({ preventScroll: true });
    if (!line) return;
    set(element, { "aria-label": nameOfLine(session) });
    const { ply, moves } = line.tree;
    keep.textContent = ply === 0 ? "Add to the game" : `Add ${plies(ply)} to the game`;
    disable(keep, ply === 0);
    where.textContent = `${nameOfLine(session)}, move ${ply} of ${moves.length}`;
    relabel(play, line.playing ? "pause" : "play", "");
    set(play, { "aria-label": line.playing ? "Pause" : "Play" });
  }

  return { element, show };
}
