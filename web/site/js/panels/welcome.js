// The first minute: a moving example on the board, and the way to a game.

import { button, el } from "../dom.js";

export function welcomePanel(session, board) {
  const play = button("play", "Play", () => session.closeLine(), { class: "plain chief", id: "welcome-play" });
  const again = button("restart", "Show it again", () => session.showExample(true), { class: "plain", id: "welcome-again" });
  const element = el("section", { class: "panel welcome", "aria-label": "An example", hidden: true }, el("div", { class: "row" }, play, again));
  // Who presses the board wants to play.
  board.element.addEventListener("click", () => session.isExample && session.closeLine());

  function show() {
    const hadFocus = element.contains(document.activeElement);
    element.hidden = !session.isExample;
    if (element.hidden) {
      // The button that was pressed is gone.
      if (hadFocus) board.element.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
      return;
    }
    again.lastElementChild.textContent = session.line.playing || session.line.tree.ply > 0 ? "Show it again" : "Show an example";
  }

  return { element, show };
}
