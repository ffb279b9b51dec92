// Three ways to use the page: a mouse, a finger and a keyboard. Each presses what a selector
// names as a person with nothing else would.

/** More things than a page has to tab through. */
const MANY = 150;

class Pointer {
  #page;
  #press;

  constructor(page, press) {
    this.#page = page;
    this.#press = press;
  }

  press(selector) {
    return this.#press(selector);
  }

  /** The open list of a choice is drawn by the system, out of the browser's reach. */
  choose(selector, value) {
    return this.#page.selectOption(selector, value);
  }

  /** Puts a slider at its first value. */
  async toTheStart(selector) {
    const { height } = await this.#page.locator(selector).boundingBox();
    await this.#press(selector, { position: { x: 3, y: height / 2 } });
  }
}

class Keyboard {
  #page;

  constructor(page) {
    this.#page = page;
  }

  async press(selector) {
    await this.#reach(selector);
    const isSwitch = await this.#page.locator(selector).first().evaluate((element) => element.matches("input[type=checkbox]"));
    await this.#page.keyboard.press(isSwitch ? "Space" : "Enter");
  }

  async choose(selector, value) {
    await this.#reach(selector);
    await this.#page.keyboard.press("Home");
    for (let step = 0; await this.#page.inputValue(selector) !== value; step += 1) {
      if (step > MANY) throw new Error(`${selector} has no ${value}`);
      await this.#page.keyboard.press("ArrowDown");
    }
  }

  async toTheStart(selector) {
    await this.#reach(selector);
    await this.#page.keyboard.press("Home");
  }

  /** Tab by Tab, and on a board by its arrow keys, until the focus is there. */
  async #reach(selector) {
    const target = this.#page.locator(selector).first();
    await target.waitFor();
    for (let step = 0; step < MANY;) {
      const [key, times] = await target.evaluate(nextKeys);
      if (times === 0) return;
      for (let press = 0; press < times; press += 1) await this.#page.keyboard.press(key);
      step += times;
    }
    throw new Error(`the keyboard does not reach ${selector}`);
  }
}

/**
 * The key that brings the focus nearer to an element, and how often it seems to be needed; 0 times where the
 * focus is there. To look after every press would take most of the time. Runs in the page.
 */
function nextKeys(element) {
  const from = document.activeElement;
  if (from === element) return ["Tab", 0];
  const board = element.closest(".quixo, .numerical-grid, .ultimate");
  if (board && board.contains(from)) {
    const [here, there] = [from, element].map((one) => one.getBoundingClientRect());
    const [x, y] = [there.x + there.width / 2 - here.x - here.width / 2, there.y + there.height / 2 - here.y - here.height / 2];
    // An arrow lies in the direction of its push; a tile that was taken lets the keys aim at arrows.
    if (Math.abs(x) > Math.abs(y)) return [x > 0 ? "ArrowRight" : "ArrowLeft", 1];
    return [y > 0 ? "ArrowDown" : "ArrowUp", 1];
  }
  const entrance = board?.querySelector("[tabindex='0']") ?? element;
  const stops = [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex]")]
    .filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility());
  const isBetween = (stop) => (stop.compareDocumentPosition(from) ^ stop.compareDocumentPosition(entrance)) & Node.DOCUMENT_POSITION_PRECEDING;
  const between = stops.filter((stop) => stop !== from && stop !== entrance && isBetween(stop)).length;
  const isBack = from.compareDocumentPosition(entrance) & Node.DOCUMENT_POSITION_PRECEDING;
  return [isBack ? "Shift+Tab" : "Tab", between + 1];
}

export const HANDS = {
  mouse: (page) => new Pointer(page, (selector, options) => page.click(selector, options)),
  touch: (page) => new Pointer(page, (selector, options) => page.tap(selector, options)),
  keyboard: (page) => new Keyboard(page),
};
