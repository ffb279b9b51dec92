import type { Notation } from "./index.js";

/**
 * `<quixo-board>`. Attributes:
 *
 * - `position` and `moves`: where a game starts, and what was played since; or `size`, 3, 4 or 5, for an empty board;
 * - `agent`: who plays `side`, `O` if nothing is said; without it both sides are played by hand, with `fixed` none;
 * - `values`: moves show what they are worth, or an arrow the best one if the board is fixed;
 * - `folder` and `quixo5`: as in `Files`.
 */
export class QuixoBoardElement extends HTMLElement {
  readonly position: Notation;
  readonly moves: Notation[];
  /** Plays a move for whoever is to move; throws an `Error` if it is not legal. */
  play(move: Notation): void;
  /** Takes the last move back, and the agent's with it. */
  undo(): void;
}

export interface QuixoBoardEventMap {
  move: CustomEvent<{ move: Notation; position: Notation; by: "person" | "agent" | "program" }>;
  end: CustomEvent<{ winner: "X" | "O" | null }>;
  refused: CustomEvent<{ message: string }>;
}

declare global {
  interface HTMLElementTagNameMap {
    "quixo-board": QuixoBoardElement;
  }
}
