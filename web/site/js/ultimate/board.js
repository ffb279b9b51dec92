// The board of Ultimate Tic-Tac-Toe: nine fields of nine cells.

import { calm, el, set, symbol } from "../dom.js";
import { Walk } from "../grid.js";

const NINE = [...Array(9).keys()];
const PLACES = ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"];
const APPEAR = { duration: 200, easing: "cubic-bezier(.3,.7,.2,1)" };

export class UltimateBoard {
  #session;
  #cells = new Map();
  #fields;
  #walk;

  constructor(session) {
    this.#session = session;
    this.#fields = NINE.map((field) => el("div", { class: "field", role: "group", "aria-label": `Field ${field}, ${PLACES[field]}` },
      NINE.map((spot) => this.#cell(`${field}${spot}`)),
      el("span", { class: "label", "aria-hidden": "true" }, String(field)), el("span", { class: "owner", "aria-hidden": "true" })));
    this.element = el("div", { class: "board" }, el("div", { class: "ultimate", role: "group", "aria-label": "Board" }, this.#fields));
    // As they are seen: rows of nine across three fields.
    const rows = NINE.flatMap((row) => NINE.map((column) => {
      const field = Math.floor(row / 3) * 3 + Math.floor(column / 3);
      return this.#cells.get(`${field}${(row % 3) * 3 + (column % 3)}`);
    }));
    this.#walk = new Walk(rows, 9);
    this.element.addEventListener("keydown", (event) => this.#walk.key(event));
  }

  /** What a person who is to move has to do. */
  get guide() {
    const { active } = this.#session.position;
    return active === null ? "play anywhere" : "play in the bright field";
  }

  #cell(move) {
    const cell = el("button", {
      type: "button",
      class: "spot",
      "data-move": move,
      "data-spot": move[1],
      onclick: () => this.#session.play(move),
      onpointerenter: () => this.#point([move]),
      onpointerleave: () => this.#point(null),
    });
    this.#cells.set(move, cell);
    return cell;
  }

  #point(moves) {
    this.#session.dispatchEvent(new CustomEvent("point", { detail: { moves } }));
  }

  show(push = null) {
    const session = this.#session;
    const { position, ended, rules } = session;
    const legal = new Set(rules.moves(position));
    const { lastMove } = session.shown;
    for (const [move, cell] of this.#cells) {
      const [field, spot] = [...move].map(Number);
      const mark = position.fields[field][spot];
      const takes = legal.has(move) && session.isOpen;
      if (cell.dataset.mark !== mark) {
        cell.dataset.mark = mark;
        cell.replaceChildren(...(mark ? [symbol(mark)] : []));
      }
      set(cell, {
        class: ["spot", takes && "takes", move === lastMove && "entered",
          ...session.arrows.filter((arrow) => arrow.move === move).map(({ kind }) => `arrow-${kind}`)].filter(Boolean).join(" "),
        "aria-disabled": takes ? null : "true",
        "aria-label": `${move}, ${PLACES[spot]}, ${mark || "free"}${takes ? ", can be played" : ""}`,
      });
    }
    this.#fields.forEach((element, field) => {
      const owner = position.owners[field];
      const active = !ended && [...legal].some((move) => move.startsWith(field));
      set(element, {
        class: ["field", active && "active", owner && `owned-${owner}`, ended?.cells.includes(field) && "winning"].filter(Boolean).join(" "),
        "aria-label": `Field ${field}, ${PLACES[field]}${owner ? `, won by ${owner}` : ""}${active ? ", can be played in" : ""}`,
      });
      element.lastElementChild.replaceChildren(...(owner ? [symbol(owner)] : []));
    });
    if (push && !calm()) {
      this.#cells.get(push.move).firstElementChild
        ?.animate([{ transform: "scale(.3)", opacity: 0 }, { transform: "none", opacity: 1 }], APPEAR);
    }
  }

  /** Shows a move that is pointed at elsewhere. */
  highlight(move) {
    for (const [name, cell] of this.#cells) cell.classList.toggle("pointed", name === move);
  }
}
