// The moves of the game as a tree: the main line, and variations under the move that they
// replace; each with a mark if it was a mistake.

import { button, el } from "../dom.js";
import { fault } from "../review.js";

export function historyPanel(session) {
  const list = el("div", { class: "history", role: "group", "aria-label": "Moves of the game" });
  const empty = el("p", { class: "empty" }, "No move has been played.");
  const promote = button("raise", "Make it the main line", () => session.promoteVariation(session.tree.at), { class: "plain", id: "promote" });
  const remove = button("trash", "Remove this variation", () => session.removeVariation(branch()), { class: "plain", id: "remove" });
  const element = el("section", { class: "panel game", hidden: true, "aria-labelledby": "game-title" },
    el("h2", { id: "game-title" }, "Game"), empty, list, el("div", { class: "row" }, promote, remove));

  /** Where the variation that is looked at leaves the line above it; `null` on the main line. */
  function branch() {
    for (let node = session.tree.at; node.parent; node = node.parent) if (node.parent.children[0] !== node) return node;
    return null;
  }

  function show() {
    const { shown, mode } = session;
    element.hidden = mode === "learn" || session.isExample;
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.path : null;
    empty.hidden = shown.root.children.length > 0;
    list.hidden = !empty.hidden;
    const begin = el("button", { type: "button", class: "ply begin", "data-path": "", "aria-current": shown.ply === 0 ? "step" : null, onclick: () => session.goTo(shown.root) }, "Start");
    list.replaceChildren(begin, ...rows(shown.root, ""));
    if (focused !== null) list.querySelector(`[data-path="${focused}"]`)?.focus({ preventScroll: true });
    const isVariation = mode === "analyse" && !session.line && branch() !== null;
    promote.hidden = !isVariation;
    remove.hidden = !isVariation;
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  /** The moves after a node: the main one, the others as variations below it, and on. */
  function rows(node, path) {
    const found = [];
    for (let at = node, way = path; at.children.length > 0;) {
      const [main, ...others] = at.children;
      const next = `${way} ${main.move}`;
      found.push(ply(main, next));
      for (const other of others) {
        const aside = `${way} ${other.move}`;
        found.push(el("div", { class: "variation" }, ply(other, aside), ...rows(other, aside)));
      }
      [at, way] = [main, next];
    }
    return found;
  }

  function ply(node, path) {
    const { shown, rules, kind } = session;
    const player = rules.toMove(node.parent.position);
    const wrong = session.showsValues ? fault(session, node) : null;
    const isMain = shown.line.includes(node);
    return el("button", {
      type: "button",
      class: `ply${wrong ? ` fault-${wrong.isGrave ? "grave" : wrong.isLesser ? "lesser" : "slight"}` : ""}${isMain ? "" : " aside-line"}`,
      "data-ply": isMain ? node.ply : null,
      "data-path": path,
      "aria-current": shown.at === node ? "step" : null,
      title: wrong?.words ?? session.reasonOf(node.parent.position, node.move) ?? session.ruleOf(node.parent.position, node.move)?.text,
      onclick: () => session.goTo(node),
    }, el("span", { class: "number" }, `${node.ply}.`), " ", kind.emblem(player),
      el("span", { class: "unseen" }, kind.names[player]), " ", el("span", { class: "move" }, node.move),
      ...(wrong ? [el("span", { class: "unseen" }, `, ${wrong.words}`), el("span", { class: "fault", "aria-hidden": "true" }, wrong.mark)] : []));
  }

  return { element, show };
}
