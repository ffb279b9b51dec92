// The agent's part of a game: it is asked for a move, and asked again while the engine is
// away.

import * as engine from "./engine.js";

/** An agent's move is shown no sooner, so that it can be followed. */
const THINKING = 450;
/** Before an engine that does not answer is asked again. */
const AGAIN = 3000;

const pause = (time) => new Promise((done) => setTimeout(done, time));

export class Opponent {
  #asked = null;
  #answered;
  #changed;
  /** Why it does not move, while it does not. */
  problem = null;

  /** `answered` is called with an agent's answer; `changed` when it begins or fails. */
  constructor(answered, changed) {
    this.#answered = answered;
    this.#changed = changed;
  }

  get isThinking() {
    return this.#asked !== null && this.problem === null;
  }

  /** Ends the wait for a move. */
  stop() {
    this.#asked?.abort();
    this.#asked = null;
    this.problem = null;
  }

  /** Lets an agent move; until it does, it is asked again if that can help. */
  async move(rules, position, agent) {
    this.stop();
    const asked = new AbortController();
    this.#asked = asked;
    this.#changed();
    while (this.#asked === asked) {
      try {
        const question = engine.choose(rules.name, rules.format(position), agent, asked.signal);
        const [answer] = await Promise.all([question, pause(THINKING)]);
        if (this.#asked !== asked) return;
        this.stop();
        this.#answered(answer);
        return;
      } catch (error) {
        if (this.#asked !== asked) return;
        this.problem = error.message;
        this.#changed();
        if (!error.again) return;
        await pause(AGAIN);
      }
    }
  }
}
