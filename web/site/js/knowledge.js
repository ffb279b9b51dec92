// What is known of positions. It asks the server about those that are wanted, and again
// where it had no time.

import * as answers from "./answers.js";
import * as api from "./api.js";

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
  #tries = new Map();

  /** `names` has what people call the players; `changed` is called when there is news. */
  constructor(names, changed) {
    this.#names = names;
    this.#changed = changed;
  }

  /**
   * What is known of a position: an answer that was read, with `goesOn` if it will be
   * asked for again, or `{ refused }` with the reason; `null` if nothing is known yet.
   */
  about(rules, position) {
    return this.#found.get(keyOf(rules, position)) ?? null;
  }

  /** Asks about positions; the first is the one that is looked at. */
  want(rules, positions) {
    this.#wanted = { rules, positions };
    this.#ask();
  }

  /** Asks about one position and waits for what is known of it then. */
  async find(rules, position) {
    const key = keyOf(rules, position);
    const known = this.#found.get(key);
    if (known && !known.refused) return known;
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
      await this.#askOne(rules, position, key);
    }
  }

  /** The server works long on a partial answer, so only what is looked at is worth more. */
  #isWorthAsking(key, isShown) {
    const known = this.#found.get(key);
    return !known || known.again || (known.goesOn && isShown);
  }

  async #askOne(rules, position, key) {
    this.#busy.add(key);
    const known = await this.#answer(rules, position, key);
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

  async #answer(rules, position, key) {
    try {
      const known = answers.read(await api.probe(rules.name, rules.format(position)), this.#names);
      const tries = (this.#tries.get(key) ?? 0) + 1;
      this.#tries.set(key, tries);
      return { ...known, goesOn: known.partial && tries < TRIES };
    } catch (error) {
      return { refused: error.message, again: error.again };
    }
  }
}

const keyOf = (rules, position) => `${rules.name} ${rules.format(position)}`;
