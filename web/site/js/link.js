// A game as the part of an address after `#`, and back:
// `mode=play&game=quixo4&start=X3/4/4/4_O&moves=a4R,d1T&ply=1`. What is the default is left
// out: a link without a mode is for looking at a game, and one without rules is for the
// standard ones. A game with a friend on another device has a name in its links, and the number of plies
// at their end, which a link that was cut off has not:
// `mode=play&game=quixo5&friend=k3f9x2ab&moves=a5R,b1T&plies=2`.

import { idOf, partsOf } from "./id.js";
import { GameTree } from "./tree.js";

export const MODES = ["play", "learn", "analyse"];
const FIELDS = ["mode", "game", "rules", "start", "moves", "ply", "goal", "friend", "plies"];

/** The link of a game; `goal` is that of a puzzle. */
export function write(tree, mode = "analyse", goal = null) {
  const { rules, moves } = tree;
  const { game, rules: options } = partsOf(rules.name);
  const parts = mode === "analyse" ? [] : [`mode=${mode}`];
  parts.push(`game=${game}`);
  if (options) parts.push(`rules=${options.replaceAll(" ", "_")}`);
  const start = rules.format(tree.start);
  if (start !== rules.format(rules.start)) parts.push(`start=${start.replaceAll(" ", "_")}`);
  if (goal) parts.push(`goal=${goal}`);
  if (moves.length > 0) parts.push(`moves=${moves.join(",")}`);
  if (!tree.isAtEnd) parts.push(`ply=${tree.ply}`);
  return `#${parts.join("&")}`;
}

/** The link of a game with a friend, see `matches.js`. */
export function ofMatch({ id, game, start, moves }) {
  const parts = ["mode=play", `game=${game}`, `friend=${id}`];
  if (start) parts.push(`start=${start.replaceAll(" ", "_")}`);
  if (moves.length > 0) parts.push(`moves=${moves.join(",")}`);
  return `#${[...parts, `plies=${moves.length}`].join("&")}`;
}

/**
 * What a link names, `{ tree, mode, goal, friend, problem }`; `null` if it names no game. `find`
 * gives the rules of a game by its name. A move that cannot be played is the `problem`, and the
 * moves before it are kept; anything else that is wrong is an error that says so, and in the link of a game with a
 * friend everything is.
 */
export function read(hash, find) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const name = fields.get("game");
  if (name === null) return null;
  if (!find(name)) throw new Error(`there is no game “${name}” here`);
  const options = fields.get("rules")?.replaceAll("_", " ");
  const rules = find(idOf({ game: name, rules: options }));
  if (!rules) throw new Error(`it is for the rules “${options}”, which are not played on this page`);
  const stranger = [...fields.keys()].find((field) => !FIELDS.includes(field));
  if (stranger) throw new Error(`it has a part “${stranger}” that this page does not know`);
  const mode = fields.get("mode") ?? "analyse";
  if (!MODES.includes(mode)) throw new Error(`there is no mode “${mode}”`);
  const start = fields.get("start")?.replaceAll("_", " ");
  const tree = new GameTree(rules, start === undefined ? rules.start : rules.parse(start));
  const moves = fields.get("moves")?.split(",").filter(Boolean) ?? [];
  const friend = fields.get("friend");
  if (friend !== null) {
    if (!/^[a-z0-9]{8}$/.test(friend) || fields.get("plies") !== String(moves.length)) throw new Error("a part of it is missing");
    const problem = playAll(tree, moves);
    if (problem) throw new Error(problem);
    return { tree, mode: "play", goal: null, friend, problem: null };
  }
  const problem = playAll(tree, moves);
  const ply = Number.parseInt(fields.get("ply") ?? "", 10);
  if (!problem && !Number.isNaN(ply)) tree.goTo(tree.atPly(ply));
  return { tree, mode, goal: fields.get("goal"), friend: null, problem };
}

function playAll(tree, moves) {
  try {
    for (const move of moves) tree.play(move);
    return null;
  } catch (error) {
    return error.message;
  }
}
