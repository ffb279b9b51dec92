export type Player = "X" | "O";

export interface Position {
  /** Row by row from the top; `""` where a tile is blank. */
  cells: (Player | "")[];
  toMove: Player;
}

export interface Rules {
  name: string;
  size: number;
  start: Position;
  /** Legal moves, as in `a4R`; none when the game is over. */
  moves(position: Position): string[];
  play(position: Position, move: string): Position;
  ended(position: Position): { winner: Player; cells: number[] } | null;
  format(position: Position): string;
  /** Throws an `Error` that says what is wrong. */
  parse(text: string): Position;
}

/** The rules of Quixo by name: `quixo3`, `quixo4`, `quixo5`. */
export const RULES: ReadonlyMap<string, Rules>;
