// What the engine says of its games. The database of a server may grow while it runs, so it is
// asked again, and from time to time while the game that is played is not complete. An engine
// that does not answer is asked until it does.

import * as engine from "./engine.js";
import { idOf } from "./id.js";

const AGAIN = 20_000;
const AWAY = 3000;

export class Games {
  #infos = new Map();
  #changed;
  #timer = null;
  /** Why nothing is known yet; `null` once it is. */
  problem = null;

  /** `changed` is called when a game is not as it was. */
  constructor(changed) {
    this.#changed = changed;
  }

  /** What is here of the game of rules; `null` while that is not known. */
  about(name) {
    return this.#infos.get(name) ?? null;
  }

  /** Asks the engine; `name` is the game that is played. */
  async look(name) {
    clearTimeout(this.#timer);
    let next = null;
    try {
      const games = await engine.games();
      const wasAway = this.problem !== null;
      this.problem = null;
      // What is as it was stays the same object, and lists that are open stay open.
      const news = games.filter((info) => !isSame(info, this.about(idOf(info))));
      for (const info of news) this.#infos.set(idOf(info), info);
      if (news.length > 0 || wasAway) this.#changed();
      const info = this.about(name);
      if (info?.levels && !info.complete && (!engine.isFolder || isAwaited(info))) next = AGAIN;
    } catch (error) {
      next = AWAY;
      if (this.problem !== error.message) {
        this.problem = error.message;
        this.#changed();
      }
    }
    clearTimeout(this.#timer);
    if (next) this.#timer = setTimeout(() => this.look(name), next);
  }
}

/** Whether it is still to come from a host of files. */
const isAwaited = (info) => engine.isHosted && info.game === "quixo5" && info.solution?.source !== "remote";

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
