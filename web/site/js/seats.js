// Who plays: a person against an agent or against another person, here or on another device, or two agents that a
// person watches. What was chosen stays for the next visit.

import { recall, remember } from "./memory.js";

export const FRIEND = "friend";
export const BY_LINK = "link";
export const WATCH = "watch";
const HUMAN = "human";

export class Seats {
  #key;
  #names;
  /** What has been chosen: `opponent` is an agent or a friend; `side` a player, or to watch; `other` plays the opponent then. */
  #choice;
  /** What is known of the game, its agents among it; `null` while nothing is. */
  #info = null;
  /** The game with a friend on another device that is played, see `matches.js`, or `null`. */
  match = null;

  /** `page` names the kind of game; `names` are its players, the first to move first. */
  constructor(page, names) {
    this.#key = `seats-${page}`;
    this.#names = names;
    const kept = recall(this.#key);
    this.#choice = { opponent: null, side: names[0], other: "random", ...kept };
  }

  get opponent() {
    return this.match ? BY_LINK : this.#nearest("opponent");
  }

  get side() {
    return this.match?.side ?? this.#choice.side;
  }

  get other() {
    return this.#nearest("other");
  }

  choose(choice) {
    this.#choice = { ...this.#choice, ...choice };
    remember(this.#key, this.#choice);
  }

  /** Lets the person and the agent change sides. */
  swap() {
    if (this.person) this.choose({ side: this.#names.find((name) => name !== this.person) });
  }

  /** The side of the agent that is chosen as `opponent`, or as `other`. */
  sideOf(choice) {
    const [first, second] = this.#names;
    return choice === "other" || this.side === second ? first : second;
  }

  /** Says which agents there are, by an `info` of a game; another game may have the chosen one again. */
  fit(info) {
    this.#info = info;
  }

  /** The agent that was chosen, or one like it where it is not offered. */
  #nearest(choice) {
    const agent = this.#choice[choice];
    if (agent === FRIEND || !this.#info) return agent;
    const offered = offersFor(this.#info, this.sideOf(choice)).map((offer) => offer.agent);
    return offered.includes(agent) ? agent : substitute(agent, offered);
  }

  get isWatched() {
    return this.side === WATCH && this.opponent !== FRIEND;
  }

  /** Who plays a side: `human` or an agent. */
  playerOf(side) {
    if (this.opponent === FRIEND || this.match) return HUMAN;
    if (this.side === WATCH) return side === this.#names[0] ? this.other : this.opponent;
    return side === this.side ? HUMAN : this.opponent;
  }

  /** Whether the person at this device plays a side. */
  isHuman(side) {
    return this.match ? side === this.match.side : this.playerOf(side) === HUMAN;
  }

  /** The side of the one person who plays; `null` if there is not just one. */
  get person() {
    const people = this.#names.filter((name) => this.isHuman(name));
    return people.length === 1 ? people[0] : null;
  }
}

/** The agents that are offered for a side, the weakest first. */
export const offersFor = (info, side) => (info?.agents ?? []).filter((offer) => (offer.side ?? side) === side);

/** An agent of the same family, else the weakest that is no beginner. */
function substitute(agent, offered) {
  const family = agent?.split(":")[0];
  const strongest = ["perfect", "search", "strategy"].includes(family) ? offered.at(-1) : null;
  return offered.find((offer) => offer.startsWith(`${family}:`)) ?? strongest ?? offered[1] ?? offered[0] ?? FRIEND;
}

/** What people call the strength of an agent, and what is behind it: `["Easy", "minimax, 1 ply"]`. */
export function strength(info, agent) {
  const title = info?.agents.find((offer) => offer.agent === agent)?.title ?? agent ?? "";
  const [name, ...rest] = title.split(":");
  return [name, rest.join(":").trim()];
}
