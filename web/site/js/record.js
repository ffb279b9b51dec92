// A game as it was played: where it started, its moves, and the ply that is looked
// at. Positions follow from the moves and are kept beside them.

/** A position that comes up so often is a draw, as in the arena. */
const REPETITIONS = 3;

export class GameRecord {
  /** The positions as they are written, to compare them. */
  #texts;

  constructor(rules, start = rules.start, moves = [], ply = moves.length) {
    this.rules = rules;
    this.positions = [start];
    this.#texts = [rules.format(start)];
    this.moves = [];
    for (const move of moves) {
      if (this.#isRepeated(this.moves.length)) {
        throw new Error(`move ${this.moves.length + 1}, ${move}, comes after a draw by repetition`);
      }
      const legal = rules.moves(this.positions.at(-1)).includes(move);
      if (!legal) throw new Error(`move ${this.moves.length + 1}, ${move}, is not legal`);
      this.#append(move);
    }
    this.ply = Math.min(Math.max(ply, 0), this.moves.length);
  }

  get start() {
    return this.positions[0];
  }

  get position() {
    return this.positions[this.ply];
  }

  get isAtEnd() {
    return this.ply === this.moves.length;
  }

  /** The move that led to the position that is looked at. */
  get lastMove() {
    return this.moves[this.ply - 1] ?? null;
  }

  /**
   * How the game has ended: `{ winner, cells }`, with `isRepeated` if it is a draw by
   * repetition; `null` while it goes on.
   */
  get ended() {
    const repetition = this.#isRepeated(this.ply) ? { winner: null, cells: [], isRepeated: true } : null;
    return this.rules.ended(this.position) ?? repetition;
  }

  #isRepeated(ply) {
    const times = this.#texts.slice(0, ply + 1).filter((text) => text === this.#texts[ply]);
    return times.length >= REPETITIONS;
  }

  /** Plays a move here; moves that were taken back are forgotten. */
  play(move) {
    this.moves.length = this.ply;
    this.positions.length = this.ply + 1;
    this.#texts.length = this.ply + 1;
    this.#append(move);
    this.ply += 1;
  }

  #append(move) {
    this.positions.push(this.rules.play(this.positions.at(-1), move));
    this.#texts.push(this.rules.format(this.positions.at(-1)));
    this.moves.push(move);
  }
}
