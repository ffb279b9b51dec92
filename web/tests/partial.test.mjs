// The Quixo page with a part of the 5×5 database: values where there are any, and a word
// where there are none.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { passUntil } from "./page.mjs";
import { QUIXOTIC, browse, serve, shows, test, verdict, visit } from "./harness.mjs";
import { run } from "./processes.mjs";

const FULL = "XOXOX/OXOXO/OXOXO/XOXOX/XOXOX X";
/** More tiles than the opening in the program has, fewer than the database here. */
const BETWEEN = "XXX2/5/2O2/OO3/O3X X";
let data;
let browser;
before(async () => {
  data = await mkdtemp(join(tmpdir(), "quixotic-"));
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await rm(data, { recursive: true });
});

let solving;
/** Makes level 25, once for both tests. */
function solve() {
  solving ??= run(QUIXOTIC, ["solve", "quixo5", "--until", "25", "--quiet"], { env: { ...process.env, XDG_DATA_HOME: data } });
  return solving;
}

test("levels that come while the server runs are shown on a page that is open", async (context) => {
  const server = await serve({ XDG_DATA_HOME: data });
  context.after(() => server.stop());
  const page = await visit(browser, null);
  context.after(() => page.context().close());
  await page.clock.install();
  await page.goto(`${server.url}/#game=quixo5&start=${FULL.replace(" ", "_")}`);
  await page.waitForSelector(".database");
  await page.waitForFunction(() => /^About \d+ % for [XO]$/.test(document.querySelector(".verdict").textContent));
  await solve();
  await passUntil(page, 5000, async () => !(await verdict(page)).startsWith("About"));
  const answer = await server.probe("quixo5", FULL);
  assert.deepEqual((await page.$$eval(".chip", (all) => all.flatMap((chip) => chip.dataset.equal.split(" ")))).length, answer.moves.length);
  await page.goto(`${server.url}/#game=quixo5&start=${BETWEEN.replace(" ", "_")}`);
  await page.waitForFunction(() => /with 0–7, 25 marked tiles/.test(document.querySelector(".database")?.textContent));
  assert.deepEqual(page.faults, []);
});

test("values are shown for the levels that are here", async (context) => {
  await solve();
  const server = await serve({ XDG_DATA_HOME: data });
  context.after(() => server.stop());
  const { games } = await server.json("/api/games");
  const { levels, complete } = games.find(({ game }) => game === "quixo5");
  assert.deepEqual([levels, complete], [[0, 1, 2, 3, 4, 5, 6, 7, 25], false]);
  const page = await visit(browser, `${server.url}/#game=quixo5&start=${FULL.replace(" ", "_")}`);
  await page.waitForSelector(".chip");
  const answer = await server.probe("quixo5", FULL);
  assert.deepEqual((await page.$$eval(".chip", (all) => all.flatMap((chip) => chip.dataset.equal.split(" ")))).length, answer.moves.length);
  assert.doesNotMatch(await verdict(page), /^About/);
  await page.goto(`${server.url}/#game=quixo5&start=${BETWEEN.replace(" ", "_")}`);
  await shows(page, BETWEEN);
  assert.match(await verdict(page), /^About \d+ % for [XO]$/);
  assert.match(await page.innerText(".because"), /^An estimate of a network, not a value: win \S+ %, draw \S+ %, loss \S+ % for the player to move\. Exact values of quixo5 are here for positions with 0–7, 25 marked tiles/);
  await page.waitForSelector(".database");
  assert.match(await page.innerText(".database"), /with 0–7, 25 marked tiles/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
