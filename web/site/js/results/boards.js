// Boards of Quixo in the documents, drawn: they are written row by row for people who read them elsewhere.

import { el, svg } from "../dom.js";

/**
 * The rows of a board that is written as `4  X · O ·`, from the top, with the letters of the columns below; `null` if a text is
 * something else.
 */
export function boardIn(text) {
  const lines = text.trimEnd().split("\n");
  const rows = lines.slice(0, -1).map((line) => line.match(/^[1-5]  ([XO·](?: [XO·])+)$/)?.[1].split(" "));
  const isBoard = rows.length >= 3 && rows.every((row) => row?.length === rows.length) && /^ {3}[a-e]( [a-e])+$/.test(lines.at(-1));
  return isBoard ? rows : null;
}

/** The positions of a list, one in each line, as `{ text, rows }`; `null` if a text is something else. */
export function positionsIn(text) {
  const positions = text.trimEnd().split("\n").map(positionIn);
  return positions.every(Boolean) ? positions : null;
}

/** A position of Quixo in its notation; `null` if a text is none. */
export function positionIn(text) {
  if (!/^[XO1-5]+(\/[XO1-5]+){2,4} [XO]$/.test(text)) return null;
  const rows = text.slice(0, -2).split("/").map((row) => [...row.replace(/\d/g, (count) => "·".repeat(count))]);
  return rows.every((row) => row.length === rows.length) ? { text, rows } : null;
}

/** Where a position opens on the board. */
export const addressOf = ({ text, rows }) => `./#game=quixo${rows.length}&start=${text.replace(" ", "_")}`;

export function drawnBoard(rows) {
  const size = rows.length;
  const tiles = rows.flatMap((row, down) => row.map((mark, across) => svg("g", { transform: `translate(${across + 0.6} ${down})` },
    svg("rect", { class: "wood", x: 0.04, y: 0.04, width: 0.92, height: 0.92, rx: 0.1 }), ...markOf(mark))));
  const labels = rows.flatMap((_, at) => [
    svg("text", { x: 0.3, y: at + 0.62 }, String(size - at)),
    svg("text", { x: at + 1.1, y: size + 0.42 }, "abcde"[at]),
  ]);
  const words = rows.map((row, at) => `row ${size - at}: ${row.map((mark) => (mark === "·" ? "blank" : mark)).join(" ")}`).join("; ");
  return el("figure", { class: "drawn" },
    svg("svg", { viewBox: `0 0 ${size + 0.65} ${size + 0.6}`, role: "img", "aria-label": `Board, ${words}` }, tiles, labels));
}

function markOf(mark) {
  if (mark === "X") return [svg("path", { class: "by-first", d: "M0.28 0.28L0.72 0.72M0.72 0.28L0.28 0.72" })];
  return mark === "O" ? [svg("circle", { class: "by-second", cx: 0.5, cy: 0.5, r: 0.24 })] : [];
}
