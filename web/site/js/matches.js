// Games with friends on other devices, which go from link to link: `{ id, game, start, moves, side, turn, sent }`. `start`
// is `null` for the usual one; `side` plays at this device, `turn` is to move, `null` once it is over; `sent` is how many
// plies the last link had that went out or came in, `null` if there was none.

import { recall, remember } from "./memory.js";
import { GameTree } from "./tree.js";

const KEY = "matches";

/** The games of this device, that of the last move first. */
export const all = () => recall(KEY) ?? [];

export const find = (id) => all().find((match) => match.id === id) ?? null;

/** Keeps a game as it is now. */
export function keep(match) {
  remember(KEY, [match, ...all().filter(({ id }) => id !== match.id)]);
}

export function drop(match) {
  remember(KEY, all().filter(({ id }) => id !== match.id));
}

/** A game that begins here: `tree` is what is played already, and `side` plays at this device. */
export function begin(tree, side) {
  const id = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => (byte % 36).toString(36)).join("");
  return of(tree, { id, side, sent: null });
}

/** A game with the moves of a tree. */
export function of(tree, match) {
  const { rules } = tree;
  const { ended, position } = tree.line.at(-1);
  const start = rules.format(tree.start);
  return {
    ...match,
    game: rules.name,
    start: start === rules.format(rules.start) ? null : start,
    moves: tree.moves,
    turn: ended ? null : rules.toMove(position),
  };
}

/** The tree of a game under its rules. */
export const treeOf = ({ start, moves }, rules) => new GameTree(rules, start ? rules.parse(start) : rules.start, moves);

/** Whether nobody knows of it yet. */
export const isFresh = (match) => match.moves.length === 0 && match.sent === null;

/**
 * The game that a link brings, `{ match, news }`, with a sentence if there is more to say of it. One that is not known here
 * begins for the player who is to move. Throws an error if it is not as the game that is here.
 */
export function receive(tree, id) {
  const known = find(id);
  const came = of(tree, { id, side: known?.side ?? tree.rules.toMove(tree.position), sent: tree.moves.length });
  if (!known) return { match: came, news: null };
  if (known.game !== came.game || known.start !== came.start) throw new Error("it is of another game than the one of that name here");
  const [fewer, more] = came.moves.length > known.moves.length ? [known, came] : [came, known];
  const at = fewer.moves.findIndex((move, ply) => move !== more.moves[ply]);
  if (at >= 0) throw new Error(`it has ${came.moves[at]} as move ${at + 1}, and your game has ${known.moves[at]}. Your game is as it was`);
  if (more === known) {
    const isOld = came.moves.length < known.moves.length;
    return { match: known, news: isOld ? "That link is older than your game, which is shown." : null };
  }
  return { match: came, news: known.turn === known.side ? `The link has a move of yours, ${came.moves[known.moves.length]}, that was not made on this device.` : null };
}
