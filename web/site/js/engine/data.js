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
      const brought = this.#fetchInto(module, name);
      this.#bringing.set(name, brought.finally(() => this.#bringing.delete(name)));
    }
    return this.#bringing.get(name);
  }

  async #fetchInto(module, name) {
    let bytes;
    let problem = null;
    try {
      const response = await fetch(new URL(name, this.#base));
      if (response.ok) bytes = new Uint8Array(await response.arrayBuffer());
      else problem = `the host answers ${response.status}`;
    } catch {
      problem = "it cannot be reached";
    }
    // What goes wrong in the module itself is no problem of the file.
    problem ??= module.supply(name, bytes);
    if (problem) throw new Trouble(`A file of the engine is missing, ${name}: ${problem}.`, true);
  }
}
