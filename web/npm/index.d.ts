/** `quixo3`, `quixo4`, `quixo5`, `numerical3`, `numerical4`, `ultimate`, `ultimate --rules won-closed`. */
export type GameId = string;

/** A position or a move in the notation of its game: `4/4/4/4 X`, `a4R`. `start` is a position, too. */
export type Notation = string;

export type Outcome = "win" | "loss" | "draw" | "open";

/** How likely outcomes are; never a fact. */
export interface Estimate {
  win: number;
  draw: number;
  loss: number;
}

/** The value for the player to move; that of a move for who makes it. */
export interface Value {
  known: "proved" | "estimated" | "unknown";
  outcome: Outcome;
  /** `null` for a draw and while it is open. */
  winner: string | null;
  /** Plies to the end under best play; `null` for a draw and where it is not known. */
  distance: number | null;
  estimate?: Estimate;
  position: Notation;
}

export interface Move extends Value {
  move: Notation;
  /** Of a move that draws: how many replies hold the draw. */
  holding?: { replies: number; of: number };
  /** How likely the opponent errs within two replies, if that was asked; `known` says how far it is known which replies err. */
  trap?: { chance: number; known: "proved" | "estimated" };
}

export interface Answer extends Value {
  game: string;
  rules: string;
  to_move: string;
  /** For whom traps are set, if they were asked for. */
  opponent?: "beginner" | "club" | "strong";
  /** Of a position the best first; of a line in their order. */
  moves: Move[];
  /** The time ran out: asking again may tell more. */
  partial?: boolean;
  /** Which part of a database is missing. */
  note?: string;
  /** What only this game has to say. */
  [more: string]: unknown;
}

export interface Choice {
  game: string;
  rules: string;
  position: Notation;
  agent: string;
  move: Notation;
  /** The position after the move. */
  after: Notation;
  reason?: string;
  /** Of the agent `rules`: the rule that decided, if not every move was as good as another. */
  rule?: { name: string; text: string };
  /** Of the agent `rules`: the rules of its card in their order, each with the moves that it leaves. */
  steps?: { name: string; text: string; moves: Notation[] }[];
}

export interface Agent {
  /** What `best` takes: `minimax:3`. */
  agent: string;
  title: string;
  about?: string;
  rating?: number;
  /** The only player it can be: `X`. */
  side?: string;
}

/** A question without an answer. */
export class Refused extends Error {
  /** Whether asking again may help. */
  again: boolean;
}

export interface Asking {
  /** Takes the question back, which stops an agent. */
  signal?: AbortSignal;
}

export interface Game {
  readonly id: GameId;
  /** The value of a position and of its moves. */
  probe(position?: Notation, options?: Asking): Promise<Answer>;
  /** A game without a mistake. */
  line(position?: Notation, options?: Asking): Promise<Answer>;
  /** The move of an agent. The same seed gives the same move, unless the agent's budget is a time. */
  best(position: Notation, agent: string, options?: Asking & { seed?: number }): Promise<Choice>;
  agents(): Promise<Agent[]>;
}

export interface Files {
  /** The address of the package's folder `engine`, with a slash at its end, if it was moved. */
  folder?: string;
  /** The address of a database of 5×5 that `quixotic export` wrote, with a slash at its end. */
  quixo5?: string;
}

/** A game of the engine, which starts with the first question. */
export function open(id: GameId, files?: Files): Game;
