// The optimal game from a position while it is shown: a tree of its own, which moves by itself
// until its end is reached or somebody stops it.

/** Between two moves. */
const STEP = 900;

export class OptimalLine {
  #stepped;
  #timer = null;
  playing = false;

  /** `stepped` is called after each move that it makes by itself. */
  constructor(tree, stepped) {
    this.tree = tree;
    this.#stepped = stepped;
  }

  /** Moves on, from the start again if it was at its end. */
  play() {
    if (this.tree.isAtEnd) this.tree.goTo(this.tree.root);
    this.#goOn();
  }

  stop() {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  #goOn() {
    // One timer at a time, however often it is stopped and started.
    clearTimeout(this.#timer);
    this.playing = !this.tree.isAtEnd;
    if (this.playing) this.#timer = setTimeout(() => this.#step(), STEP);
  }

  #step() {
    const { tree } = this;
    const before = tree.position;
    tree.goTo(tree.at.next);
    this.#goOn();
    this.#stepped({ before, move: tree.lastMove });
  }
}
