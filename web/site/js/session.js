// What happens on a page: a game that is played, studied or learned from, who plays it, and
// what is known about its positions. Panels and boards listen to "change" and show it.

import { calm } from "./dom.js";
import * as engine from "./engine.js";
import { Games } from "./games.js";
import { keep, keptGame, showAddress } from "./keeping.js";
import { Knowledge } from "./knowledge.js";
import { OptimalLine } from "./line.js";
import * as link from "./link.js";
import * as matches from "./matches.js";
import { recall, remember } from "./memory.js";
import { Opponent } from "./opponent.js";
import { readGame } from "./reading.js";
import { BY_LINK, Seats, offersFor } from "./seats.js";
import { Traps } from "./traps.js";
import { GameTree } from "./tree.js";

export class Session extends EventTarget {
  /** The game of Play and Analyse. */
  #game;
  /** What is learned from: `{ tree, goal, side, played }`, see `learn`. */
  #exercise = null;
  /** The optimal line while it is shown. */
  #line = null;
  /** The game that a new one has taken the place of. */
  #dropped = null;
  /** The games of the other sizes, by the names of their rules. */
  #tables = new Map();
  /** The example that is shown to somebody who is new. */
  #example = null;
  #games = new Games(() => this.#gamesChanged());
  #opponent = new Opponent((answer) => this.#answered(answer), () => this.#tell());
  #knowledge;
  #traps = new Traps(() => this.#tell());
  /** Reasons that an agent gave for its moves. */
  #reasons = new Map();
  #rules = new Map();
  /** What the card of rules says of positions, as far as it was asked. */
  #cards = new Map();

  /**
   * `kind` is what a page knows of its game: its rules by name, which of them comes
   * first, and `names`, what people call the players, by what the engine calls them.
   */
  constructor(kind) {
    super();
    this.kind = kind;
    this.mode = "play";
    this.seats = new Seats(kind.page, Object.keys(kind.names));
    this.#game = new GameTree(kind.rules.get(kind.first));
    this.#knowledge = new Knowledge(kind.names, () => this.#tell());
    engine.onRead(() => this.#tell());
    this.editing = false;
    /** Whether agents that play each other wait. */
    this.paused = false;
    this.isHinting = false;
    /** Moves that are pointed out on the board: `{ move, kind }`. */
    this.arrows = [];
    /** What is wrong with the link that was opened. */
    this.linkError = null;
    /** What else there is to say of the game that was opened. */
    this.news = null;
  }

  begin() {
    const { hash } = location;
    const last = keptGame(this.kind, this.kind.page);
    if (hash.includes("game=") && hash !== last?.address) {
      // A link is for looking, even one that does not work; it takes the place of nothing then.
      this.mode = "analyse";
      if (!this.openLink()) this.#resume(last ?? this.#named(hash));
    } else if (last) {
      this.#resume(last);
    } else if (this.kind.welcome && !recall(this.#welcomeKey)) {
      this.showExample();
    }
    this.#changed({ news: this.news });
    addEventListener("hashchange", () => this.openLink());
    addEventListener("popstate", () => this.openLink());
    addEventListener("storage", ({ key }) => key?.endsWith("matches") && this.#lookAtMatch());
    this.#games.look(this.rules.name);
  }

  /** A new game of the size that a link names, which does not work otherwise. */
  #named(hash) {
    const rules = this.kind.rules.get(new URLSearchParams(hash.slice(1)).get("game")) ?? this.rules;
    return { tree: new GameTree(rules), mode: this.mode, friend: null };
  }

  /** Puts the game of the last visit on the table. */
  #resume({ tree, mode, friend }) {
    const match = friend && matches.find(friend);
    this.seats.match = match;
    this.#game = match ? matches.treeOf(match, tree.rules) : tree;
    this.mode = mode;
  }

  /** Values may be there now that were not, and agents too. */
  #gamesChanged() {
    this.#knowledge.retry();
    if (this.info) this.seats.fit(this.info);
    this.#tell();
    if (!this.isThinking) this.#letAgentMove();
  }

  /** The game of the mode, with its variations. */
  get tree() {
    return this.mode === "learn" && this.#exercise ? this.#exercise.tree : this.#game;
  }

  /** What is shown: the game, or the optimal line. */
  get shown() {
    return this.#line?.tree ?? this.tree;
  }

  get rules() {
    return this.tree.rules;
  }

  get position() {
    return this.shown.position;
  }

  get toMove() {
    return this.rules.toMove(this.position);
  }

  get ended() {
    return this.shown.ended;
  }

  get info() {
    return this.#games.about(this.rules.name);
  }

  /** The optimal line that is shown, or `null`. */
  get line() {
    return this.#line;
  }

  /** Whether a moving example is shown to somebody who is new. */
  get isExample() {
    return this.#line?.tree === this.#example;
  }

  /** The game with a friend on another device that is played, or `null`. */
  get match() {
    return this.mode === "play" ? this.seats.match : null;
  }

  get exercise() {
    return this.mode === "learn" ? this.#exercise : null;
  }

  get isThinking() {
    return this.#opponent.isThinking;
  }

  /** What keeps an agent from moving, or the agents from being known. */
  get problem() {
    return this.#opponent.problem ?? this.#games.problem;
  }

  /** Whether a person may move now. */
  get isOpen() {
    if (this.#line || this.editing || this.ended) return false;
    if (this.mode === "learn") return this.#exercise?.side === this.toMove;
    if (this.mode === "analyse") return true;
    // What a friend knows cannot be played otherwise.
    if (this.match && this.shown.ply < (this.match.sent ?? 0)) return false;
    return this.seats.isHuman(this.toMove);
  }

  /** Whether values are told: a choice that stays, for those who analyse. */
  get showsValues() {
    return this.mode === "analyse" && recall("values") !== "hidden";
  }

  setShowsValues(shown) {
    remember("values", shown ? "shown" : "hidden");
    this.#want();
    this.#tell();
  }

  /** The opponent for whom traps are looked for, by strength; `null` for nobody. */
  get trapped() {
    return this.#traps.opponent;
  }

  setTrapped(opponent) {
    this.#traps.opponent = opponent;
    this.#want();
    this.#tell();
  }

  /** How likely that opponent errs after the moves of the position that is shown; `null` if nobody knows. */
  get traps() {
    return this.trapped && this.#traps.about(this.rules, this.position);
  }

  /** What is known of the position that is shown. */
  get evaluation() {
    return this.knownOf(this.position);
  }

  /** What is known of a position, as `Knowledge` has it. */
  knownOf(position) {
    return this.#knowledge.about(this.rules, position);
  }

  /** The same, and asks if nothing is known yet. */
  find(rules, position) {
    return this.#knowledge.find(rules, position);
  }

  /** Why an agent made a move; `null` if it gave no reason. */
  reasonOf(position, move) {
    return this.#reasons.get(this.#moveKey(position, move)) ?? null;
  }

  /** The rule of thumb by which an agent made a move; `null` if there was none. */
  ruleOf(position, move) {
    return this.#rules.get(this.#moveKey(position, move)) ?? null;
  }

  /** The rules of the card in their order, each with the moves that it leaves in a position; `null` until that is known, or if there is no card. */
  cardOf(position) {
    const { rules, info } = this;
    const key = `${rules.name} ${rules.format(position)}`;
    // Which agents there are comes a little later than the page.
    if (info && !this.#cards.has(key)) {
      this.#cards.set(key, null);
      if (info.agents.some(({ agent }) => agent === "rules")) this.#askCard(rules, position, key);
    }
    return this.#cards.get(key) ?? null;
  }

  async #askCard(rules, position, key) {
    try {
      const { steps } = await engine.choose(rules.name, rules.format(position), "rules");
      this.#cards.set(key, steps ?? null);
      this.#tell();
    } catch {
      // A card is no more than advice; it is asked for when the position is looked at again.
      this.#cards.delete(key);
    }
  }

  #moveKey(position, move) {
    return `${this.rules.name} ${this.rules.format(position)} ${move}`;
  }

  #keepReason(position, { move, reason, rule }) {
    if (rule) this.#rules.set(this.#moveKey(position, move), rule);
    if (reason) this.#reasons.set(this.#moveKey(position, move), reason);
  }

  /** Goes to another way of using the board; the game stays. */
  setMode(mode) {
    if (mode === this.mode) return;
    const { match } = this.seats;
    // Variations are no part of a game with a friend, which is there again in Play.
    if (match) {
      const { ply, rules } = this.#game;
      this.#game = matches.treeOf(match, rules);
      if (mode !== "play") this.#game.goTo(this.#game.atPly(ply));
    }
    this.mode = mode;
    this.editing = false;
    this.#dropLine();
    this.paused = false;
    this.#changed({ enters: true });
  }

  /** Plays on from the position that is looked at, a game of one's own. */
  playFromHere() {
    this.seats.match = null;
    this.setMode("play");
  }

  /** Plays a person's move. */
  play(move) {
    if (!this.isOpen || !this.rules.moves(this.position).includes(move)) return;
    this.paused = false;
    if (this.mode === "play") this.#game.person = this.seats.person;
    this.#push(move);
    this.exercise?.played(move);
  }

  #push(move) {
    const before = this.position;
    this.#dropped = null;
    this.tree.play(move, { asMain: this.mode === "play" });
    this.#changed({ push: { before, move } });
  }

  #answered(answer) {
    this.#keepReason(this.position, answer);
    this.#push(answer.move);
  }

  /** Looks at a node of what is shown; `arrows` point out moves there. */
  goTo(node, arrows = []) {
    const { shown } = this;
    const forward = node.parent === shown.at;
    const before = shown.position;
    if (node === shown.at && arrows.length === 0) return;
    shown.goTo(node);
    if (this.#line) this.#line.stop();
    else if (this.seats.isWatched) this.paused = true;
    this.#changed({ push: forward ? { before, move: node.move } : null, arrows });
  }

  goToPly(ply) {
    this.goTo(this.shown.atPly(ply));
  }

  /** Where taking back leads: to where a person was to move, if there is one. */
  get earlier() {
    return this.#nearest((node) => node.parent);
  }

  /** Where redoing leads. */
  get later() {
    return this.#nearest((node) => node.next);
  }

  #nearest(step) {
    const isPlayed = this.mode === "play" && !this.#line && !this.match && this.seats.person;
    let node = step(this.shown.at);
    while (isPlayed && node && !node.ended && !this.seats.isHuman(this.rules.toMove(node.position))) {
      node = step(node);
    }
    return node;
  }

  undo() {
    if (this.earlier) this.goTo(this.earlier);
  }

  redo() {
    if (this.later) this.goTo(this.later);
  }

  /** Another size: its game that is not over, else a new one; or a new exercise. */
  setVariant(name) {
    const { match } = this;
    const rules = this.kind.rules.get(name);
    if (this.mode === "learn") {
      this.#openExercise(new GameTree(rules), null);
    } else if (match && matches.isFresh(match)) {
      this.beginMatch(new GameTree(rules), match.side);
    } else if (name !== this.rules.name || match) {
      this.load(this.#ownGame(name) ?? new GameTree(rules), this.mode);
    }
  }

  /** The game of a size that is not over, or is studied; `null` if there is none. */
  #ownGame(name) {
    const isThere = (tree) => tree?.root.next && !(this.mode === "play" && tree.line.at(-1).ended);
    return [this.#tables.get(name), keptGame(this.kind, name)?.tree].find(isThere) ?? null;
  }

  /** A new game with a friend on another device. */
  beginMatch(tree = new GameTree(this.rules), side = this.seats.person ?? Object.keys(this.kind.names)[0]) {
    const match = matches.begin(tree, side);
    this.load(tree, "play", { match });
    matches.keep(match);
    this.#tell();
  }

  /** A link of the game with a friend went out. */
  sent() {
    const match = { ...this.match, sent: this.match.moves.length };
    this.seats.match = match;
    matches.keep(match);
    // Without the moves that were not sent.
    this.#game = matches.treeOf(match, this.rules);
    this.#changed();
  }

  /** Forgets a game with a friend. */
  dropMatch(match) {
    matches.drop(match);
    if (match.id === this.match?.id) this.#leaveMatch();
    else this.#tell();
  }

  /** Goes back to one's own game. */
  #leaveMatch() {
    this.load(this.#ownGame(this.rules.name) ?? new GameTree(this.rules), "play");
  }

  /** Another tab may have gone on with the game. */
  #lookAtMatch() {
    const match = this.match && matches.find(this.match.id);
    if (match && match.moves.join() !== this.match.moves.join()) this.load(matches.treeOf(match, this.rules), "play", { match, enters: false });
    else this.#tell();
  }

  /** A new game under the rules of that name, which `bringBack` takes back. */
  restart(name = this.rules.name) {
    const last = this.#game;
    this.load(new GameTree(this.kind.rules.get(name)), this.mode);
    this.#dropped = last.root.next ? last : null;
    this.#tell();
  }

  /** The same again, with the other side to begin. */
  rematch() {
    const { match } = this;
    if (match) {
      this.beginMatch(new GameTree(this.rules), Object.keys(this.kind.names).find((side) => side !== match.side));
      return;
    }
    this.seats.swap();
    this.restart();
  }

  /** Whether the game before this one can be brought back. */
  get canBringBack() {
    return this.#dropped !== null && this.mode !== "learn";
  }

  bringBack() {
    if (this.#dropped) this.load(this.#dropped, this.mode);
  }

  /** Opens another game, with the mode that is meant for it. */
  load(tree, mode = "analyse", { enters = true, match = null, news = null } = {}) {
    this.#dropLine();
    this.editing = false;
    this.mode = mode;
    const before = this.seats.match;
    if (!before) this.#tables.set(this.#game.rules.name, this.#game);
    else if (before.id !== match?.id && matches.isFresh(before)) matches.drop(before);
    this.seats.match = match;
    this.#game = tree;
    this.#dropped = null;
    this.paused = false;
    this.linkError = null;
    if (this.info) this.seats.fit(this.info);
    this.#changed({ enters, news });
    // It may have changed meanwhile; if there is no answer, nothing is lost.
    this.#games.look(this.rules.name);
  }

  /** Opens what somebody pasted: a position, a list of moves, a link, a saved game. */
  open(text) {
    const { tree, friend, problem } = readGame(text, this.kind, this.#game);
    if (friend) this.#receive(tree, friend);
    else this.load(tree);
    if (problem) throw new Error(problem);
  }

  /** Who plays from now on. With a friend on another device it is another game. */
  setSeats(choice) {
    const { match } = this;
    this.paused = false;
    if (choice.opponent === BY_LINK) {
      if (!match) this.beginMatch();
    } else if (match && choice.side) {
      this.beginMatch(this.#game, choice.side);
    } else {
      this.seats.choose(choice);
      if (match) this.#leaveMatch();
      else this.#changed();
    }
  }

  /** Lets agents that play each other wait, or go on. */
  setPaused(paused) {
    this.paused = paused;
    this.#changed();
  }

  /** Asks the agent again. */
  retry() {
    this.#changed();
    this.#games.look(this.rules.name);
  }

  setEditing(editing) {
    this.#dropLine();
    if (editing) this.mode = "analyse";
    this.editing = editing;
    this.#changed();
  }

  /** Puts another position on the board while it is set up. */
  edit(position) {
    this.#game = new GameTree(this.rules, position);
    this.#changed();
  }

  /** Takes a variation out of the game. */
  removeVariation(node) {
    this.#game.remove(node);
    this.#changed();
  }

  promoteVariation(node) {
    this.#game.promote(node);
    this.#changed();
  }

  /**
   * Learns from a position: `tree` starts there, `side` is the player whose moves the
   * person makes (`null` while none is wanted), `played` is called after each of them, and `goal` is what the link says.
   */
  learn(exercise, { enters = false } = {}) {
    this.#exercise = exercise;
    this.#changed({ enters });
  }

  /** Points moves out on the board until something is played. */
  pointOut(arrows) {
    this.arrows = arrows;
    this.#tell();
  }

  /** The answer to a person's move in an exercise. */
  reply(move) {
    this.#push(move);
  }

  /** Puts an exercise back to a node, after a move that was not the right one. */
  putBack(node) {
    this.#exercise.tree.goTo(node);
    this.#exercise.tree.at.children = [];
    this.#exercise.tree.at.next = null;
    this.#changed();
  }

  /** Opens the position of an exercise for analysis. */
  analyse() {
    const { tree } = this.#exercise;
    this.load(new GameTree(tree.rules, tree.start, tree.moves));
  }

  /** Whether the optimal game from here can be shown. */
  get hasLine() {
    const { evaluation } = this;
    return !this.ended && Boolean(evaluation?.value) && (evaluation.value.outcome !== "open" || evaluation.kind === "advice");
  }

  /** Shows the optimal game from here. */
  async showLine() {
    const { position } = this;
    const answer = await engine.line(this.rules.name, this.rules.format(position));
    if (position !== this.position || this.#line) return;
    if (answer.moves.length === 0) throw new Error("No line was found in time. Try again.");
    const tree = new GameTree(this.rules, position, answer.moves.map((found) => found.move), 0);
    answer.moves.forEach((found, at) => this.#keepReason(tree.line[at].position, found));
    this.#line = new OptimalLine(tree, (push) => this.#changed({ push }));
    this.#line.play();
    this.#changed();
  }

  playLine(playing) {
    if (playing) this.#line.play();
    else this.#line.stop();
    this.#changed();
  }

  /** Goes back to the game; `keeps` adds the moves that were shown to it, up to its end. */
  closeLine(keeps = false) {
    const { path } = this.#line.tree;
    this.#dropLine();
    for (const node of keeps ? path.slice(1) : []) if (!this.tree.ended) this.tree.play(node.move);
    this.#changed();
  }

  #dropLine() {
    if (this.isExample) remember(this.#welcomeKey, "seen");
    this.#line?.stop();
    this.#line = null;
  }

  get #welcomeKey() {
    return `welcome-${this.kind.page}`;
  }

  /** Shows the moving example for somebody who is new, from its start; who wants less motion starts it. */
  showExample(plays = !calm()) {
    const { start, moves } = this.kind.welcome;
    this.#line?.stop();
    this.#example = new GameTree(this.rules, this.rules.parse(start), moves, 0);
    this.#line = new OptimalLine(this.#example, (push) => this.#changed({ push }));
    if (plays) this.#line.play();
    this.#changed();
  }

  /** Puts the game that a link brings on the table. */
  #receive(tree, id) {
    const { match, news } = matches.receive(tree, id);
    matches.keep(match);
    this.load(matches.treeOf(match, tree.rules), "play", { match, news, enters: false });
  }

  /** Opens the game that the address names. Returns whether there is one now. */
  openLink() {
    const { hash } = location;
    if (hash === this.#link) return true;
    try {
      const found = link.read(hash, (name) => this.kind.rules.get(name));
      this.linkError = null;
      if (!found) {
        this.#tell();
        return true;
      }
      const { tree, mode, goal, friend, problem } = found;
      if (friend) {
        this.#receive(tree, friend);
        return true;
      }
      if (mode === "learn") {
        this.#openExercise(tree, goal);
        return true;
      }
      // Going back after a new game finds the one before it as it was.
      const isLast = this.#dropped && hash === link.write(this.#dropped, mode);
      this.load(isLast ? this.#dropped : tree, mode, { enters: false });
      if (problem) this.linkError = `This link does not work: ${problem}.`;
      this.#tell();
      return true;
    } catch (error) {
      this.linkError = `This link does not work: ${error.message}.`;
      this.#tell();
      return false;
    }
  }

  #openExercise(tree, goal) {
    this.mode = "learn";
    this.dispatchEvent(new CustomEvent("exercise", { detail: { tree, goal } }));
    this.#changed();
  }

  get #link() {
    return this.match ? link.ofMatch(this.match) : link.write(this.tree, this.mode, this.exercise?.goal);
  }

  /** The link that goes to a friend: the game as it is, and the friend plays the other side. */
  get matchLink() {
    return new URL(link.ofMatch(this.match), location.href).href;
  }

  /** The address of the game, for others: they look at it. */
  get address() {
    const hash = this.mode === "learn" ? this.#link : link.write(this.#game);
    return new URL(hash, location.href).href;
  }

  /** Something has changed: `push` is the move to animate, `enters` whether *Back* leads to what was before. */
  #changed({ push = null, enters = false, arrows = [], news = null } = {}) {
    this.#opponent.stop();
    this.arrows = arrows;
    this.news = news;
    if (push || enters) this.linkError = null;
    this.#keep(enters);
    this.#tell(push);
    this.#want();
    this.#letAgentMove();
  }

  /** Writes the game into the address and keeps it for the next visit. */
  #keep(enters) {
    // A link that does not work stays to be seen.
    if (this.#line || this.linkError) return;
    const { match } = this;
    if (match && match.moves.join() !== this.tree.moves.join()) {
      this.seats.match = matches.of(this.tree, match);
      matches.keep(this.seats.match);
    }
    showAddress(this.#link, enters);
    if (this.mode !== "learn") keep(this.kind.page, this.#link, this.#game, this.mode === "play" && !match);
  }

  /** What has to be known: in a game that is played nothing until it is over. */
  #want() {
    const { shown, ended } = this;
    const isPlayed = this.isExample || (this.mode === "play" && !ended);
    const nodes = isPlayed || this.mode === "learn" ? [] : [shown.at, ...shown.line.filter((node) => node !== shown.at)];
    this.#knowledge.want(this.rules, nodes.map((node) => node.position));
    if (this.kind.hasTraps && this.showsValues && !ended && !this.editing) this.#traps.want(this.rules, this.position);
  }

  #tell(push = null) {
    this.dispatchEvent(new CustomEvent("change", { detail: { push } }));
  }

  #letAgentMove() {
    const { shown } = this;
    const waits = this.mode !== "play" || this.#line || this.paused || !shown.isAtEnd || this.ended;
    const agent = this.seats.playerOf(this.toMove);
    if (waits || agent === "human") return;
    // Which agents there are is not known yet.
    if (!this.info) return;
    this.#opponent.move(this.rules, this.position, agent);
  }

  /** Points out the move that is recommended here: the best known, else an agent's. */
  async hint() {
    const { position, evaluation } = this;
    const agent = offersFor(this.info, this.toMove).at(-1)?.agent;
    if (!this.isOpen || this.isHinting || (!evaluation?.best && !agent)) return;
    this.isHinting = true;
    this.#tell();
    try {
      const move = evaluation?.best ?? await this.#ask(position, agent);
      // A hint that comes late is for a position that is gone.
      if (position === this.position && this.isOpen) this.pointOut([{ move, kind: "best" }]);
    } finally {
      this.isHinting = false;
      this.#tell();
    }
  }

  async #ask(position, agent) {
    const answer = await engine.choose(this.rules.name, this.rules.format(position), agent);
    this.#keepReason(position, answer);
    return answer.move;
  }
}
