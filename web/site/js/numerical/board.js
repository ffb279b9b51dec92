// The board of Numerical Tic-Tac-Toe: cells, and the hand of the player to move. A cell
// and a number, picked in any order, are a move.

import { bestOf } from "../answers.js";
import { badge } from "../badge.js";
import { calm, el, set } from "../dom.js";
import { distance, draggable } from "../drag.js";
import { Walk } from "../grid.js";

const APPEAR = { duration: 220, easing: "cubic-bezier(.3,.7,.2,1)" };

export class NumericalBoard {
  #session;
  #rules = null;
  #cells = [];
  #hand = el("div", { class: "hand", role: "group", "aria-label": "Numbers in hand" });
  #grid = el("div", { class: "numerical-grid", role: "group", "aria-label": "Board" });
  #walk = null;
  #cell = null;
  #number = null;
  /** What was pressed last and could not be played, `{ cell, position }`. */
  #refused = null;

  constructor(session) {
    this.#session = session;
    this.element = el("div", { class: "numerical board" }, this.#grid, this.#hand);
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** What a person who is to move has to do next. */
  get guide() {
    if (this.#cell !== null) return "pick a number";
    return this.#number !== null ? "pick a cell for it" : "pick a cell and a number";
  }

  /** Why what was pressed last in this position cannot be played; `null` if there is nothing to say. */
  get refusal() {
    const { cell, position } = this.#refused ?? {};
    const { ended, isOpen, kind, line, mode, toMove } = this.#session;
    if (position !== this.#session.position) return null;
    if (ended) return "The game is over.";
    if (line || (!isOpen && mode === "learn")) return null;
    return isOpen ? `${this.#rules.square(cell)} has its number already: pick a free cell.` : `It is the turn of ${kind.names[toMove]}.`;
  }

  #build() {
    const rules = this.#session.rules;
    this.#rules = rules;
    this.#drop();
    this.#grid.style.setProperty("--size", rules.size);
    this.#cells = rules.start.cells.map((_, cell) => el("button", {
      type: "button",
      class: "cell",
      "data-cell": rules.square(cell),
      onclick: () => this.#pick({ cell }),
      onpointerenter: () => this.#point((move) => move.startsWith(rules.square(cell))),
      onpointerleave: () => this.#point(null),
    }));
    this.#walk = new Walk(this.#cells, rules.size);
    this.#grid.replaceChildren(...this.#cells, ...this.#sums(), ...this.#labels());
  }

  /** What rows, columns and diagonals still need, at their ends. */
  #sums() {
    const { size, lines } = this.#rules;
    return lines.map((_, at) => {
      const sum = el("span", { class: "sum", "data-line": at, "aria-hidden": "true" });
      const [row, column] = at < size ? [at + 1, size + 1]
        : at < 2 * size ? [size + 1, at - size + 1]
          : at === 2 * size ? [size + 1, size + 1] : [0, size + 1];
      sum.style.gridArea = `${row + 1} / ${column + 1}`;
      return sum;
    });
  }

  /** Letters above the columns and numbers beside the rows: `[text, row, column]`. */
  get #names() {
    const { size } = this.#rules;
    return [...Array(size).keys()].flatMap((at) => [["abcd"[at], -1, at], [String(size - at), at, -1]]);
  }

  #labels() {
    return this.#names.map(([text, row, column]) => {
      const label = el("span", { class: "label", "aria-hidden": "true" }, text);
      label.style.gridArea = `${row + 2} / ${column + 2}`;
      return label;
    });
  }

  /** What a picture of it shows. */
  get picture() {
    const { position, ended } = this.#session;
    const { size, owner } = this.#rules;
    const cells = position.cells.map((number, cell) =>
      ({ mark: number === null ? "" : String(number), by: number === null ? null : owner(number), isWinning: Boolean(ended?.cells.includes(cell)) }));
    return { rows: Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size)), labels: this.#names };
  }

  show(push = null) {
    const session = this.#session;
    if (this.#rules !== session.rules) this.#build();
    const { position, ended, isOpen } = session;
    if (push || !isOpen) this.#drop();
    const rules = this.#rules;
    const last = session.shown.lastMove;
    const mover = session.toMove;
    this.#cells.forEach((button, cell) => {
      const number = position.cells[cell];
      const takes = number === null && isOpen;
      const value = takes ? this.#best((move) => move.startsWith(rules.square(cell)) && this.#fits(move)) : null;
      button.replaceChildren(
        ...(number === null ? [] : [el("span", { class: `number by-${rules.owner(number)}` }, String(number))]),
        ...(value && this.#cell === null ? [badge(value)] : []));
      button.style.gridArea = `${Math.floor(cell / rules.size) + 2} / ${(cell % rules.size) + 2}`;
      set(button, {
        class: ["cell", takes && "takes", cell === this.#cell && "selected",
          last && rules.cellOf(last) === cell && "entered", ended?.cells.includes(cell) && "winning"].filter(Boolean).join(" "),
        "aria-disabled": takes ? null : "true",
        "aria-pressed": takes ? String(cell === this.#cell) : null,
        "aria-label": `${rules.square(cell)}, ${number ?? "free"}${value ? `, at best ${value.words}` : ""}`,
      });
    });
    for (const sum of this.#grid.querySelectorAll(".sum")) this.#showSum(sum, rules.lines[sum.dataset.line]);
    this.#showHand(position, mover, isOpen && !ended);
    this.#showArrows();
    if (push && !calm()) {
      const entered = this.#cells[rules.cellOf(push.move)].firstElementChild;
      entered?.animate([{ transform: "scale(.4)", opacity: 0 }, { transform: "none", opacity: 1 }], APPEAR);
    }
  }

  /** Moves that are pointed out: the cell, with the number that goes there. */
  #showArrows() {
    for (const { move, kind } of this.#session.arrows) {
      const [name, number] = move.split("=");
      const cell = this.#cells[this.#rules.cellOf(name)];
      if (kind === "half") {
        cell.classList.add("arrow-best");
        continue;
      }
      cell.classList.add(`arrow-${kind}`);
      cell.append(el("span", { class: `ghost arrow-${kind}` }, number));
      set(cell, { "aria-label": `${cell.getAttribute("aria-label")}, ${kind}: ${number}` });
    }
  }

  #showSum(element, line) {
    const { position } = this.#session;
    const needs = this.#rules.target - this.#rules.sum(position, line);
    const free = this.#rules.free(position, line);
    const alive = free === 0 ? needs === 0 : needs > 0;
    element.textContent = alive ? (free === 0 ? "✓" : String(needs)) : "–";
    element.classList.toggle("dead", !alive);
  }

  #showHand(position, mover, open) {
    const focused = this.#hand.contains(document.activeElement) ? document.activeElement.dataset.number : null;
    const numbers = this.#rules.hand(position, mover);
    this.#hand.replaceChildren(...numbers.map((number) => {
      const value = open ? this.#best((move) => move.endsWith(`=${number}`) && this.#fits(move)) : null;
      const tile = el("button", {
        type: "button",
        class: `number-tile by-${mover}${number === this.#number ? " selected" : ""}`,
        "data-number": number,
        "aria-disabled": open ? null : "true",
        "aria-pressed": String(number === this.#number),
        "aria-label": `${number}${value ? `, at best ${value.words}` : ""}`,
        onclick: () => this.#pick({ number }),
        onpointerenter: () => this.#point((move) => move.endsWith(`=${number}`) && this.#fits(move)),
        onpointerleave: () => this.#point(null),
      }, String(number), value && this.#number === null ? badge(value) : null);
      draggable(tile, {
        begin: () => open,
        over: (point) => this.#aimAt(point),
        drop: (point) => this.#dropAt(number, point),
      });
      return tile;
    }));
    if (focused) this.#hand.querySelector(`[data-number="${focused}"]`)?.focus();
  }

  /** The free cell that a number is dragged to. */
  #cellAt(point) {
    const { cells } = this.#session.position;
    const at = this.#cells.findIndex((cell) => distance(cell, point) < cell.offsetWidth * 0.6);
    return at >= 0 && cells[at] === null ? at : null;
  }

  #aimAt(point) {
    const aimed = this.#cellAt(point);
    this.#cells.forEach((cell, at) => cell.classList.toggle("pointed", at === aimed));
  }

  #dropAt(number, point) {
    const cell = point && this.#cellAt(point);
    this.highlight(null);
    if (cell !== null) this.#session.play(`${this.#rules.square(cell)}=${number}`);
  }

  /** Whether a move goes with what is picked already. */
  #fits(move) {
    const [name, number] = move.split("=");
    return (this.#cell === null || name === this.#rules.square(this.#cell))
      && (this.#number === null || Number(number) === this.#number);
  }

  #best(wanted) {
    const { showsValues, evaluation } = this.#session;
    return showsValues && evaluation?.moves ? bestOf(evaluation, wanted) : null;
  }

  #pick({ cell = this.#cell, number = this.#number }) {
    const session = this.#session;
    const isRefused = !session.isOpen || (cell !== null && session.position.cells[cell] !== null);
    this.#refused = isRefused ? { cell, position: session.position } : null;
    if (isRefused) {
      session.dispatchEvent(new Event("pick"));
      return;
    }
    if (cell !== null && number !== null) {
      this.#drop();
      session.play(`${this.#rules.square(cell)}=${number}`);
      this.#cells[cell].focus({ preventScroll: true });
      return;
    }
    // Picking the same again puts it back.
    this.#cell = cell === this.#cell && number === this.#number ? null : cell;
    this.#number = number === this.#number && cell === null ? null : number;
    this.#picked();
  }

  #picked() {
    this.show();
    this.#session.dispatchEvent(new Event("pick"));
  }

  #drop() {
    this.#cell = null;
    this.#number = null;
  }

  #key(event) {
    if (event.key === "Escape") {
      this.#drop();
      this.#picked();
    } else if (/^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const typed = [Number(`1${event.key}`), Number(event.key)];
      const number = typed.reverse().find((wanted) => this.#hand.querySelector(`[data-number="${wanted}"]`));
      if (number) this.#pick({ number });
    } else {
      this.#walk.key(event);
    }
  }

  #point(wanted) {
    const moves = wanted ? this.#rules.moves(this.#session.position).filter(wanted) : null;
    this.#session.dispatchEvent(new CustomEvent("point", { detail: { moves } }));
  }

  /** Shows a move that is pointed at elsewhere. */
  highlight(move) {
    const [name, number] = move?.split("=") ?? [null, null];
    this.#cells.forEach((button) => button.classList.toggle("pointed", button.dataset.cell === name));
    for (const tile of this.#hand.children) tile.classList.toggle("pointed", tile.dataset.number === number);
  }
}
