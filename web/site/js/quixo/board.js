// The Quixo board: tiles that can be taken, and arrows at the ends where the taken
// tile goes in. Both are buttons on one grid with a margin of one track around it.

import { bestOf } from "../answers.js";
import { badge } from "../badge.js";
import { calm, el, icon, set, svg, symbol } from "../dom.js";
import { distance, draggable } from "../drag.js";
import { STEPS } from "./rules.js";

const ENDS = { L: "left", R: "right", T: "top", B: "bottom" };
const KEYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const PUSH = { duration: 340, easing: "cubic-bezier(.3,.7,.2,1)" };

export class QuixoBoard {
  #session;
  #rules;
  /** How the board is turned: [[row from row, row from column], [column …]]. */
  #turn = [[1, 0], [0, 1]];
  #selected = null;
  #tiles = [];
  #focus = 0;
  #hovered = null;
  #pressedEnd = false;
  /** The tile that painting has come to, while a button or a finger is down. */
  #stroke = null;
  #grid = el("div", { class: "quixo", role: "group", "aria-label": "Board" });
  #arrows = svg("svg", { class: "arrows", "aria-hidden": "true" });
  /** The tile that was pressed last and could not be taken, `{ cell, position }`. */
  #refused = null;
  /** The symbol that painting puts on tiles while a position is set up. */
  brush = "X";

  constructor(session) {
    this.#session = session;
    this.element = el("div", { class: "board" }, this.#grid);
    this.#grid.addEventListener("keydown", (event) => this.#key(event));
    this.#grid.addEventListener("pointerdown", (event) => this.#beginStroke(event));
    this.#grid.addEventListener("pointerover", (event) => this.#paintOver(event));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { this.#stroke = null; });
  }

  /** What a person who is to move has to do next. */
  get guide() {
    return this.#selected === null ? "take a tile from the border" : "press an arrow to push it in";
  }

  /** Why the tile that was pressed last in this position cannot be taken; `null` if there is none. */
  get refusal() {
    const { cell, position } = this.#refused ?? {};
    return position === this.#session.position && !this.#isTakeable(cell) ? this.#whyNot(cell) : null;
  }

  /** A move in words, as the board is seen: `take e5 and push it in at the left end`. */
  describe(move) {
    return `take ${move.slice(0, 2)} and push it in at the ${ENDS[this.#side(move)]} end`;
  }

  /** What a picture of it shows, turned as it is seen. */
  get picture() {
    const { position, ended } = this.#session;
    const { size, rowOf, columnOf } = this.#rules;
    const rows = Array.from({ length: size }, () => []);
    position.cells.forEach((mark, cell) => {
      const [row, column] = this.#seen(rowOf(cell), columnOf(cell));
      rows[row][column] = { mark, by: mark === "X" ? "first" : "second", isWinning: Boolean(ended?.cells.includes(cell)) };
    });
    return { rows, labels: this.#labels.map(([text, row, column]) => [text, ...this.#seen(row, column)]) };
  }

  /** Turns that a person can give the board. */
  turns = {
    rotate: () => this.#apply(([row, column]) => [column, row.map((step) => -step)]),
    mirror: () => this.#apply(([row, column]) => [row, column.map((step) => -step)]),
    flip: () => this.#apply(([row, column]) => [row.map((step) => -step), column]),
  };

  #apply(turn) {
    this.#turn = turn(this.#turn);
    this.#build();
    this.show();
  }

  /** Where a cell is seen, from the top left; cells outside the board too. */
  #seen(row, column) {
    const middle = (this.#rules.size - 1) / 2;
    return this.#direction([row - middle, column - middle]).map((at) => at + middle);
  }

  #direction([rows, columns]) {
    return this.#turn.map(([byRow, byColumn]) => byRow * rows + byColumn * columns);
  }

  /** The side of the board at which a move pushes in, as it is seen. */
  #side(move) {
    return sideOf(this.#direction(STEPS[move[2]]));
  }

  #build() {
    const rules = this.#session.rules;
    this.#rules = rules;
    this.#selected = null;
    this.#focus = 0;
    this.#grid.style.setProperty("--size", rules.size);
    this.#tiles = rules.start.cells.map((_, cell) => {
      const tile = el("button", {
        type: "button",
        class: "tile",
        "data-cell": rules.square(cell),
        onclick: () => this.#press(cell),
        onfocus: () => this.#hover(this.#movesFrom(cell)),
        onblur: () => this.#hover(null),
        onpointerenter: () => this.#hover(this.#movesFrom(cell)),
        onpointerleave: () => this.#hover(null),
      });
      draggable(tile, {
        begin: (way, pointer) => !(pointer === "touch" && this.#isFree(cell, way)) && this.#takeUp(cell),
        over: (point) => this.#aimAt(point),
        drop: (point) => this.#drop(point),
      });
      this.#place(tile, rules.rowOf(cell), rules.columnOf(cell));
      return tile;
    });
    const labels = this.#labels.map(([text, row, column]) =>
      this.#place(el("span", { class: "label", "aria-hidden": "true" }, text), row, column));
    this.#grid.replaceChildren(el("div", { class: "felt" }), ...labels, ...this.#tiles, this.#arrows);
  }

  /** Letters below the columns and numbers beside the rows: `[text, row, column]`. */
  get #labels() {
    const { size } = this.#rules;
    return [...Array(size).keys()].flatMap((at) => [["abcde"[at], size, at], [String(size - at), at, -1]]);
  }

  #place(element, row, column) {
    const [seenRow, seenColumn] = this.#seen(row, column);
    element.style.gridArea = `${seenRow + 2} / ${seenColumn + 2}`;
    return element;
  }

  /** Shows the session's position; `push` is a move to animate. */
  show(push = null) {
    const session = this.#session;
    if (this.#rules !== session.rules) this.#build();
    if (push || !session.isOpen) this.#selected = null;
    const legal = session.isOpen ? this.#rules.moves(session.position) : [];
    if (!legal.some((move) => this.#rules.cellOf(move) === this.#selected)) this.#selected = null;
    const ended = session.ended;
    const last = session.shown.lastMove;
    const entered = last ? this.#rules.path(last).at(-1) : null;
    // Where nobody can move, nothing is left out of it.
    this.#grid.classList.toggle("still", legal.length === 0);
    this.#tiles.forEach((tile, cell) => {
      const mark = session.position.cells[cell];
      const takeable = session.editing || this.#movesFrom(cell).some((move) => legal.includes(move));
      const value = this.#bestFrom(cell);
      tile.replaceChildren(
        ...(mark ? [symbol(mark)] : []),
        ...(value && takeable && this.#selected === null ? [badge(value)] : []),
      );
      set(tile, {
        class: [
          "tile",
          takeable && "takeable",
          cell === this.#selected && "selected",
          ...(takeable && !session.editing ? this.#freeSides(cell) : []),
          cell === entered && "entered",
          ended?.cells.includes(cell) && "winning",
        ].filter(Boolean).join(" "),
        "aria-disabled": takeable ? null : "true",
        "aria-pressed": takeable && !session.editing ? String(cell === this.#selected) : null,
        "aria-label": this.#tell(cell, mark, takeable && !session.editing, value),
        tabindex: cell === this.#focus ? "0" : "-1",
      });
    });
    this.#showEnds();
    this.#showArrows();
    if (push) {
      this.#keepFocus(entered);
      this.#animate(push);
    }
  }

  #tell(cell, mark, takeable, value) {
    const parts = [this.#rules.square(cell), mark || "blank"];
    if (takeable) parts.push("can be taken");
    if (takeable && value) parts.push(value.isLeast ? `${value.words} or better` : `at best ${value.words}`);
    return parts.join(", ");
  }

  #movesFrom(cell) {
    const square = this.#rules.square(cell);
    return Object.keys(ENDS).map((end) => square + end)
      .filter((move) => this.#rules.isBorder(cell) && this.#rules.path(move).length > 1);
  }

  /** Up or down, as it is seen, where no end of a tile is: a finger that goes there scrolls. */
  #freeSides(cell) {
    const sides = this.#movesFrom(cell).map((move) => this.#side(move));
    return ["T", "B"].filter((side) => !sides.includes(side)).map((side) => `free-${side}`);
  }

  /** Whether a finger that goes this way from a tile scrolls. */
  #isFree(cell, [x, y]) {
    return Math.abs(y) > Math.abs(x) && this.#tiles[cell].classList.contains(y < 0 ? "free-T" : "free-B");
  }

  #value(move) {
    return this.#session.showsValues ? this.#session.evaluation?.byMove?.get(move) : undefined;
  }

  #bestFrom(cell) {
    const { isOpen, showsValues, evaluation } = this.#session;
    if (!isOpen || !showsValues || !evaluation?.moves) return null;
    return bestOf(evaluation, (move) => this.#rules.cellOf(move) === cell);
  }

  #showEnds() {
    // Values may come while the focus is on an arrow, which is then made anew.
    const focused = this.#grid.querySelector(".end:focus")?.dataset.move;
    for (const end of this.#grid.querySelectorAll(".end")) end.remove();
    if (this.#selected === null) return;
    const { rowOf, columnOf, path } = this.#rules;
    for (const move of this.#movesFrom(this.#selected)) {
      const [rows, columns] = STEPS[move[2]];
      const target = path(move).at(-1);
      const value = this.#value(move);
      const side = this.#side(move);
      const words = `push in at the ${ENDS[side]} end${value ? `, ${value.words}` : ""}`;
      const end = el("button", {
        type: "button",
        class: `end end-${side}${value ? ` is-${value.kind}` : ""}`,
        "data-move": move,
        "aria-label": `${move}: ${words}`,
        onclick: () => {
          this.#pressedEnd = true;
          this.#session.play(move);
        },
        onfocus: () => this.#preview(move),
        onblur: () => this.#preview(null),
        onpointerenter: () => this.#preview(move),
        onpointerleave: () => this.#preview(null),
      }, icon(ARROWS[side]), value ? el("span", { class: "end-value" }, icon(value.kind), breakable(value.short)) : null);
      this.#grid.append(this.#place(end, rowOf(target) + rows, columnOf(target) + columns));
      if (move === focused) end.focus({ preventScroll: true });
    }
  }

  /** Shows which tiles a push would shift. */
  #preview(move) {
    this.#hover(move ? [move] : null);
    this.#markPath(move);
  }

  /** After a push the arrow is gone; who pressed it goes on at the tile. */
  #keepFocus(entered) {
    if (!this.#pressedEnd) return;
    this.#pressedEnd = false;
    this.#moveFocus(entered);
  }

  #press(cell) {
    const session = this.#session;
    this.#focus = cell;
    if (session.editing) {
      this.#paint(cell);
    } else {
      const takeable = this.#isTakeable(cell);
      this.#refused = takeable ? null : { cell, position: session.position };
      this.#select(takeable && this.#selected !== cell ? cell : null);
    }
  }

  #isTakeable(cell) {
    return this.#session.isOpen && this.#tiles[cell].classList.contains("takeable");
  }

  /** Why a tile cannot be taken, as a sentence; `null` where there is something else to read. */
  #whyNot(cell) {
    const { position, ended, isOpen, kind, line, editing, mode } = this.#session;
    if (ended) return "The game is over.";
    if (line || editing || (!isOpen && mode === "learn")) return null;
    if (!isOpen) return `It is the turn of ${kind.names[position.toMove]}.`;
    const name = this.#rules.square(cell);
    return this.#rules.isBorder(cell) ? `${name} is the opponent’s: take a blank tile or one of your own.`
      : `${name} is inside the board: only tiles of the border can be taken.`;
  }

  /** Puts the symbol of the brush on a tile; the same again takes it away. */
  #paint(cell, symbol = this.brush === this.#session.position.cells[cell] ? "" : this.brush) {
    const { position } = this.#session;
    if (position.cells[cell] !== symbol) this.#session.edit({ ...position, cells: position.cells.with(cell, symbol) });
  }

  #beginStroke({ target, pointerId, isPrimary }) {
    const tile = target.closest(".tile");
    if (!this.#session.editing || !isPrimary || !tile) return;
    this.#stroke = this.#tiles.indexOf(tile);
    // A finger stays with the tile that it touched first unless it is let go.
    if (tile.hasPointerCapture(pointerId)) tile.releasePointerCapture(pointerId);
  }

  /** Painting goes on while the button or the finger is down; until it reaches another tile it is a press. */
  #paintOver({ target }) {
    const cell = this.#tiles.indexOf(target.closest(".tile"));
    if (this.#stroke === null || cell < 0 || cell === this.#stroke) return;
    this.#paint(this.#stroke, this.brush);
    this.#paint(cell, this.brush);
    this.#stroke = cell;
  }

  #takeUp(cell) {
    if (!this.#isTakeable(cell)) return false;
    this.#focus = cell;
    this.#select(cell);
    return true;
  }

  /** The end that a tile is dragged to: the nearest one, if it is no further away than a tile. */
  #endAt(point) {
    const ends = [...this.#grid.querySelectorAll(".end")].map((end) => [distance(end, point), end]);
    const [far, end] = ends.sort(([a], [b]) => a - b)[0] ?? [Infinity, null];
    return far < this.#tiles[0].offsetWidth ? end : null;
  }

  #aimAt(point) {
    const end = this.#endAt(point);
    for (const other of this.#grid.querySelectorAll(".end")) other.classList.toggle("aimed", other === end);
    this.#preview(end?.dataset.move ?? null);
  }

  #drop(point) {
    const end = point && this.#endAt(point);
    this.#preview(null);
    if (end) this.#session.play(end.dataset.move);
    else this.#select(null);
  }

  #select(cell) {
    this.#selected = cell;
    this.highlight(null);
    this.show();
    this.#session.dispatchEvent(new Event("pick"));
  }

  #key(event) {
    const step = KEYS[event.key];
    if (event.key === "Escape" && this.#selected !== null) {
      const cell = this.#selected;
      this.#select(null);
      this.#tiles[cell].focus();
    } else if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (this.#selected === null) this.#walk(step);
      else this.#aim(step);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the focus to the next tile as it is seen. */
  #walk(step) {
    const { size, rowOf, columnOf } = this.#rules;
    const seen = this.#seen(rowOf(this.#focus), columnOf(this.#focus)).map((at, axis) => at + step[axis]);
    const next = this.#tiles.findIndex((_, cell) =>
      this.#seen(rowOf(cell), columnOf(cell)).every((at, axis) => at === seen[axis]));
    if (next >= 0 && seen.every((at) => at >= 0 && at < size)) this.#moveFocus(next);
  }

  #moveFocus(cell) {
    this.#tiles[this.#focus].tabIndex = -1;
    this.#focus = cell;
    this.#tiles[cell].tabIndex = 0;
    this.#tiles[cell].focus({ preventScroll: true });
  }

  /** Moves the focus to the end that lies in that direction. */
  #aim(step) {
    this.#grid.querySelector(`.end.end-${sideOf(step)}`)?.focus();
  }

  #hover(moves) {
    this.#session.dispatchEvent(new CustomEvent("point", { detail: { moves, from: this } }));
  }

  /** Shows a move that is pointed at elsewhere. */
  highlight(move) {
    if (move === this.#hovered) return;
    this.#markPath(move);
    if (!move) return;
    const { path, rowOf, columnOf } = this.#rules;
    const [rows, columns] = STEPS[move[2]];
    const side = this.#side(move);
    const value = this.#value(move);
    const ghost = el("span", { class: `ghost end-${side}${value ? ` is-${value.kind}` : ""}`, "aria-hidden": "true" },
      icon(ARROWS[side]));
    const target = path(move).at(-1);
    this.#grid.append(this.#place(ghost, rowOf(target) + rows, columnOf(target) + columns));
  }

  /** Marks the tile that a move takes and those that it shifts. */
  #markPath(move) {
    this.#hovered = move;
    for (const ghost of this.#grid.querySelectorAll(".ghost")) ghost.remove();
    this.#tiles.forEach((tile) => tile.classList.remove("pointed", "shifting"));
    if (!move) return;
    this.#rules.path(move).forEach((cell, at) => this.#tiles[cell].classList.add(at === 0 ? "pointed" : "shifting"));
  }

  /** Moves that are pointed out: from the tile that is taken to the end where it goes in. */
  #showArrows() {
    const { arrows } = this.#session;
    const { size, path, rowOf, columnOf } = this.#rules;
    // Tracks at the margin are narrower than tiles; the drawing has tiles of one unit.
    set(this.#arrows, { viewBox: `${-MARGIN} ${-MARGIN} ${size + 2 * MARGIN} ${size + 2 * MARGIN}` });
    this.#arrows.replaceChildren(...arrows.map(({ move, kind }) => {
      const along = path(move);
      const [from, to] = [along[0], along.at(-1)].map((cell) => this.#seen(rowOf(cell), columnOf(cell)).map((at) => at + 0.5));
      const step = this.#direction(STEPS[move[2]]);
      const end = to.map((at, axis) => at + step[axis] * (0.5 + MARGIN / 2));
      const side = [-step[1], step[0]];
      const back = end.map((at, axis) => at - step[axis] * 0.22);
      const wing = (sign) => back.map((at, axis) => at + sign * side[axis] * 0.16);
      const point = ([row, column]) => `${column.toFixed(3)} ${row.toFixed(3)}`;
      const circle = svg("circle", { cx: from[1], cy: from[0], r: 0.42 });
      // The tile alone, for half a hint.
      if (kind === "half") return svg("g", { class: "arrow arrow-best", "data-cell": move.slice(0, 2) }, circle);
      return svg("g", { class: `arrow arrow-${kind}`, "data-move": move },
        circle,
        svg("path", { class: "shaft", d: `M${point(from.map((at, axis) => at + step[axis] * 0.42))}L${point(back)}` }),
        svg("path", { class: "head", d: `M${point(end)}L${point(wing(1))}L${point(wing(-1))}z` }));
    }));
    // For who cannot see them.
    this.#tiles.forEach((tile) => tile.classList.remove("advised"));
    const best = arrows.find(({ kind }) => kind === "best");
    if (best) this.#tiles[this.#rules.cellOf(best.move)].classList.add("advised");
  }

  /** Slides the tiles of a push that has been made. */
  #animate({ move }) {
    if (calm()) return;
    const cells = this.#rules.path(move);
    const [rows, columns] = this.#direction(STEPS[move[2]]);
    // The gaps between tiles are not theirs, so what a step is has to be measured.
    const [one, next] = [this.#tiles[0], this.#tiles[1]].map((tile) => [tile.offsetLeft, tile.offsetTop]);
    const step = Math.hypot(next[0] - one[0], next[1] - one[1]);
    for (const cell of cells) {
      const from = `translate(${columns * step}px, ${rows * step}px)`;
      this.#tiles[cell].animate([{ transform: from }, { transform: "none" }], PUSH);
    }
    const entered = this.#tiles[cells.at(-1)];
    entered.animate([{ opacity: 0 }, { opacity: 1, offset: 0.4 }, { opacity: 1 }], PUSH);
  }
}

/** The margin around the tiles, in tiles; `--track` of the sheet. */
const MARGIN = 0.46;

// They point inwards.
const ARROWS = { L: "right", R: "left", T: "down", B: "up" };

const sideOf = (direction) =>
  Object.keys(STEPS).find((end) => STEPS[end].every((step, axis) => step === direction[axis]));

/** A value that may go on in a second line: `37/` and `40`. */
function breakable(short) {
  const [first, ...rest] = short.split("/");
  return rest.length === 0 ? first : el("span", {}, `${first}/`, el("wbr"), ...rest);
}
