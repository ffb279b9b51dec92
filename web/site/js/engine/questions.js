// Answers questions with the module: asks, brings what it wants, and asks again.

import { Status } from "./module.js";
import { Trouble } from "./trouble.js";

export class Questions {
  #module;
  #data;
  #database;

  /** `data` has the files that come with the engine, `database` reads 5×5 by ranges, or is null. */
  constructor(module, data, database) {
    this.#module = module;
    this.#data = data;
    this.#database = database;
  }

  /**
   * The answer to a question as a message for the page: `answer` or `refused`; null if it is no
   * longer wanted. `early` gets the outcomes, when the distances take longer.
   */
  async answer(question, { isWanted = () => true, early = () => {} } = {}) {
    let asked = question;
    try {
      while (isWanted()) {
        const { status, text } = this.#module.ask(asked);
        switch (status) {
          case Status.LASTING:
          case Status.FOR_NOW:
            return { kind: "answer", body: text, lasts: status === Status.LASTING };
          case Status.REFUSED:
          case Status.REFUSED_FOR_NOW:
            return { kind: "refused", message: text, again: status === Status.REFUSED_FOR_NOW };
          case Status.EARLY:
            early(text);
            asked = { ...asked, early: true };
            break;
          case Status.WANTED:
            await this.#bring(JSON.parse(text));
            break;
        }
      }
      return null;
    } catch (error) {
      if (error instanceof Trouble) return { kind: "refused", message: error.message, again: error.again };
      throw error;
    }
  }

  /** Brings data files and parts of the database, all at once. */
  async #bring({ data = [], manifest = false, ranges = [] }) {
    const bringing = data.map((name) => this.#data.bring(this.#module, name));
    if (manifest) bringing.push(this.#database.bringManifest(this.#module));
    if (ranges.length > 0) bringing.push(this.#database.bring(this.#module, ranges));
    await Promise.all(bringing);
  }
}
