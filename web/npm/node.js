// The engine in Node: files are read, and threads are its workers.

import { readFile } from "node:fs/promises";
import { Worker as Thread } from "node:worker_threads";
import { Refused, opening } from "./game.js";

export { Refused };

/** A thread as the engine knows workers. It keeps the process alive only while it has a question to answer. */
class ThreadWorker extends EventTarget {
  #thread = new Thread(new URL("./thread.js", import.meta.url));
  #asked = new Set();

  constructor() {
    super();
    this.#thread.unref();
    this.#thread.on("message", (data) => {
      if (data.kind !== "early") this.#asked.delete(data.id);
      this.#hold();
      this.dispatchEvent(Object.assign(new Event("message"), { data }));
    });
    this.#thread.on("error", () => this.dispatchEvent(new Event("error", { cancelable: true })));
  }

  postMessage(message) {
    if (message.ask) this.#asked.add(message.id);
    if (message.forget) this.#asked.delete(message.id);
    this.#thread.postMessage(message);
    this.#hold();
  }

  terminate() {
    this.#thread.terminate();
  }

  #hold() {
    if (this.#asked.size > 0) this.#thread.ref();
    else this.#thread.unref();
  }
}

export const open = opening(new URL("./engine/", import.meta.url).href, {
  compile: async (address) => WebAssembly.compile(await readFile(new URL(address))),
  spawn: () => new ThreadWorker(),
});
