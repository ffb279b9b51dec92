// How likely an opponent errs after the moves of a position, for those who ask.

import * as engine from "./engine.js";
import { recall, remember } from "./memory.js";

/** Opponents by strength, as the engine calls them, with what people call them. */
export const OPPONENTS = { beginner: "a beginner", club: "a club player", strong: "a strong player" };

export class Traps {
  #changed;
  /** The traps of the moves by what was asked; `null` while they are on their way. */
  #found = new Map();

  /** `changed` is called when there is news. */
  constructor(changed) {
    this.#changed = changed;
  }

  /** For whom traps are set, a choice that stays; `null` for nobody. */
  get opponent() {
    const opponent = recall("traps");
    return Object.hasOwn(OPPONENTS, opponent ?? "") ? opponent : null;
  }

  set opponent(opponent) {
    remember("traps", opponent ?? "nobody");
  }

  /** The traps of a position by the names of the moves, `{ chance, known }`; `null` if nothing is known of them. */
  about(rules, position) {
    return this.#found.get(this.#key(rules, position)) ?? null;
  }

  /** Asks about a position, once. */
  async want(rules, position) {
    const { opponent } = this;
    const key = this.#key(rules, position);
    if (!opponent || this.#found.has(key)) return;
    this.#found.set(key, null);
    try {
      const { moves } = await engine.probe(rules.name, rules.format(position), { traps: opponent });
      this.#found.set(key, new Map(moves.filter(({ trap }) => trap).map(({ move, trap }) => [move, trap])));
    } catch {
      // Values are told without them, and the next look asks again.
      this.#found.delete(key);
    }
    this.#changed();
  }

  #key(rules, position) {
    return `${this.opponent} ${rules.name} ${rules.format(position)}`;
  }
}
