// What is known of positions. It asks the engine about those that are wanted, and again
// where it had no time.

import * as answers from "./answers.js";
import * as engine from "./engine.js";

/** Before a question is asked again. */
const PAUSE = 5000;
/** How often a position is asked about whose moves are not all solved. */
const TRIES = 8;

export class Knowledge {
  #names;
  #changed;
  #wanted = { rules: null, positions: [] };
  #found = new Map();
  /** Questions that are on their way, or that wait to be asked again. */
  #busy = new Set();
  /** What ends the questions that are on their way for who looks, by their keys. */
  #asked = new Map();
  #tries = new Map();

  /** `names` has what people call the players; `changed` is called when there is news. */
  constructor(names, changed) {
    this.#names = names;
    this.#changed = changed;
  }

  /**
   * What is known of a position: an answer that was read, with `goesOn` if it will be
   * asked for again, and with `isEarly` if its distances are still to come; or `{ refused }`
   * with the reason; `null` if nothing is known yet.
   */
  about(rules, position) {
    return this.#found.get(keyOf(rules, position)) ?? null;
  }

  /** Asks about positions; the first is the one that is looked at. */
  want(rules, positions) {
    this.#wanted = { rules, positions };
    const keys = new Set(positions.map((position) => keyOf(rules, position)));
    for (const [key, asked] of this.#asked) if (!keys.has(key)) asked.abort();
    this.#ask();
  }

  /** Asks about one position and waits for what is known of it then. */
  async find(rules, position) {
    const key = keyOf(rules, position);
    const known = this.#found.get(key);
    if (known && !known.refused && !known.isEarly) return known;
    await this.#askOne(rules, position, key);
    return this.#found.get(key);
  }

  /** Asks again what was refused or not known: there may be more to know. */
  retry() {
    for (const known of this.#found.values()) if (known.refused || known.note) known.again = true;
    this.#ask();
  }

  async #ask() {
    const wanted = this.#wanted;
    const { rules, positions } = wanted;
    for (const [at, position] of positions.entries()) {
      // Others are wanted by now.
      if (this.#wanted !== wanted) return;
      const key = keyOf(rules, position);
      if (this.#busy.has(key) || rules.ended(position) || !this.#isWorthAsking(key, at === 0)) continue;
      const asked = new AbortController();
      this.#asked.set(key, asked);
      await this.#askOne(rules, position, key, asked.signal);
      this.#asked.delete(key);
    }
  }

  /** The engine works long on a partial answer, so only what is looked at is worth more. */
  #isWorthAsking(key, isShown) {
    const known = this.#found.get(key);
    return !known || known.again || known.isEarly || (known.goesOn && isShown);
  }

  async #askOne(rules, position, key, signal) {
    this.#busy.add(key);
    const known = await this.#answer(rules, position, key, signal);
    if (!known) {
      // It was taken back, and may be wanted again by now.
      this.#busy.delete(key);
      this.#ask();
      return;
    }
    this.#found.set(key, known);
    if (known.again || known.goesOn) {
      setTimeout(() => {
        this.#busy.delete(key);
        this.#ask();
      }, PAUSE);
    } else {
      this.#busy.delete(key);
    }
    this.#changed();
  }

  async #answer(rules, position, key, signal) {
    const early = (answer) => {
      this.#found.set(key, { ...answers.read(answer, this.#names), isEarly: true });
      this.#changed();
    };
    try {
      const known = answers.read(await engine.probe(rules.name, rules.format(position), { early, signal }), this.#names);
      const tries = (this.#tries.get(key) ?? 0) + 1;
      this.#tries.set(key, tries);
      return { ...known, goesOn: known.partial && tries < TRIES };
    } catch (error) {
      if (signal?.aborted) return null;
      // Somebody else has taken the same question back.
      if (error.name === "AbortError") return this.#answer(rules, position, key, signal);
      const known = this.#found.get(key);
      if (known?.isEarly) return { ...known, because: error.message, again: error.again };
      return { refused: error.message, again: error.again };
    }
  }
}

const keyOf = (rules, position) => `${rules.name} ${rules.format(position)}`;
