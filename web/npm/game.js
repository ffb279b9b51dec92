// A game as the package offers it: the page's questions as calls, the same in browsers and in Node.

import { Refused } from "./js/engine/documents.js";
import { Workers } from "./js/engine/workers.js";
import { idOf, partsOf } from "./js/id.js";

export { Refused };

export class Game {
  #workers;
  #parts;

  constructor(id, workers) {
    this.id = id;
    this.#workers = workers;
    this.#parts = partsOf(id);
  }

  probe(position = "start", { signal } = {}) {
    return this.#ask({ ask: "probe", position }, signal);
  }

  line(position = "start", { signal } = {}) {
    return this.#ask({ ask: "line", position }, signal);
  }

  async best(position, agent, { seed, signal } = {}) {
    const seeded = seed === undefined ? {} : { seed };
    const { body } = await this.#workers.choose({ ...this.#parts, position, agent, ...seeded }, signal);
    return body;
  }

  async agents() {
    const { games } = await this.#ask({ ask: "games" });
    const found = games.find((game) => idOf(game) === this.id);
    if (!found) throw new Refused(`there is no game ${this.id}; there are ${games.map(idOf).join(", ")}`, false);
    return found.agents;
  }

  async #ask(question, signal) {
    const { body } = await this.#workers.ask({ ...this.#parts, ...question }, { signal });
    return body;
  }
}

/** Opens games whose engines are started once for each place of files; `how` makes modules and workers. */
export function opening(here, how = {}) {
  const started = new Map();
  return (id, { folder = here, quixo5 = null } = {}) => {
    const key = `${folder} ${quixo5}`;
    if (!started.has(key)) started.set(key, new Workers({ folder, quixo5, ...how }));
    return new Game(id, started.get(key));
  };
}
