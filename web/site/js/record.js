// A game as it was played: where it started, its moves, and the ply that is looked
// at. Positions follow from the moves and are kept beside them.

export class GameRecord {
  constructor(rules, start = rules.start, moves = [], ply = moves.length) {
    this.rules = rules;
    this.positions = [start];
    this.moves = [];
    for (const move of moves) {
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

  /** Plays a move here; moves that were taken back are forgotten. */
  play(move) {
    this.moves.length = this.ply;
    this.positions.length = this.ply + 1;
    this.#append(move);
    this.ply += 1;
  }

  #append(move) {
    this.positions.push(this.rules.play(this.positions.at(-1), move));
    this.moves.push(move);
  }
}
