// What the server says of its games. A database may grow while the server runs, so it is
// asked again, and from time to time while the game that is played is not complete.

import * as api from "./api.js";

const AGAIN = 20_000;

export class Games {
  #infos = new Map();
  #changed;
  #timer = null;

  /** `changed` is called when a game is not as it was. */
  constructor(changed) {
    this.#changed = changed;
  }

  /** What is here of a game; `null` while that is not known. */
  about(name) {
    return this.#infos.get(name) ?? null;
  }

  /** Asks the server; `name` is the game that is played. */
  async look(name) {
    clearTimeout(this.#timer);
    try {
      const games = await api.games();
      // What is as it was stays the same object, and lists that are open stay open.
      const news = games.filter((info) => info.rules === "standard" && !isSame(info, this.#infos.get(info.game)));
      for (const info of news) this.#infos.set(info.game, info);
      if (news.length > 0) this.#changed();
    } finally {
      const info = this.about(name);
      clearTimeout(this.#timer);
      if (info?.levels && !info.complete) this.#timer = setTimeout(() => this.look(name).catch(() => {}), AGAIN);
    }
  }
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
