// The package for npm, installed into an empty folder and used from there: by Node, by a page, and by boardgame.io.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { violations } from "./axe.mjs";
import { engineFolder } from "./engine.mjs";
import { browse, test, visit } from "./harness.mjs";
import { run } from "./processes.mjs";

const root = new URL("../..", import.meta.url).pathname;
const PAGE = "https://example.org/board.html";
/** What is asked for in an example's own words, see web/npm/README.md. */
const OTHERS = ["boardgame.io@0.50.2", "typescript@5.9.3", "@types/node@20"];

let folder;
let browser;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "quixotic-npm-"));
  const { stdout } = await run(join(root, "web/build-npm"), [folder, await engineFolder()]);
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await install("--offline", join(folder, stdout.trim()));
  await cp(join(root, "examples/web"), folder, { recursive: true });
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});

const install = (...what) => run("npm", ["install", "--silent", "--no-audit", "--no-fund", ...what], { cwd: folder });

/** What a module in the folder prints, as JSON. */
async function node(source) {
  await writeFile(join(folder, "uses.js"), source);
  const { stdout } = await run("node", ["uses.js"], { cwd: folder });
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

test("Node: what the README calls, and why something has no answer; the process ends by itself", async () => {
  const readme = await readFile(join(root, "web/npm/README.md"), "utf8");
  const [, example] = readme.match(/```js\n([^]*?)```/);
  const told = await node(`${example}
    import { Refused } from "@quixotic/engine";
    const print = (what) => console.log(JSON.stringify(what));
    print([winner, distance, moves[0].move, move === (await quixo.best("4/4/4/4 X", "minimax:3", { seed: 1 })).move]);
    print([agents.map(({ agent }) => agent).includes("minimax:3"), game.moves.length]);
    const whyNot = (asked) => asked.catch((error) => error instanceof Refused && error.message);
    print(await Promise.all([open("quixo9").probe(), open("quixo9").agents(), quixo.best("4/4/4/4 X", "nobody")].map(whyNot)));
    const thinking = new AbortController();
    setTimeout(() => thinking.abort(), 100);
    const begun = Date.now();
    print(await open("quixo5").best("5/5/5/5/5 X", "search:1s", { signal: thinking.signal }).catch((error) => error.name));
    print(Date.now() - begun < 900);
    print((await open("ultimate --rules won-closed").best("start", "random")).rules);
  `);
  assert.deepEqual(told.slice(0, 2), [["X", 18, "c4B", true], [true, 21]]);
  assert.match(told[2][0], /there is no game `?quixo9/);
  assert.match(told[2][1], /there is no game quixo9; there are quixo3,/);
  assert.match(told[2][2], /nobody/);
  assert.deepEqual(told.slice(3), ["AbortError", true, "--rules won-closed"]);
});

/** The page of the example, whose host has the folder. */
async function open(context = {}) {
  const page = await visit(browser, null, context);
  await page.context().route("https://example.org/**", (route) => route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }));
  await page.goto(PAGE);
  return page;
}

/** Of the first board: its position and moves, and what its status says. */
const first = (page) => page.$eval("quixo-board", (board) => ({
  position: board.position, moves: board.moves, status: board.shadowRoot.querySelector("[role=status]").textContent,
}));

test("a page: the keyboard plays against an agent, values are the engine’s, and nothing is wrong with either board", async () => {
  const page = await open();
  await page.waitForFunction(() => document.querySelector("figcaption").textContent === "X wins in 18 moves, with c4B.");
  const diagram = page.locator("quixo-board").nth(1);
  await diagram.locator(".arrow-best[data-move=c4B]").waitFor();
  assert.equal(await diagram.locator("[role=status]").innerText(), "X wins in 18 moves. Best: take c4 and push it in at the bottom end.");
  assert.equal(await diagram.locator(".takeable").count(), 0);
  assert.match((await first(page)).status, /^X to move: take a tile/);
  // Past nothing else: the board is the first stop.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.match((await first(page)).status, /press an arrow/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("li").length === 2);
  const { moves, position, status } = await first(page);
  assert.equal(moves[0], "a4R");
  assert.match(status, /^O: take .. and push it in at the .* X to move/);
  assert.deepEqual(await page.locator("li").allInnerTexts(), [`${moves[0]} (person)`, `${moves[1]} (agent)`]);
  assert.ok(position.endsWith(" X"));
  assert.deepEqual(await violations(page), []);
  await page.evaluate(() => document.querySelector("quixo-board").setAttribute("values", ""));
  await page.locator("quixo-board").first().locator(".badge").first().waitFor();
  await page.evaluate(() => document.querySelector("quixo-board").removeAttribute("values"));
  await page.locator("quixo-board").first().locator(".badge").first().waitFor({ state: "detached" });
  await page.evaluate(() => document.querySelector("quixo-board").undo());
  assert.deepEqual((await first(page)).moves, []);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("attributes: a game goes on from its moves to its end, and what makes no sense is said", async () => {
  const page = await open();
  const events = await page.evaluate(() => new Promise((done) => {
    const board = document.querySelector("quixo-board");
    const heard = [];
    for (const type of ["move", "end", "refused"]) board.addEventListener(type, ({ detail }) => heard.push([type, detail]));
    board.removeAttribute("agent");
    board.setAttribute("position", "XXX1/4/4/OOO1 X");
    board.play("d3T");
    board.setAttribute("moves", "a4R,z9");
    board.setAttribute("position", "XX/4 X");
    board.setAttribute("position", "4/4/4/4 X");
    board.setAttribute("moves", "");
    board.setAttribute("agent", "nobody");
    board.setAttribute("side", "X");
    board.addEventListener("refused", () => done(heard));
  }));
  assert.deepEqual(events.slice(0, 2), [
    ["move", { move: "d3T", position: "XXXX/4/4/OOO1 O", by: "program" }], ["end", { winner: "X" }],
  ]);
  const refusals = events.slice(2).map(([type, { message }]) => `${type}: ${message}`);
  assert.match(refusals[0], /refused: move 2, z9, is not legal/);
  assert.match(refusals[1], /refused: boards have 3, 4 or 5 rows, not 2/);
  assert.match(refusals.at(-1), /nobody/);
  assert.match((await first(page)).status, /nobody/i);
  await page.context().close();
});

test("boardgame.io plays it with its own simulation, and a compiler knows the types", async () => {
  await install(...OTHERS);
  const { stdout } = await run("node", ["boardgame-io.mjs", "4"], { cwd: folder });
  assert.equal(stdout.match(/game \d: EngineBot wins after \d+ moves/g)?.length, 4, stdout);
  await writeFile(join(folder, "uses.ts"), `
    import { open, Refused, type Answer } from "@quixotic/engine";
    import { RULES } from "@quixotic/engine/rules";
    import "@quixotic/engine/quixo-board";
    const answer: Answer = await open("quixo4", { folder: "engine/" }).probe(undefined, { signal: AbortSignal.timeout(1) });
    const distances: (number | null)[] = answer.moves.map(({ distance }) => distance);
    const start: string = RULES.get("quixo4")!.format(RULES.get("quixo4")!.start);
    document.querySelector("quixo-board")!.play(answer.moves[0]?.move ?? start);
    // @ts-expect-error An agent has to be named.
    open("quixo4").best(start);
    export default [distances, Refused];
  `);
  await run("npx", ["--no-install", "tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "uses.ts"], { cwd: folder });
}, { slow: true });
