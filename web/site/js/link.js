// A game as the part of an address after `#`, and back:
// `game=quixo4&start=X3/4/4/4_O&moves=a4R,d1T&ply=1`. What is the default is left out, so
// there are no `rules`: those of the page are the standard ones.

import { GameRecord } from "./record.js";

const FIELDS = ["game", "rules", "start", "moves", "ply"];

/** The link of a record. */
export function write(record) {
  const { rules } = record;
  const parts = [`game=${rules.name}`];
  const start = rules.format(record.start);
  if (start !== rules.format(rules.start)) parts.push(`start=${start.replaceAll(" ", "_")}`);
  if (record.moves.length > 0) parts.push(`moves=${record.moves.join(",")}`);
  if (!record.isAtEnd) parts.push(`ply=${record.ply}`);
  return `#${parts.join("&")}`;
}

/**
 * The record of a link; `null` if it has none. `find` gives the rules of a game by
 * its name. Throws an error that says what is wrong.
 */
export function read(hash, find) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const name = fields.get("game");
  if (name === null) return null;
  const rules = find(name);
  if (!rules) throw new Error(`there is no game “${name}” here`);
  const options = fields.get("rules")?.replaceAll("_", " ") ?? "standard";
  if (options !== "standard") throw new Error(`it is for the rules “${options}”, and this page plays by the standard rules only`);
  const stranger = [...fields.keys()].find((field) => !FIELDS.includes(field));
  if (stranger) throw new Error(`it has a part “${stranger}” that this page does not know`);
  const start = fields.get("start")?.replaceAll("_", " ");
  const moves = fields.get("moves")?.split(",").filter(Boolean) ?? [];
  const ply = Number.parseInt(fields.get("ply") ?? moves.length, 10);
  return new GameRecord(
    rules,
    start === undefined ? rules.start : rules.parse(start),
    moves,
    Number.isNaN(ply) ? moves.length : ply,
  );
}
