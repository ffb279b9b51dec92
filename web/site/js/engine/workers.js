// The engine in workers. Questions have one; an agent hears nothing while it thinks, so it has one of its own, and who stops
// the agent stops that worker. The module is compiled once, while the first of them starts.

import { Desk } from "./desk.js";
import { Refused } from "./documents.js";

export class Workers {
  #folder;
  #quixo5;
  #compile;
  #spawn;
  #compiled = null;
  #questions;
  /** The desk of an agent that has made its move. */
  #idle = null;
  /** What all workers have read of a hosted database, and each of them so far. */
  #total = { pages: 0, bytes: 0 };
  #readBy = new WeakMap();
  /** Is told whenever more was read. */
  onRead = () => {};

  /**
   * `folder` is the address of what `web/build-engine` wrote, `quixo5` that of a hosted database of 5×5, if there is one. Where
   * modules and workers are not those of a browser, `compile` and `spawn` make them.
   */
  constructor({ folder, quixo5 = null, compile = compileFrom, spawn }) {
    this.#folder = folder;
    this.#quixo5 = quixo5;
    this.#compile = compile;
    this.#spawn = spawn;
    this.#questions = this.#desk();
  }

  /** Starts what will be asked soon, before anything is asked. */
  begin() {
    this.#questions.begin();
  }

  ask(question, options) {
    return this.#questions.ask(question, options);
  }

  /** Asks an agent for its move; `signal` ends its thinking. */
  async choose(question, signal) {
    // An agent that still thinks about something else keeps its desk.
    const desk = this.#idle ?? this.#desk();
    this.#idle = null;
    const stop = () => desk.close();
    signal?.addEventListener("abort", stop);
    try {
      const [seed] = crypto.getRandomValues(new Uint32Array(1));
      return await desk.ask({ seed, ...question, ask: "move" }, { signal });
    } finally {
      signal?.removeEventListener("abort", stop);
      if (this.#idle) desk.close();
      else this.#idle = desk;
    }
  }

  #desk() {
    return new Desk(() => this.#start(), (told, worker) => this.#heard(told, worker), this.#spawn);
  }

  /** What a worker has to know: the module, where its data is, and a database of 5×5 if one is hosted. */
  async #start() {
    this.#compiled ??= this.#compile(new URL("quixotic.wasm", this.#folder));
    try {
      return { module: await this.#compiled, data: new URL("data/", this.#folder).href, quixo5: this.#quixo5 };
    } catch (error) {
      // The next one tries again.
      this.#compiled = null;
      throw new Refused(`The engine cannot be started: ${error.message}.`, true);
    }
  }

  #heard({ kind, pages, bytes }, worker) {
    if (kind !== "read") return;
    const before = this.#readBy.get(worker) ?? { pages: 0, bytes: 0 };
    this.#readBy.set(worker, { pages, bytes });
    this.#total.pages += pages - before.pages;
    this.#total.bytes += bytes - before.bytes;
    this.onRead(this.#total);
  }
}

async function compileFrom(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the host answers ${response.status} for its module`);
  // While it arrives, where the host sends the media type that this wants.
  const isNamed = response.headers.get("content-type") === "application/wasm";
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
