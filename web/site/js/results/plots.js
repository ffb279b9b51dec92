// Plots of the counts of a game, drawn as SVG, each with its figures as a table.

import { el, svg } from "../dom.js";

const WIDTH = 720;
const HEIGHT = 300;
const LEFT = 58;
const BOTTOM = 50;
const OUTCOMES = ["win", "draw", "loss"];

const number = (count) => count.toLocaleString("en");

/** Shares of wins, draws and losses by class, for players with about as many tiles. */
export function outcomes(counts, title) {
  const classes = counts.by_class
    .filter((row) => Math.abs(row.mover - row.other) <= 1)
    .sort((a, b) => a.mover + a.other - (b.mover + b.other) || a.other - b.other);
  const step = (WIDTH - LEFT) / classes.length;
  const bars = classes.flatMap((row, at) => {
    const all = row.win + row.draw + row.loss;
    let top = HEIGHT;
    return OUTCOMES.filter((outcome) => row[outcome] > 0).map((outcome) => {
      const high = (HEIGHT * row[outcome]) / all;
      top -= high;
      return svg("rect", { class: `plot-${outcome}`, x: LEFT + at * step + step * 0.1, y: top, width: step * 0.8, height: high },
        svg("title", {}, `${row.mover} against ${row.other} tiles: ${((100 * row[outcome]) / all).toFixed(1)} % ${outcome}`));
    });
  });
  const labels = classes.map((row, at) => svg("text", {
    class: "tick",
    transform: `translate(${LEFT + (at + 0.5) * step + 4} ${HEIGHT + 8}) rotate(-90)`,
    "text-anchor": "end",
  }, `${row.mover}/${row.other}`));
  const grid = [0, 25, 50, 75, 100].map((percent) => ruled(HEIGHT * (1 - percent / 100), `${percent} %`));
  return figure(`${title}: outcomes by number of tiles, of the mover and of the other`, [...grid, ...bars, ...labels], OUTCOMES,
    table(["mover", "other", ...OUTCOMES], classes.map((row) => [row.mover, row.other, ...OUTCOMES.map((outcome) => row[outcome])])));
}

/** Positions by plies to the end, on a logarithmic scale. */
export function distances(counts, title) {
  const rows = counts.by_distance;
  const most = Math.max(...rows.flatMap((row) => [row.win, row.loss]));
  const decades = Math.ceil(Math.log10(most));
  // A single position is to be seen too.
  const height = (count) => (HEIGHT * (Math.log10(count) + 0.3)) / (decades + 0.3);
  const last = rows.at(-1).plies;
  const step = (WIDTH - LEFT) / (last + 1);
  const bars = rows.flatMap((row) => ["win", "loss"].filter((outcome) => row[outcome] > 0).map((outcome) => {
    // Both happen at one distance only at the end of a game; then side by side.
    const both = row.win > 0 && row.loss > 0;
    const wide = step * (both ? 0.44 : 0.86);
    return svg("rect", {
      class: `plot-${outcome}`,
      x: LEFT + row.plies * step + step * 0.06 + (both && outcome === "loss" ? wide : 0),
      y: HEIGHT - height(row[outcome]),
      width: wide,
      height: height(row[outcome]),
    }, svg("title", {}, `${outcome} in ${row.plies} moves: ${number(row[outcome])} positions`));
  }));
  const every = last > 60 ? 20 : last > 12 ? 2 : 1;
  const labels = rows.filter((row) => row.plies % every === 0).map((row) =>
    svg("text", { class: "tick", x: LEFT + (row.plies + 0.5) * step, y: HEIGHT + 20, "text-anchor": "middle" }, String(row.plies)));
  const grid = [...Array(decades + 1).keys()]
    .filter((power) => decades < 8 || power % 2 === 0)
    .map((power) => ruled(HEIGHT - height(10 ** power), power < 3 ? String(10 ** power) : `10${superscript(power)}`));
  return figure(`${title}: positions by moves to the end under best play`, [...grid, ...bars, ...labels], ["win", "loss"],
    table(["moves", "win", "loss"], rows.map((row) => [row.plies, row.win, row.loss])));
}

const superscript = (power) => [...String(power)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");

function ruled(y, text) {
  return svg("g", {},
    svg("line", { class: "grid", x1: LEFT, x2: WIDTH, y1: y, y2: y }),
    svg("text", { class: "tick", x: LEFT - 8, y: y + 4, "text-anchor": "end" }, text));
}

function figure(caption, drawing, names, figures) {
  return el("figure", { class: "plot" },
    el("figcaption", {}, caption),
    el("p", { class: "legend", "aria-hidden": "true" }, names.map((name) => el("span", {}, el("i", { class: `plot-${name}` }), name))),
    el("div", { class: "drawing", tabindex: "0", role: "region", "aria-label": `${caption}, plot` },
      svg("svg", { viewBox: `0 -12 ${WIDTH + 4} ${HEIGHT + BOTTOM + 12}`, role: "img", "aria-label": caption }, drawing)),
    el("details", {}, el("summary", {}, "The figures as a table"),
      el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": `${caption}, table` }, figures)));
}

function table(heads, rows) {
  return el("table", {},
    el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, number(cell)))))));
}
