// The files that come with the engine, fetched when a game first needs them, and once.

import { Trouble } from "./trouble.js";

export class Data {
  #base;
  #bringing = new Map();

  /** The files below an address. */
  constructor(base) {
    this.#base = base;
  }

  /** Brings a file to the module; who asks while it is on its way waits for the same. */
  bring(module, name) {
    if (!this.#bringing.has(name)) {
      const brought = this.#fetch(name).then((bytes) => module.supply(name, bytes));
      this.#bringing.set(name, brought.finally(() => this.#bringing.delete(name)));
    }
    return this.#bringing.get(name);
  }

  async #fetch(name) {
    let problem = "it cannot be reached";
    try {
      const response = await fetch(new URL(name, this.#base));
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      problem = `the host answers ${response.status}`;
    } catch {
      // The sentence below says it.
    }
    throw new Trouble(`A file of the engine is missing, ${name}: ${problem}.`, true);
  }
}
