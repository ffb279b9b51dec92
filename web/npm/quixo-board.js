// <quixo-board>: the page's board as an element, to look at a position, to play, and to see what moves are worth.

import { open } from "./index.js";
import { read } from "./js/answers.js";
import { el } from "./js/dom.js";
import { QuixoBoard } from "./js/quixo/board.js";
import { RULES } from "./js/quixo/rules.js";
import { GameTree } from "./js/tree.js";
import { sentence } from "./js/words.js";

const NAMES = { X: "X", O: "O" };
const SHEETS = [
  new URL("./style/pieces.css", import.meta.url),
  new URL("./style/quixo.css", import.meta.url),
  new URL("./quixo-board.css", import.meta.url),
];

/** What the board asks the page's session, for one game without anything around it. */
class Table extends EventTarget {
  kind = { names: NAMES };
  mode = "play";
  editing = false;
  line = null;
  arrows = [];
  tree = new GameTree(RULES.get("quixo5"));
  isOpen = false;
  showsValues = false;
  evaluation = null;

  get rules() {
    return this.tree.rules;
  }

  get position() {
    return this.tree.position;
  }

  get ended() {
    return this.tree.ended;
  }

  get shown() {
    return this.tree;
  }

  get text() {
    return this.rules.format(this.position);
  }

  play(move) {
    this.dispatchEvent(new CustomEvent("play", { detail: move }));
  }
}

export class QuixoBoardElement extends HTMLElement {
  static observedAttributes = ["size", "position", "moves", "agent", "side", "fixed", "values", "folder", "quixo5"];

  #table = new Table();
  #board = new QuixoBoard(this.#table);
  #status = el("p", { role: "status", part: "status" });
  /** Ends what was asked about the position before. */
  #asked = new AbortController();
  /** What is said of the last move, or why something is not as it was asked for. */
  #news = "";
  #problem = "";

  constructor() {
    super();
    const all = el("div", { hidden: true }, this.#board.element, this.#status);
    const sheets = SHEETS.map((href) => el("link", { rel: "stylesheet", href }));
    this.attachShadow({ mode: "open", delegatesFocus: true }).append(...sheets, all);
    const settled = sheets.map((sheet) => new Promise((done) => { sheet.onload = done; sheet.onerror = done; }));
    Promise.all(settled).then(() => { all.hidden = false; });
    this.#table.addEventListener("play", ({ detail }) => this.#table.isOpen && this.#push(detail, "person"));
    this.#table.addEventListener("pick", () => this.#tell());
  }

  connectedCallback() {
    this.#begin();
  }

  disconnectedCallback() {
    this.#asked.abort();
  }

  attributeChangedCallback(name) {
    if (!this.isConnected) return;
    if (["size", "position", "moves"].includes(name)) this.#begin();
    else this.#show();
  }

  /** The position that is shown, in Quixo's notation. */
  get position() {
    return this.#table.text;
  }

  /** The moves that led to it. */
  get moves() {
    return this.#table.tree.moves;
  }

  /** Plays a move for whoever is to move; an `Error` if it is not legal. */
  play(move) {
    this.#push(move, "program");
  }

  /** Takes the last move back, and the agent's with it. */
  undo() {
    const { tree } = this.#table;
    for (let goesOn = true; goesOn && tree.ply > 0; goesOn = this.#isAgents()) tree.remove(tree.at);
    this.#news = "";
    this.#show();
  }

  /** Starts with what the attributes say. */
  #begin() {
    const text = this.getAttribute("position");
    this.#news = "";
    try {
      const size = text?.split("/").length ?? this.getAttribute("size") ?? 5;
      const rules = RULES.get(`quixo${size}`);
      if (!rules) throw new Error(`boards have 3, 4 or 5 rows, not ${size}`);
      const moves = this.getAttribute("moves")?.split(/[\s,]+/).filter(Boolean);
      this.#table.tree = new GameTree(rules, text ? rules.parse(text) : rules.start, moves);
      this.#show();
    } catch (error) {
      this.#asked.abort();
      this.#refuse(error);
    }
  }

  #push(move, by) {
    const { tree } = this.#table;
    const told = `${this.#table.position.toMove}: ${this.#board.describe(move)}.`;
    tree.play(move);
    this.#news = by === "person" ? "" : told;
    this.#show({ move });
    this.#emit("move", { move, position: this.position, by });
    if (tree.ended) this.#emit("end", { winner: tree.ended.winner });
  }

  /** Shows where the game stands, and asks what there is to ask. */
  #show(push = null) {
    const table = this.#table;
    this.#asked.abort();
    this.#asked = new AbortController();
    this.#problem = "";
    table.evaluation = null;
    table.arrows = [];
    table.showsValues = this.hasAttribute("values");
    table.isOpen = !table.ended && !this.hasAttribute("fixed") && !this.#isAgents();
    this.#board.show(push);
    this.#tell();
    if (table.ended) return;
    if (table.showsValues) this.#ask((game, text, options) => game.probe(text, options), (answer) => this.#know(answer));
    if (this.#isAgents()) {
      const agent = this.getAttribute("agent");
      this.#ask((game, text, options) => game.best(text, agent, options), ({ move }) => this.#push(move, "agent"));
    }
  }

  #isAgents() {
    const side = this.getAttribute("side") ?? "O";
    return this.hasAttribute("agent") && !this.hasAttribute("fixed") && this.#table.position.toMove === side;
  }

  async #ask(question, answered) {
    const { signal } = this.#asked;
    const [folder, quixo5] = ["folder", "quixo5"].map((name) => this.getAttribute(name) ?? undefined);
    try {
      const answer = await question(open(this.#table.rules.name, { folder, quixo5 }), this.position, { signal });
      if (!signal.aborted) answered(answer);
    } catch (error) {
      if (!signal.aborted) this.#refuse(error);
    }
  }

  #know(answer) {
    const evaluation = read(answer, NAMES);
    this.#table.evaluation = evaluation;
    // Where nobody can take a tile, none says what its moves are worth.
    if (this.hasAttribute("fixed") && evaluation.best) this.#table.arrows = [{ move: evaluation.best, kind: "best" }];
    this.#board.show();
    this.#tell();
  }

  #refuse({ message }) {
    this.#problem = message;
    this.#tell();
    this.#emit("refused", { message });
  }

  #tell() {
    const { evaluation, arrows: [best] } = this.#table;
    const verdict = evaluation && sentence(evaluation.words);
    const advice = best && `Best: ${this.#board.describe(best.move)}.`;
    const problem = this.#problem && sentence(this.#problem);
    this.#status.textContent = [this.#news, verdict, advice, problem, this.#whatNow()].filter(Boolean).join(" ");
  }

  #whatNow() {
    const { ended, isOpen, position } = this.#table;
    if (ended) return ended.winner ? `${ended.winner} has won.` : "A draw: the position came up three times.";
    if (this.#board.refusal) return this.#board.refusal;
    if (isOpen) return `${position.toMove} to move: ${this.#board.guide}.`;
    return this.#isAgents() && !this.#problem ? `${position.toMove} is thinking.` : "";
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

customElements.define("quixo-board", QuixoBoardElement);
