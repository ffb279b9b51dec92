// A game as the part of an address after `#`, and back:
// `mode=play&game=quixo4&start=X3/4/4/4_O&moves=a4R,d1T&ply=1`. What is the default is left
// out: a link without a mode is for looking at a game, and one without rules is for the
// standard ones.

import { idOf, partsOf } from "./id.js";
import { GameTree } from "./tree.js";

export const MODES = ["play", "learn", "analyse"];
const FIELDS = ["mode", "game", "rules", "start", "moves", "ply", "goal"];

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

/**
 * What a link names, `{ tree, mode, goal, problem }`; `null` if it names no game. `find`
 * gives the rules of a game by its name. A move that cannot be played is the `problem`, and the
 * moves before it are kept; anything else that is wrong is an error that says so.
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
  const problem = playAll(tree, fields.get("moves")?.split(",").filter(Boolean) ?? []);
  const ply = Number.parseInt(fields.get("ply") ?? "", 10);
  if (!problem && !Number.isNaN(ply)) tree.goTo(tree.atPly(ply));
  return { tree, mode, goal: fields.get("goal"), problem };
}

function playAll(tree, moves) {
  try {
    for (const move of moves) tree.play(move);
    return null;
  } catch (error) {
    return error.message;
  }
}
