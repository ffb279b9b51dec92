// The value of each position of the game as a chart, in the colours of the players; pressing
// it goes there. Beside it: the mistakes, one by one.

import { button, el, set, svg } from "../dom.js";
import { fault, judged, showMistake, slips } from "../review.js";
import { shareOf } from "./bar.js";
import { disable } from "./controls.js";

const WIDTH = 320;
const HEIGHT = 72;

export function chartPanel(session) {
  const names = Object.keys(session.kind.names);
  const drawing = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const slider = el("input", {
    type: "range",
    id: "chart-ply",
    min: 0,
    "aria-label": "Move",
    oninput: () => session.goToPly(Number(slider.value)),
  });
  const told = el("p", { class: "mistake", role: "status" });
  const before = button("back", "Earlier mistake", () => step(-1), { class: "tool", "aria-label": "Earlier mistake", id: "mistake-before" });
  const next = button("forward", "Next mistake", () => step(1), { class: "tool", "aria-label": "Next mistake", id: "mistake-next" });
  const element = el("section", { class: "panel chart", "aria-labelledby": "chart-title" },
    el("div", { class: "panel-head" }, el("h2", { id: "chart-title" }, "Course of the game"),
      el("div", { class: "tool-group" }, before, next)),
    el("div", { class: "plotted" }, drawing, slider), told);

  function show() {
    const { shown, mode, showsValues } = session;
    element.hidden = mode !== "analyse" || !showsValues;
    if (element.hidden) return;
    const { line } = shown;
    set(slider, { max: line.length - 1, "aria-valuetext": `move ${shown.ply} of ${line.length - 1}` });
    slider.value = shown.ply;
    drawing.replaceChildren(...plot(line));
    const found = slips(session, line);
    disable(before, !nearest(found, -1));
    disable(next, !nearest(found, 1));
    told.textContent = tell(found);
  }

  /** The mistake before or after the place that is looked at; a mistake is looked at from the position before it. */
  function nearest(found, direction) {
    const { ply } = session.shown;
    const here = session.arrows.length > 0 ? ply + 1 : ply + (direction > 0 ? 0 : 1);
    return direction > 0 ? found.find((node) => node.ply > here) : found.findLast((node) => node.ply < here);
  }

  function step(direction) {
    const node = nearest(slips(session, session.shown.line), direction);
    if (node) showMistake(session, node);
  }

  function tell(found) {
    const { shown } = session;
    if (shown.line.length < 2) return "";
    const share = judged(session, shown.line);
    if (share.isAwaited) return "Looking at the moves …";
    const number = found.length === 1 ? "1 mistake" : `${found.length || "No"} mistakes`;
    if (share.judged === share.of) return `${number} in this line.`;
    const could = `${share.judged} of ${share.of} moves could be judged`;
    return found.length > 0 ? `${number} found; ${could}.` : `${could[0].toUpperCase()}${could.slice(1)}.`;
  }

  function plot(line) {
    const wide = WIDTH / line.length;
    const parts = line.flatMap((node, at) => {
      const told = valueOf(node);
      const isHere = node === session.shown.at;
      const [x, width] = [at * wide, Math.max(wide - 1, 0.5)];
      const high = (told?.share ?? 0.5) * HEIGHT;
      const wrong = fault(session, node);
      return [
        svg("rect", { class: `second${told ? "" : " unknown"}`, x, y: 0, width, height: HEIGHT - high }),
        svg("rect", { class: `first${told ? "" : " unknown"}${told?.isEstimate ? " guessed" : ""}`, x, y: HEIGHT - high, width, height: high }),
        ...(wrong?.isGrave || wrong?.isLesser ? [svg("circle", { class: wrong.isGrave ? "grave" : "lesser", cx: x + width / 2, cy: HEIGHT / 2, r: Math.min(4, Math.max(wide / 3, 1.6)) })] : []),
        ...(isHere ? [svg("rect", { class: "here", x, y: 0, width, height: HEIGHT })] : []),
      ];
    });
    return [...parts, svg("line", { class: "even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 })];
  }

  function valueOf(node) {
    if (node.ended) return { share: node.ended.winner === null ? 0.5 : Number(node.ended.winner === names[0]) };
    const known = session.knownOf(node.position);
    return known && !known.refused ? shareOf(known, names) : null;
  }

  return { element, show };
}
