// A worker with the questions that it was asked. It is started by the first of them or before, and again
// by the next one after it was closed or has failed.

import { Refused } from "./documents.js";

const FAILED = "The engine does not start: a file of this page does not arrive, or this browser is too old.";
const inBrowser = () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" });

export class Desk {
  #start;
  #heard;
  #spawn;
  #worker = null;
  #begun = null;
  #waiting = new Map();
  #last = 0;

  /** `start` resolves to the worker's first message; `heard` gets what answers no question, and the worker that says it. */
  constructor(start, heard, spawn = inBrowser) {
    this.#start = start;
    this.#heard = heard;
    this.#spawn = spawn;
  }

  /** Asks; `early` may get an answer before the answer, and `signal` ends the wait. */
  ask(question, { early = () => {}, signal } = {}) {
    return new Promise((answered, failed) => {
      if (signal?.aborted) return failed(signal.reason);
      this.#last += 1;
      const id = this.#last;
      this.#waiting.set(id, { answered, failed, early });
      signal?.addEventListener("abort", () => this.#forget(id, signal.reason));
      return this.#send({ id, ...question });
    });
  }

  /** Starts the worker if there is none. */
  begin() {
    if (this.#worker) return;
    const worker = this.#spawn();
    worker.addEventListener("message", ({ data }) => this.#hear(data, worker));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.close(new Refused(FAILED, true));
    });
    this.#worker = worker;
    this.#begun = this.#start().then((start) => worker.postMessage({ start }));
    this.#begun.catch((error) => {
      if (worker === this.#worker) this.close(error);
    });
  }

  /** Ends the worker, whatever it does. */
  close(reason = new DOMException("It was stopped.", "AbortError")) {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { failed } of waiting) failed(reason);
  }

  async #send(question) {
    this.begin();
    const worker = this.#worker;
    await this.#begun.catch(() => {
      // Who waits is told when the worker is closed.
    });
    // It may be closed by now, or nobody waits any more.
    if (worker === this.#worker && this.#waiting.has(question.id)) worker.postMessage(question);
  }

  #hear({ id, kind, body, lasts, message, again, ...told }, worker) {
    if (id === undefined) return this.#heard({ kind, ...told }, worker);
    const waiting = this.#waiting.get(id);
    if (!waiting) return undefined;
    if (kind === "early") return waiting.early(JSON.parse(body));
    this.#waiting.delete(id);
    return kind === "answer"
      ? waiting.answered({ body: JSON.parse(body), lasts })
      : waiting.failed(new Refused(message, again));
  }

  #forget(id, reason) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    this.#worker?.postMessage({ id, forget: true });
    waiting.failed(reason);
  }
}
