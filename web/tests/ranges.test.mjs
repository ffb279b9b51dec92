// 5×5 from plain files by ranges: the values of the server that has the same database, or one
// clear sentence, whatever the host does.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { RULES } from "../site/js/quixo/rules.js";
import { AT_ONCE, Database } from "../site/js/engine/database.js";
import { start } from "./engine.mjs";
import { edition, host as hostFolder } from "./folder.mjs";
import { QUIXOTIC, browse, serve, test, visit } from "./harness.mjs";
import { dice } from "./page.mjs";
import { run } from "./processes.mjs";
import { FAULTS, host } from "./range-server.mjs";

/** Levels from here up are in the database. Level 23, the measure of the project, takes minutes. */
const UNTIL = Number(process.env.QUIXOTIC_UNTIL ?? 24);

let data;
let folder;
let server;
before(async () => {
  data = await mkdtemp(join(tmpdir(), "quixotic-"));
  folder = join(data, "hosted");
  const env = { ...process.env, XDG_DATA_HOME: data };
  await run(QUIXOTIC, ["solve", "quixo5", "--until", String(UNTIL), "--quiet"], { env });
  await run(QUIXOTIC, ["export", "quixo5", folder, "--quiet"], { env });
  server = await serve({ XDG_DATA_HOME: data });
});
after(async () => {
  await server?.stop();
  await rm(data, { recursive: true });
});

/** Random positions with so many marked tiles in which the game is not over. */
function boards(count, level, seed) {
  const roll = dice(seed);
  const rules = RULES.get("quixo5");
  const found = [];
  while (found.length < count) {
    const tiles = Array.from({ length: 25 }, (_, cell) => (cell < level ? "XO"[cell % 2] : " "));
    for (let last = 24; last > 0; last -= 1) {
      const other = roll(last + 1);
      [tiles[last], tiles[other]] = [tiles[other], tiles[last]];
    }
    const rows = Array.from({ length: 5 }, (_, row) => tiles.slice(5 * row, 5 * row + 5).join(""));
    const position = `${rows.join("/").replace(/ +/g, (blank) => blank.length)} X`;
    if (!rules.ended(rules.parse(position))) found.push(position);
  }
  return found;
}

const expected = async (position, what = "") =>
  (await server.get(`/api/quixo5${what}?position=${encodeURIComponent(position)}`)).text();

/** An engine of its own, on a host of its own. */
async function reading(context, options = {}, Reader = Database) {
  const files = await host(folder, options);
  const engine = await start(files.url, Reader);
  context.after(async () => {
    await engine.stop();
    await files.stop();
  });
  return { files, engine };
}

test("values, lines, moves and counts are those of the server", async (context) => {
  const { engine } = await reading(context);
  for (const level of [25, 24, UNTIL]) {
    for (const position of boards(20, level, level)) {
      const told = await engine.ask({ ask: "probe", game: "quixo5", position });
      assert.equal(told.body, await expected(position), position);
    }
  }
  const [position] = boards(1, UNTIL, 9);
  const line = await engine.ask({ ask: "line", game: "quixo5", position });
  assert.equal(line.body, await expected(position, "/line"));
  const stats = await engine.ask({ ask: "stats", game: "quixo5" });
  assert.equal(stats.body, await (await server.get("/api/quixo5/stats")).text());
  for (const agent of ["random", "net", "minimax:1"]) {
    const told = await engine.ask({ ask: "move", game: "quixo5", position, agent, seed: 3 });
    const path = `/api/quixo5/move?agent=${agent}&seed=3&position=${encodeURIComponent(position)}`;
    assert.equal(told.body, await (await server.get(path)).text(), agent);
  }
  // A search does not ask what is far for every position.
  const told = await engine.ask({ ask: "move", game: "quixo5", position, agent: "search:1s", seed: 3 });
  assert.equal(told.kind, "answer");
});

test("what was read is told when it was taken", async (context) => {
  const files = await host(folder);
  context.after(() => files.stop());
  const told = [];
  const database = new Database(files.url, (totals) => told.push(totals));
  const page = (from, to) => ({ file: "c12-13.qxc", from, to, page: true });
  await database.bring({ supply: () => null }, [page(64, 80), page(80, 100)]);
  await database.bring({ supply: () => null }, [{ ...page(100, 120), page: false }]);
  assert.deepEqual(told, [{ pages: 2, bytes: 36 }, { pages: 2, bytes: 56 }]);
});

test("outcomes come first, and are right", async (context) => {
  const { engine } = await reading(context);
  let before = 0;
  for (const position of boards(12, UNTIL, 4)) {
    let early = null;
    const told = await engine.ask({ ask: "probe", game: "quixo5", position }, { early: (body) => { early = JSON.parse(body); } });
    if (!early) continue;
    before += 1;
    const answer = JSON.parse(told.body);
    assert.equal(early.outcome, answer.outcome);
    assert.equal(early.distance, null);
    const outcomes = (moves) => moves.map(({ move, outcome }) => `${move} ${outcome}`).sort();
    assert.deepEqual(outcomes(early.moves), outcomes(answer.moves));
    assert.ok(early.moves.every((found) => found.distance === null));
  }
  assert.ok(before > 6, `${before} early answers`);
});

test("a module that fails while it takes the manifest is not said to be a manifest that is missing", async (context) => {
  const files = await host(folder);
  context.after(() => files.stop());
  const trap = () => { throw new WebAssembly.RuntimeError("unreachable"); };
  await assert.rejects(new Database(files.url).bringManifest({ supply: trap, goWithoutManifest() {} }), WebAssembly.RuntimeError);
});

/** Counts how often all requests that may be on their way at once were waited for. */
class Counting extends Database {
  rounds = 0;

  async bringManifest(module) {
    await super.bringManifest(module);
    this.rounds += 1;
  }

  async bring(module, ranges) {
    const before = Counting.host.requests;
    await super.bring(module, ranges);
    this.rounds += Math.ceil((Counting.host.requests - before) / AT_ONCE);
  }
}

test("with 30 ms for each request all outcomes are there within a second, some requests at a time", async (context) => {
  const delay = 30;
  const { files, engine } = await reading(context, { delay }, Counting);
  Counting.host = files;
  // What comes with the engine is there before a game begins.
  await engine.ask({ ask: "games" });
  const times = [];
  const rounds = [];
  for (const position of boards(8, UNTIL, 5)) {
    const begun = { time: performance.now(), rounds: engine.database.rounds };
    const early = () => {
      times.push(Math.round(performance.now() - begun.time));
      rounds.push(engine.database.rounds - begun.rounds);
    };
    let isEarly = false;
    const told = await engine.ask({ ask: "probe", game: "quixo5", position }, { early: () => { isEarly = true; early(); } });
    if (!isEarly) early();
    assert.equal(told.body, await expected(position));
  }
  context.diagnostic(`outcomes after ${times.join(", ")} ms, ${rounds.join(", ")} rounds; ${engine.read.pages} pages, ${engine.read.bytes} bytes, ${files.requests} requests`);
  assert.ok(files.most <= 8, `${files.most} requests at a time`);
  // The clock of a busy machine says little: what has to be waited for is counted, and leaves half of the second to the engine.
  assert.ok(rounds.every((count) => count > 0 && count * delay <= 500), `${rounds.join(", ")} rounds`);
  const median = times.toSorted((a, b) => a - b)[times.length >> 1];
  assert.ok(median < 1000, `outcomes after ${times.join(", ")} ms`);
});

// Faults that hit some requests are got over, by asking once more; those that hit all are told.
const WORDS = {
  whole: /does not answer ranges/,
  "gzip-file": /something else|does not answer|damaged/,
  short: /something else than what was asked for/,
  cut: /something else|does not answer/,
  error: /answers 503/,
  away: /does not answer/,
  missing: /has no c\d\d-\d\d\.qxc/,
  flip: /damaged data/,
  elsewhere: /damaged data/,
};

for (const fault of Object.keys(FAULTS)) {
  test(`a host that does this: ${fault}`, async (context) => {
    const { files, engine } = await reading(context, { fault });
    const [position] = boards(1, UNTIL, 6);
    const told = await engine.ask({ ask: "probe", game: "quixo5", position });
    if (fault in WORDS) {
      assert.equal(told.kind, "refused", told.body);
      assert.match(told.message, WORDS[fault]);
      assert.match(told.message, /^The host of the database .*\.$/);
    } else {
      assert.equal(told.body, await expected(position));
    }
    // The host is repaired: nothing wrong was kept.
    files.fault = null;
    const again = await engine.ask({ ask: "probe", game: "quixo5", position });
    assert.equal(again.body, await expected(position));
  });

  test(`a host that does this now and then: ${fault}`, async (context) => {
    const { engine } = await reading(context, { fault, every: 5 });
    let answers = 0;
    for (const position of boards(6, UNTIL, 7)) {
      const told = await engine.ask({ ask: "probe", game: "quixo5", position });
      if (told.kind === "answer") {
        assert.equal(told.body, await expected(position));
        answers += 1;
      } else {
        assert.match(told.message, WORDS[fault]);
      }
    }
    if (!["whole", "missing"].includes(fault)) assert.ok(answers > 0, "never an answer");
  });
}

test("a manifest that is damaged, of something else, or not there", async (context) => {
  const position = boards(1, UNTIL, 8)[0];
  const opening = "5/5/2X2/5/5 O";
  const { files, engine } = await reading(context, { fault: "missing", on: "all" });
  const refused = async (words) => {
    const told = await engine.ask({ ask: "probe", game: "quixo5", position });
    assert.deepEqual([told.kind, told.again], ["refused", true]);
    assert.match(told.message, words);
    // What comes with the engine needs no host.
    assert.equal((await engine.ask({ ask: "probe", game: "quixo5", position: opening })).body, await expected(opening));
    assert.equal((await engine.ask({ ask: "games" })).kind, "answer");
  };
  await refused(/has no manifest\.json/);
  files.fault = "flip";
  await refused(/manifest of the database cannot be used/);
  files.fault = "away";
  await refused(/does not answer/);
  files.fault = null;
  assert.equal((await engine.ask({ ask: "probe", game: "quixo5", position })).body, await expected(position));
  const other = await mkdtemp(join(tmpdir(), "quixotic-"));
  context.after(() => rm(other, { recursive: true }));
  await run(QUIXOTIC, ["export", "quixo4", other, "--quiet"]);
  const wrong = await host(other);
  const confused = await start(wrong.url);
  context.after(async () => {
    await confused.stop();
    await wrong.stop();
  });
  assert.match((await confused.ask({ ask: "probe", game: "quixo5", position })).message, /of quixo4, not of quixo5/);
  await writeFile(join(other, "manifest.json"), "<!doctype html>");
  assert.match((await confused.ask({ ask: "probe", game: "quixo5", position })).message, /not the manifest of a database/);
});

test("files that are not those of the manifest give no value", async (context) => {
  const other = await mkdtemp(join(tmpdir(), "quixotic-"));
  context.after(() => rm(other, { recursive: true }));
  await cp(folder, other, { recursive: true });
  const [position] = boards(1, UNTIL, 10);
  for (const name of ["c12-12.qxc", "c13-11.qxc", "c12-11.qxc", "c11-12.qxc"]) {
    const bytes = await readFile(join(other, name)).catch(() => null);
    if (bytes) await writeFile(join(other, name), bytes.subarray(0, bytes.length >> 1));
  }
  const files = await host(other);
  const engine = await start(files.url);
  context.after(async () => {
    await engine.stop();
    await files.stop();
  });
  const told = await engine.ask({ ask: "probe", game: "quixo5", position });
  assert.equal(told.kind, "refused", told.body);
});

test("in a browser the page of a folder shows them, and what it has read", async (context) => {
  const files = await host(folder);
  const named = await edition("0123456789abcdef", {
    "index.html": (html) => html
      .replace("connect-src 'self'", `connect-src 'self' ${new URL(files.url).origin}`)
      .replace('<meta name="quixotic-engine"', `<meta name="quixotic-quixo5" content="${files.url}">\n$&`),
  });
  const [site, browser] = await Promise.all([hostFolder(named), browse()]);
  context.after(async () => {
    await browser.close();
    await Promise.all([site.stop(), files.stop(), rm(dirname(named), { recursive: true })]);
  });
  const page = await visit(browser, `${site.url}#game=quixo5`);
  for (const position of boards(5, UNTIL, 6)) {
    await page.evaluate((text) => { location.hash = `#game=quixo5&start=${text.replace(" ", "_")}`; }, position);
    const { outcome, distance, moves } = JSON.parse(await expected(position));
    const verdict = outcome === "draw" ? "A draw" : `${outcome === "win" ? "X" : "O"} wins in ${distance} ${distance === 1 ? "move" : "moves"}`;
    await page.waitForFunction((words) => document.querySelector(".verdict").textContent.includes(words), verdict);
    // Those that are equal by symmetry are shown as one.
    const shown = await page.$$eval(".chip", (chips) => chips.flatMap(({ dataset, classList }) => {
      const kind = ["win", "draw", "loss"].find((name) => classList.contains(`is-${name}`));
      return dataset.equal.split(" ").map((move) => `${move} ${kind}`);
    }));
    assert.deepEqual(shown.sort(), moves.map((found) => `${found.move} ${found.outcome}`).sort());
  }
  const [, pages, size] = (await page.innerText(".database")).match(/Read of it so far: (\d+) pages, (\d+) KB\./);
  assert.ok(Number(pages) > 5);
  assert.equal(Number(size), Math.round(files.bytes / 1000));
  assert.deepEqual(page.faults, []);
});
