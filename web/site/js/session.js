// What happens on a page: a game that is played, who plays it, and what is known
// about its positions. Panels and boards listen to "change" and show it.

import * as api from "./api.js";
import { choose, chosen } from "./choices.js";
import { Games } from "./games.js";
import { Knowledge } from "./knowledge.js";
import * as link from "./link.js";
import { GameRecord } from "./record.js";

/** An agent's move is shown no sooner, so that it can be followed. */
const THINKING = 450;
/** Between two moves of the optimal line. */
const STEP = 900;

const pause = (time) => new Promise((done) => setTimeout(done, time));

export class Session extends EventTarget {
  /** The game that is played. */
  #game;
  /** The optimal line while it is shown: a record of its own. */
  #line = null;
  /** Ends the wait for an agent's move. */
  #thinking = null;
  #games = new Games(() => this.#gamesChanged());
  #knowledge;
  /** Reasons that an agent gave for its moves. */
  #reasons = new Map();

  /**
   * `kind` is what a page knows of its game: its rules by name, which of them comes
   * first, and `names`, what people call the players, by what the server calls them.
   */
  constructor(kind) {
    super();
    this.kind = kind;
    this.#game = new GameRecord(kind.rules.get(kind.first));
    this.#knowledge = new Knowledge(kind.names, () => this.#tell());
    /** Who plays, by player: `human` or an agent. */
    this.players = Object.fromEntries(Object.keys(kind.names).map((player) => [player, "human"]));
    this.editing = false;
    this.paused = false;
    this.agentError = null;
    /** What is wrong with the link that was opened. */
    this.linkError = null;
  }

  async begin() {
    this.openLink();
    this.#changed();
    addEventListener("hashchange", () => this.openLink());
    try {
      await this.#games.look(this.rules.name);
    } catch (error) {
      this.agentError = error.message;
      this.#tell();
    }
  }

  /** Values may be there now that were not, and agents too. */
  #gamesChanged() {
    this.#knowledge.retry();
    this.#tell();
  }

  get record() {
    return this.#line?.record ?? this.#game;
  }

  get rules() {
    return this.#game.rules;
  }

  get position() {
    return this.record.position;
  }

  get toMove() {
    return this.rules.toMove(this.position);
  }

  get ended() {
    return this.record.ended;
  }

  get info() {
    return this.#games.about(this.rules.name);
  }

  /** The optimal line that is shown: how far, how long, and whether it moves. */
  get line() {
    return this.#line;
  }

  get isThinking() {
    return this.#thinking !== null;
  }

  /** Whether a person may move now. */
  get isOpen() {
    return !this.#line && !this.editing && !this.ended && this.players[this.toMove] === "human";
  }

  /** Whether values are told; a choice that stays. */
  get showsValues() {
    return chosen("values") !== "hidden";
  }

  setShowsValues(shown) {
    choose("values", shown ? "shown" : "hidden");
    this.#tell();
  }

  /** What is known of the position that is shown. */
  get evaluation() {
    return this.knownOf(this.position);
  }

  /** What is known of a position, as `Knowledge` has it. */
  knownOf(position) {
    return this.#knowledge.about(this.rules, position);
  }

  /** Why an agent made a move; `null` if it gave no reason. */
  reasonOf(position, move) {
    return this.#reasons.get(this.#moveKey(position, move)) ?? null;
  }

  #moveKey(position, move) {
    return `${this.rules.name} ${this.rules.format(position)} ${move}`;
  }

  #keepReason(position, { move, reason }) {
    if (reason) this.#reasons.set(this.#moveKey(position, move), reason);
  }

  /** Plays a person's move. */
  play(move) {
    if (!this.isOpen || !this.rules.moves(this.position).includes(move)) return;
    this.#push(move);
  }

  #push(move) {
    const before = this.position;
    this.linkError = null;
    this.#game.play(move);
    this.#changed({ before, move });
  }

  /** Goes to a ply of the game, without forgetting what comes after it. */
  goTo(ply) {
    const { record } = this;
    const to = Math.min(Math.max(ply, 0), record.moves.length);
    if (to === record.ply) return;
    this.linkError = null;
    const forward = to === record.ply + 1;
    const before = record.position;
    record.ply = to;
    if (this.#line) this.#line.playing = false;
    else this.paused = true;
    this.#changed(forward ? { before, move: record.lastMove } : null);
  }

  /** Takes back to where a person was to move. */
  undo() {
    let ply = this.record.ply - 1;
    const human = (at) => this.players[this.rules.toMove(this.record.positions[at])] === "human";
    if (!this.#line && Object.values(this.players).includes("human")) {
      while (ply > 0 && !human(ply)) ply -= 1;
    }
    this.goTo(ply);
  }

  redo() {
    this.goTo(this.record.ply + 1);
  }

  /** A new game under the rules of that name. */
  restart(name = this.rules.name) {
    this.load(new GameRecord(this.kind.rules.get(name)));
  }

  load(record) {
    this.#stopThinking();
    this.#line = null;
    this.#game = record;
    this.paused = false;
    this.agentError = null;
    this.linkError = null;
    for (const [player, agent] of Object.entries(this.players)) if (!this.#offers(agent)) this.players[player] = "human";
    this.#changed();
    // It may have changed meanwhile; if there is no answer, nothing is lost.
    this.#games.look(this.rules.name).catch(() => {});
  }

  #offers(agent) {
    return agent === "human" || !this.info || this.info.agents.some((offer) => offer.agent === agent);
  }

  /** A position from elsewhere: the text decides which rules it is read by. */
  loadPosition(text) {
    const rules = this.kind.rulesOf?.(text) ?? this.rules;
    this.load(new GameRecord(rules, rules.parse(text)));
  }

  setPlayer(player, agent) {
    this.players[player] = agent;
    this.paused = false;
    this.agentError = null;
    this.#changed();
  }

  /** Lets the agents go on after the game was wound back. */
  resume() {
    this.paused = false;
    this.agentError = null;
    this.#changed();
  }

  setEditing(editing) {
    this.#line = null;
    this.editing = editing;
    this.#changed();
  }

  /** Puts another position on the board while it is set up. */
  edit(position) {
    this.linkError = null;
    this.#game = new GameRecord(this.rules, position);
    this.#changed();
  }

  /** Shows the optimal game from here. */
  async showLine() {
    const { position } = this;
    const answer = await api.line(this.rules.name, this.rules.format(position));
    if (position !== this.position || this.#line) return;
    if (answer.moves.length === 0) throw new Error("No line was found in time. Try again.");
    const record = new GameRecord(this.rules, position, answer.moves.map((found) => found.move), 0);
    answer.moves.forEach((found, at) => this.#keepReason(record.positions[at], found));
    this.#stopThinking();
    this.#line = { record, playing: true };
    this.#changed();
    this.#advance(this.#line);
  }

  async #advance(line) {
    while (this.#line === line && line.playing) {
      await pause(STEP);
      if (this.#line !== line || !line.playing) return;
      const before = line.record.position;
      if (line.record.isAtEnd) {
        line.playing = false;
        this.#changed();
        return;
      }
      line.record.ply += 1;
      this.#changed({ before, move: line.record.lastMove });
    }
  }

  playLine(playing) {
    const line = this.#line;
    if (playing && line.record.isAtEnd) line.record.ply = 0;
    line.playing = playing;
    this.#changed();
    if (playing) this.#advance(line);
  }

  /** Goes back to the game; `keep` adds the moves that were shown to it, up to its end. */
  closeLine(keep = false) {
    const { record } = this.#line;
    this.#line = null;
    for (const move of keep ? record.moves.slice(0, record.ply) : []) if (!this.#game.ended) this.#game.play(move);
    this.paused = true;
    this.#changed();
  }

  /** Opens the game that the address names. */
  openLink() {
    try {
      const isHere = location.hash === link.write(this.#game);
      const record = isHere ? null : link.read(location.hash, (name) => this.kind.rules.get(name));
      this.linkError = null;
      if (record) this.load(record);
      else this.#tell();
    } catch (error) {
      this.linkError = `This link does not work: ${error.message}.`;
      this.#tell();
    }
  }

  get address() {
    return new URL(link.write(this.#game), location.href).href;
  }

  /** Something has changed: `push` is the move to animate, if there was one. */
  #changed(push = null) {
    this.#stopThinking();
    // A link that does not work stays to be seen.
    if (!this.#line && !this.linkError) history.replaceState(null, "", link.write(this.#game));
    this.#tell(push);
    const { record } = this;
    this.#knowledge.want(this.rules, [record.position, ...record.positions.slice(0, record.ply)]);
    this.#letAgentMove();
  }

  #tell(push = null) {
    this.dispatchEvent(new CustomEvent("change", { detail: { push } }));
  }

  #stopThinking() {
    this.#thinking?.abort();
    this.#thinking = null;
  }

  async #letAgentMove() {
    const agent = this.players[this.toMove];
    const waits = this.#line || this.editing || this.paused || this.agentError || !this.record.isAtEnd;
    if (agent === "human" || waits || this.ended) return;
    const thinking = new AbortController();
    this.#thinking = thinking;
    this.#tell();
    const { position } = this;
    try {
      const asked = api.choose(this.rules.name, this.rules.format(position), agent, thinking.signal);
      const [answer] = await Promise.all([asked, pause(THINKING)]);
      if (this.#thinking !== thinking) return;
      this.#keepReason(position, answer);
      this.#thinking = null;
      this.#push(answer.move);
    } catch (error) {
      if (this.#thinking !== thinking) return;
      this.#thinking = null;
      this.agentError = error.message;
      this.#tell();
    }
  }

  /** The move that is recommended here, or `null`: the best known, else an agent's. */
  async hint() {
    const { position, evaluation } = this;
    if (evaluation?.best) return evaluation.best;
    const agent = this.info?.agents.at(-1)?.agent;
    if (!agent) return null;
    const answer = await api.choose(this.rules.name, this.rules.format(position), agent);
    this.#keepReason(position, answer);
    return answer.move;
  }
}
