// What the page shows as proved on a machine with a part of the values is what the whole database says: on positions of play,
// with the server and with the engine of a page without one.

import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { RULES } from "../site/js/quixo/rules.js";
import { RANK } from "../site/js/words.js";
import { start } from "./engine.mjs";
import { QUIXOTIC, browse, serve, test, visit } from "./harness.mjs";
import { dice } from "./page.mjs";
import { run } from "./processes.mjs";
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

/** The answer of the engine of a page without a server; what it cannot tell now fails. */
async function told(engine, game, position) {
  const found = await engine.ask({ ask: "probe", game, position });
  assert.equal(found.kind, "answer", found.message);
  return JSON.parse(found.body);
}

const FIVE = RULES.get("quixo5");

/** Positions of play from random boards without a blank tile, in which the game goes on: all moves stay on that level. */
function lastPositions(count, roll) {
  const found = [];
  while (found.length < count) {
    const cells = Array.from({ length: 25 }, (_, cell) => "XO"[cell % 2]);
    for (let last = 24; last > 0; last -= 1) {
      const other = roll(last + 1);
      [cells[last], cells[other]] = [cells[other], cells[last]];
    }
    let position = { cells, toMove: "X" };
    for (let ply = 0; ply < 4 && !FIVE.ended(position); ply += 1) {
      found.push(position);
      const moves = FIVE.moves(position);
      position = FIVE.play(position, moves[roll(moves.length)]);
    }
  }
  return found;
}

test("5×5 without the database against its last level, with both engines", async (context) => {
  const last = join(data, "last5");
  await run(QUIXOTIC, ["solve", "quixo5", "--until", "25", "--db", last, "--quiet"]);
  const [engine, solved] = [await start(), await serve({ QUIXOTIC_DB: last })];
  context.after(() => Promise.all([engine.stop(), solved.stop()]));
  const seen = new Seen();
  for (const position of lastPositions(200, dice(25))) {
    const text = FIVE.format(position);
    const truth = await solved.probe("quixo5", text);
    for (const answer of [await server.probe("quixo5", text), await told(engine, "quixo5", text)]) {
      checkPosition(FIVE, position, answer, truth, seen);
    }
  }
  seen.check("mistakes", "judged", "unjudged", "puzzles");
});

/** What a page shows of the position that is looked at. */
const shown = (page) => page.evaluate(() => ({
  header: document.querySelector(".verdict").textContent,
  tiles: [...document.querySelectorAll(".tile.takeable")].map((tile) => [tile.dataset.cell, tile.ariaLabel]),
  moves: [...document.querySelectorAll(".chip")].flatMap(({ dataset, title }) => dataset.equal.split(" ").map((move) => [move, title.split(": ")[1].split(";")[0]])),
}));

test("the page with a part of the values: what it shows as proved is so", async (context) => {
  const ask = await hidden4(LAST[1]);
  const browser = await browse();
  const page = await visit(browser, null);
  context.after(() => browser.close());
  await page.route("**/api/quixo4?*", async (route) => {
    const json = await ask(new URL(route.request().url()).searchParams.get("position"));
    return route.fulfill({ json });
  });
  const games = randomGames(FOUR, 40, dice(5)).filter((moves) => moves.length > 5).slice(0, 2);
  const seen = { proved: 0, estimates: 0 };
  for (const moves of games) {
    await page.goto(`${server.url}/#game=quixo4&moves=${moves.join(",")}`);
    await page.reload();
    await page.waitForFunction(() => /mistake|judged/.test(document.querySelector(".mistake")?.textContent));
    const truths = [];
    for (const position of positionsOf(FOUR, moves)) truths.push(await server.probe("quixo4", FOUR.format(position)));
    await page.click("[aria-label='To the start']");
    for (const [ply, truth] of truths.entries()) {
      await page.waitForFunction((text) => document.querySelector("#position").value === text, truth.position);
      const { header, tiles, moves: list } = await shown(page);
      const outcomes = new Map(truth.moves.map(({ move, outcome }) => [move, outcome]));
      const words = (winner) => (winner === null ? "A draw" : `${winner} wins`);
      if (!header.startsWith("About")) assert.ok(header.startsWith(words(truth.winner)), `${truth.position}: ${header}`);
      assert.equal(list.length, truth.moves.length);
      for (const [move, said] of list) {
        if (said.startsWith("estimate")) seen.estimates += 1;
        else assert.equal(said.split(/[ ,]/)[0], outcomes.get(move), `${truth.position}: ${move}`);
      }
      for (const [cell, said] of tiles) {
        const [, best] = said.match(/at best (win|draw|loss)/) ?? [];
        if (!best) continue;
        seen.proved += 1;
        const ranks = [...outcomes].filter(([move]) => move.startsWith(cell)).map(([, outcome]) => RANK[outcome]);
        assert.equal(RANK[best], Math.max(...ranks), `${truth.position}: ${said}`);
      }
      const marks = await page.$$eval(".fault-grave", (all) => all.map(({ dataset }) => Number(dataset.ply)));
      assert.ok(marks.every((at) => RANK[truths[at - 1].outcome] > RANK[truths[at - 1].moves.find(({ move }) => move === moves[at - 1]).outcome]), truth.position);
      if (ply + 1 < truths.length) await page.keyboard.press("ArrowRight");
    }
  }
  assert.ok(seen.proved > 20 && seen.estimates > 20, JSON.stringify(seen));
  assert.deepEqual(page.faults, []);
});

test(`5×5 without the database against the whole of it, on ${POSITIONS} positions of play, with both engines`, async (context) => {
  if (!QUIXO5_DB) return context.skip("QUIXO5_DB names no database of 5×5");
  const engine = await start();
  const whole = await serve({ QUIXOTIC_DB: QUIXO5_DB });
  context.after(() => Promise.all([engine.stop(), whole.stop()]));
  const seen = new Seen();
  const games = randomGames(FIVE, POSITIONS, dice(28));
  for (const ask of [(text) => server.probe("quixo5", text), (text) => told(engine, "quixo5", text)]) {
    await checkGames(FIVE, games, ask, (text) => whole.probe("quixo5", text), seen);
  }
  return seen.check();
});
