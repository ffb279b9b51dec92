// What the page makes of what its worker says: outcomes before distances, what was read of a
// hosted database, refusals, and an engine that does not start at once. The worker here is a stand-in that
// answers when the test says so; the real one is tested against the server's answers.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { host } from "./folder.mjs";
import { browse, serve, test, visit } from "./harness.mjs";

let site;
let browser;
let server;
before(async () => {
  site = await host();
  server = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await Promise.all([site?.stop(), server?.stop()]);
});

/** A worker that asks the test by a channel; runs in the browser. */
const STAND_IN = `
const channel = new BroadcastChannel("stand-in");
let last;
channel.onmessage = ({ data }) => postMessage({ ...(data.kind === "read" ? {} : { id: last }), ...data });
onmessage = ({ data }) => {
  if (data.forget) channel.postMessage({ forgotten: data.id });
  if (data.ask === "games") postMessage({ id: data.id, kind: "answer", lasts: false, body: GAMES });
  if (data.ask === "probe") { last = data.id; channel.postMessage({ asked: data.position }); }
};`;

/** A page at a position of 5×5; `say` lets the worker say something. */
async function atPosition(position) {
  const { games } = await server.json("/api/games");
  const quixo5 = games.find(({ game }) => game === "quixo5");
  Object.assign(quixo5, { complete: true, levels: [...Array(26).keys()], solution: { source: "remote" } });
  const page = await visit(browser, `${site.url}rules.html`);
  await page.route("**/js/engine/worker.js", (route) => route.fulfill({
    contentType: "text/javascript",
    body: `const GAMES = ${JSON.stringify(JSON.stringify({ games }))};${STAND_IN}`,
  }));
  await page.addInitScript(() => {
    globalThis.heard = [];
    globalThis.channel = new BroadcastChannel("stand-in");
    globalThis.channel.onmessage = ({ data }) => globalThis.heard.push(data);
  });
  await page.goto(`${site.url}#game=quixo5&start=${position.replace(" ", "_")}`);
  await page.waitForFunction(() => globalThis.heard.some(({ asked }) => asked));
  const say = (message) => page.evaluate((told) => globalThis.channel.postMessage(told), message);
  return { page, say };
}

const POSITION = "5/5/5/5/4X O";

test("outcomes are shown first, then distances, and what was read of the database", async () => {
  const whole = await server.probe("quixo4", "3X/4/4/4 O");
  const { page, say } = await atPosition(POSITION);
  const withoutDistances = { ...whole, distance: null, moves: whole.moves.map((move) => ({ ...move, distance: null })) };
  await say({ kind: "read", pages: 44, bytes: 160_300 });
  await say({ kind: "early", body: JSON.stringify(withoutDistances) });
  await page.waitForFunction(() => document.querySelector(".verdict").textContent.endsWith("X wins"));
  await page.waitForFunction(() => document.querySelector(".moves .legend-line").textContent.includes("on their way"));
  assert.match(await page.innerText(".database"), /Read of it so far: 44 pages, 160 KB\./);
  await say({ kind: "answer", body: JSON.stringify(whole), lasts: true });
  await page.waitForFunction((plies) => document.querySelector(".verdict").textContent.includes(`X wins in ${plies} moves`), whole.distance);
  assert.doesNotMatch(await page.innerText(".moves .legend-line"), /on their way/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a host that misbehaves is told in one sentence, and outcomes that are known stay", async () => {
  const whole = await server.probe("quixo4", "3X/4/4/4 O");
  const refusal = { kind: "refused", message: "The host of the database sends damaged data: bytes 0 to 9 of a file do not match their checksum.", again: false };
  const first = await atPosition(POSITION);
  await first.say(refusal);
  await first.page.waitForFunction((told) => document.querySelector(".because").textContent === told, refusal.message);
  assert.match(await first.page.innerText(".verdict"), /Not known here/);
  await first.page.context().close();
  const second = await atPosition(POSITION);
  await second.say({ kind: "early", body: JSON.stringify({ ...whole, distance: null }) });
  await second.page.waitForFunction(() => document.querySelector(".verdict").textContent.endsWith("X wins"));
  await second.say(refusal);
  await second.page.waitForFunction((told) => document.querySelector(".because").textContent === told, refusal.message);
  assert.match(await second.page.innerText(".verdict"), /X wins$/);
  await second.page.context().close();
});

test("a question that nobody looks at any more is taken back", async () => {
  const { page } = await atPosition(POSITION);
  await page.evaluate(() => { location.hash = "#game=quixo5&start=4X/5/5/5/5_O"; });
  await page.waitForFunction(() => globalThis.heard.some(({ forgotten }) => forgotten));
  await page.waitForFunction(() => globalThis.heard.some(({ asked }) => asked === "4X/5/5/5/5 O"));
  await page.context().close();
});

test("an engine whose file does not arrive is told, and asked for again", async () => {
  const page = await visit(browser, `${site.url}rules.html`);
  let failures = 0;
  await page.route("**/engine/quixotic.wasm", (route) => {
    failures += 1;
    // The first of them may be before anything is asked, which tells nobody.
    return failures > 2 ? route.continue() : route.abort("connectionreset");
  });
  await page.goto(`${site.url}#mode=play&game=quixo4`);
  await page.waitForFunction(() => document.querySelector(".verdict")?.textContent === "The engine is not here");
  await page.waitForFunction(() => document.querySelector(".verdict").textContent === "Your move");
  await page.waitForSelector("#opponent option[value='minimax:1']", { state: "attached" });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
