// What the page shows as proved on a machine with a part of the values is what the whole database says: on positions of play,
// with the server and with the engine of a page without one.

import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { RULES } from "../site/js/quixo/rules.js";
import { start } from "./engine.mjs";
import { QUIXOTIC, browse, serve, test, verdict, visit } from "./harness.mjs";
import { dice } from "./page.mjs";
import { run } from "./processes.mjs";
import { host } from "./range-server.mjs";
import { Seen, checkPosition, checkReview, positionsOf, randomGames } from "./truth.mjs";

/** The whole database of 5×5, a directory or an address, where there is one. */
const QUIXO5_DB = process.env.QUIXO5_DB;
const POSITIONS = 1000;
/** Tiles of the last level of 4×4 that is not hidden; 5×5 has 0 to 7 on every machine. */
const LAST = [3, 5, 8];
/** Programs that run at the same time. */
const TOGETHER = 4;

let data;
let server;
before(async () => {
  data = await mkdtemp(join(tmpdir(), "quixotic-"));
  server = await serve();
});
after(async () => {
  await server?.stop();
  await rm(data, { recursive: true });
});

/** The answers of `ask` about positions, by their text. */
async function answersOf(rules, positions, ask) {
  const texts = [...new Set(positions.map(rules.format))];
  const found = new Map();
  const work = async () => {
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) found.set(text, await ask(text));
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  return found;
}

/** Checks all that is shown of random games. */
async function checkGames(rules, games, ask, truth, seen) {
  const positions = games.flatMap((moves) => positionsOf(rules, moves));
  const [answers, truths] = [await answersOf(rules, positions, ask), await answersOf(rules, positions, truth)];
  for (const position of positions) {
    const text = rules.format(position);
    checkPosition(rules, position, answers.get(text), truths.get(text), seen);
  }
  for (const moves of games) checkReview(rules, moves, answers, truths, seen);
}

const FOUR = RULES.get("quixo4");
let solved4;

/** A database of 4×4 without the levels above one. */
async function hidden4(last) {
  const whole = join(data, "whole4");
  solved4 ??= run(QUIXOTIC, ["solve", "quixo4", "--db", whole, "--quiet"]);
  await solved4;
  const part = join(data, `part4-${last}`);
  await cp(whole, part, { recursive: true });
  for (const file of await readdir(part)) {
    const [, mine, theirs] = file.match(/^c(\d+)-(\d+)\.qxc$/) ?? [];
    if (Number(mine) + Number(theirs) > last) await rm(join(part, file));
  }
  return async (position) => {
    const { stdout } = await run(QUIXOTIC, ["probe", "quixo4", "--db", part, "--json", position], { maxBuffer: 1 << 24 });
    return JSON.parse(stdout);
  };
}

test(`4×4 with its upper levels hidden: nothing is shown as proved that is not so, on ${POSITIONS} positions of play`, async () => {
  const seen = new Seen();
  for (const last of LAST) {
    const games = randomGames(FOUR, Math.ceil(POSITIONS / LAST.length), dice(last));
    await checkGames(FOUR, games, await hidden4(last), (text) => server.probe("quixo4", text), seen);
  }
  seen.check();
});
