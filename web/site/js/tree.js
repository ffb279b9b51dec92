// A game with its variations: a tree of moves, and the place in it that is looked at. Each
// node remembers which of its moves was followed last, so that there is always one line
// through the place that is shown, and it is the same after going back.

/** A position that comes up so often is a draw, as in the arena. */
const REPETITIONS = 3;

class Node {
  constructor(rules, position, move = null, parent = null) {
    this.move = move;
    this.position = position;
    /** The position as it is written, to compare it. */
    this.text = rules.format(position);
    this.parent = parent;
    this.ply = parent ? parent.ply + 1 : 0;
    /** The first is the main line. */
    this.children = [];
    /** The child that was followed last. */
    this.next = null;
    this.ended = rules.ended(position) ?? (this.times >= REPETITIONS ? { winner: null, cells: [], isRepeated: true } : null);
  }

  /** How often this position has come up so far. */
  get times() {
    let times = 0;
    for (let node = this; node; node = node.parent) if (node.text === this.text) times += 1;
    return times;
  }
}

export class GameTree {
  /** The side of the person who plays against an agent; `null` in any other game. */
  person = null;

  /** `moves` are the main line, `ply` the place in it that is looked at. */
  constructor(rules, start = rules.start, moves = [], ply = moves.length) {
    this.rules = rules;
    this.root = new Node(rules, start);
    this.at = this.root;
    for (const move of moves) this.play(move);
    this.goTo(this.line[Math.min(Math.max(ply, 0), moves.length)]);
  }

  get start() {
    return this.root.position;
  }

  get position() {
    return this.at.position;
  }

  get ply() {
    return this.at.ply;
  }

  /** The move that led to the position that is looked at. */
  get lastMove() {
    return this.at.move;
  }

  /**
   * How the game has ended: `{ winner, cells }`, with `isRepeated` if it is a draw by
   * repetition; `null` while it goes on.
   */
  get ended() {
    return this.at.ended;
  }

  /** The nodes from the start to the one that is looked at. */
  get path() {
    const path = [];
    for (let node = this.at; node; node = node.parent) path.unshift(node);
    return path;
  }

  /** The same, and on to the end of the line. */
  get line() {
    const line = this.path;
    for (let node = this.at.next; node; node = node.next) line.push(node);
    return line;
  }

  /** The moves of that line. */
  get moves() {
    return this.line.slice(1).map((node) => node.move);
  }

  get isAtEnd() {
    return this.at.next === null;
  }

  /** Whether there is more than one line. */
  get hasVariations() {
    const branches = (node) => node.children.length > 1 || node.children.some(branches);
    return branches(this.root);
  }

  /**
   * Plays a move here, which is a variation if there are other moves already. `asMain`
   * makes it the main line, as in a game that is played and not studied. Throws an error
   * if the move is not legal.
   */
  play(move, { asMain = false } = {}) {
    const { at, rules } = this;
    let child = at.children.find((node) => node.move === move);
    if (!child) {
      if (at.ended?.isRepeated) throw new Error(`move ${at.ply + 1}, ${move}, comes after a draw by repetition`);
      if (!rules.moves(at.position).includes(move)) throw new Error(`move ${at.ply + 1}, ${move}, is not legal`);
      child = new Node(rules, rules.play(at.position, move), move, at);
      at.children.push(child);
    }
    if (asMain) at.children.sort((a, b) => Number(b === child) - Number(a === child));
    this.goTo(child);
  }

  /** Looks at a node; the line goes through it from now on. */
  goTo(node) {
    this.at = node;
    for (let child = node; child.parent; child = child.parent) child.parent.next = child;
  }

  /** The node of the line at a ply. */
  atPly(ply) {
    const { line } = this;
    return line[Math.min(Math.max(ply, 0), line.length - 1)];
  }

  /** Takes a node and what follows it out of the tree. */
  remove(node) {
    const { parent } = node;
    const isShown = this.path.includes(node);
    parent.children = parent.children.filter((child) => child !== node);
    if (parent.next === node) parent.next = parent.children[0] ?? null;
    if (isShown) this.at = parent;
  }

  /** Makes the line through a node the main line. */
  promote(node) {
    for (let child = node; child.parent; child = child.parent) {
      child.parent.children.sort((a, b) => Number(b === child) - Number(a === child));
    }
  }

  /** All moves as text, variations in brackets after the move that they replace: `a4R (a3R d4L) d1T`. */
  toText() {
    const tell = (node) => {
      const [main, ...others] = node.children;
      if (!main) return [];
      const variations = others.map((other) => `(${[other.move, ...tell(other)].join(" ")})`);
      return [main.move, ...variations, ...tell(main)];
    };
    return tell(this.root).join(" ");
  }

  /**
   * Adds moves as `toText` writes them, each word by itself or with `read` to put it in
   * its proper form. Throws an error at the first move that cannot be played; the moves
   * before it stay.
   */
  addText(text, read = (word) => word) {
    const branches = [];
    this.goTo(this.root);
    for (const [word] of text.matchAll(/[()]|[^\s()]+/g)) {
      if (word === "(") {
        branches.push(this.at);
        if (this.at.parent) this.at = this.at.parent;
      } else if (word === ")") {
        this.at = branches.pop() ?? this.at;
      } else {
        this.play(read(word));
      }
    }
    // The line that is shown is the main one.
    const first = (node) => {
      node.next = node.children[0] ?? null;
      node.children.forEach(first);
    };
    first(this.root);
    this.at = this.root;
    this.goTo(this.line.at(-1));
  }
}
