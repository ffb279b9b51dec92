// Walking over a grid of buttons with the arrow keys: one of them is in the tab order,
// and the arrows move the focus.

const KEYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** `cells` are the buttons row by row; `width` is the number of columns. */
export class Walk {
  #cells;
  #width;
  #at = 0;

  constructor(cells, width) {
    this.#cells = cells;
    this.#width = width;
    cells.forEach((cell, at) => {
      cell.tabIndex = at === 0 ? 0 : -1;
      cell.addEventListener("focus", () => this.#settle(at));
    });
  }

  /** Handles a key; returns whether it was one of its own. */
  key(event) {
    const step = KEYS[event.key];
    const from = this.#cells.indexOf(event.target);
    if (!step || from < 0 || event.ctrlKey || event.metaKey || event.altKey) return false;
    const row = Math.floor(from / this.#width) + step[0];
    const column = (from % this.#width) + step[1];
    const height = this.#cells.length / this.#width;
    if (row >= 0 && row < height && column >= 0 && column < this.#width) {
      this.#cells[row * this.#width + column].focus();
    }
    event.preventDefault();
    return true;
  }

  #settle(at) {
    this.#cells[this.#at].tabIndex = -1;
    this.#at = at;
    this.#cells[at].tabIndex = 0;
  }
}
