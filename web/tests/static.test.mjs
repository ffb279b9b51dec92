// The page without a server: every game in a folder of plain files, below the root of a host that
// knows nothing else.

import assert from "node:assert/strict";
import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, before } from "node:test";
import { gzipSync } from "node:zlib";
import { violations } from "./axe.mjs";
import { SITE, host } from "./folder.mjs";
import { browse, shows, test, visit } from "./harness.mjs";
import { played, push } from "./page.mjs";

let site;
let browser;
before(async () => {
  site = await host();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

const onPage = (name, path, act, options) => test(name, async () => {
  site.requests.length = 0;
  const page = await visit(browser, site.url + path, options);
  try {
    await act(page);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.context().close();
  }
});

const says = (page, text) => page.waitForFunction((words) => document.querySelector(".verdict")?.textContent.includes(words), text);

onPage("a game against an agent, reviewed; values are the engine’s", "#mode=play&game=quixo4", async (page) => {
  await page.waitForSelector("#opponent option[value='minimax:1']", { state: "attached" });
  await push(page, "a4R");
  await played(page, 2);
  await says(page, "Your move");
  await page.click("#undo");
  await push(page, "b4L");
  await played(page, 2);
  await page.click("button[data-mode=analyse]");
  await page.waitForSelector(".chip");
  await page.click(".ply >> nth=0");
  await page.goto(`${site.url}#game=quixo4`);
  await says(page, "X wins in 21 moves");
  await page.click("#show-line");
  await page.waitForSelector("[data-ply='21']", { state: "attached" });
});

onPage("3×3, and puzzles of 4×4", "#game=quixo3", async (page) => {
  await says(page, "X wins in 7 moves");
  await page.goto(`${site.url}#mode=learn&game=quixo4&start=X1XO/O2X/2OX/1OXO_X&goal=win`);
  await says(page, "Find the only move that wins");
  await page.click("#learn-next");
  await page.waitForFunction(() => !location.hash.includes("X1XO/O2X/2OX/1OXO") && location.hash.includes("goal="));
});

onPage("5×5 without a database: exact in the opening, an estimate further on, and how to get the rest", "#game=quixo5", async (page) => {
  await says(page, "A draw");
  await page.goto(`${site.url}#game=quixo5&start=XXX2/5/2O2/OO3/O3X_X`);
  await shows(page, "XXX2/5/2O2/OO3/O3X X");
  await page.waitForSelector(".verdict.is-estimate");
  const told = await page.innerText(".database");
  assert.match(told, /quixotic solve quixo5/);
  assert.match(told, /quixotic serve/);
  assert.deepEqual(await violations(page), []);
});

onPage("Numerical: a game and its values", "numerical.html", async (page) => {
  await page.waitForSelector("#opponent option[value='perfect']", { state: "attached" });
  await page.selectOption("#opponent", "perfect");
  await page.click(".cell[data-cell=b2]");
  await page.click(".number-tile[data-number='5']");
  await played(page, 2);
  await page.goto(`${site.url}numerical.html#game=numerical3`);
  await says(page, "Odd wins");
  await page.waitForSelector(".chip.is-win");
});

onPage("Ultimate: a game and the advice of the strategy", "ultimate.html#game=ultimate&moves=44,40,04,41", async (page) => {
  await page.waitForSelector(".chip.is-advice");
  await page.goto(`${site.url}ultimate.html#mode=play&game=ultimate`);
  await page.waitForSelector("#opponent option[value='random']", { state: "attached" });
  await page.selectOption("#opponent", "random");
  await page.click(".spot[data-move='44']");
  await played(page, 2);
});

onPage("results, rules, the API and how it was made, from page to page by links that are relative", "results.html", async (page) => {
  await page.waitForSelector(".plot");
  await page.waitForSelector("article table");
  await page.click(".documents a >> nth=1");
  await page.waitForFunction(() => location.hash.length > 1);
  await page.goto(`${site.url}results.html#quixo5`);
  await page.waitForFunction(() => document.images.length > 0 && [...document.images].every((image) => image.complete && image.naturalWidth > 0));
  await page.locator("article a[href^='./#game=quixo5&start=']").first().click();
  await page.waitForSelector(".quixo");
  for (const [link, selector] of [["The rules on a sheet", "#ultimate"], ["How the numbers were made", "h1"], ["The API", "section[data-path]"], ["Numerical", ".cell"], ["Ultimate", ".spot"], ["Results", ".plot"], ["Quixo", ".tile"]]) {
    await page.click(`nav >> text="${link}"`);
    await page.waitForSelector(selector);
    assert.ok(page.url().startsWith(site.url), page.url());
  }
  assert.deepEqual(site.requests.filter((path) => path.startsWith("/")), [], "nothing is asked for outside the folder");
});

onPage("the page goes on while an agent thinks, and can stop it", "#mode=play&game=quixo5", async (page) => {
  await page.waitForSelector("#opponent option[value='search:10000']", { state: "attached" });
  await page.selectOption("#opponent", "search:10000");
  // Inside the page, since the way there and back may take longer than the agent.
  const counting = page.evaluate(async () => {
    const thinks = () => document.querySelector(".verdict").textContent.includes("thinking");
    const frame = () => new Promise(requestAnimationFrame);
    while (!thinks()) await frame();
    let count = 0;
    for (; thinks(); count += 1) await frame();
    return count;
  });
  await push(page, "a5R");
  const frames = await counting;
  assert.ok(frames >= 10, `${frames} frames while it thinks`);
  await played(page, 2);
  const stopping = page.evaluate(async () => {
    const thinks = () => document.querySelector(".verdict").textContent.includes("thinking");
    while (!thinks()) await new Promise(requestAnimationFrame);
    document.querySelector("#undo").click();
  });
  await page.click(".tile.takeable");
  await page.click(".end");
  await stopping;
  await says(page, "Move 2 of 3");
  await page.selectOption("#opponent", "random");
  await page.click(".tile.takeable");
  await page.click(".end");
  await played(page, 4);
});

onPage("two folders on one host remember games of their own", "#mode=play&game=quixo4", async (page) => {
  await page.waitForSelector(".tile");
  await page.selectOption("#opponent", "friend");
  await push(page, "a4R");
  const names = await page.evaluate(() => Object.keys(localStorage));
  assert.ok(names.length > 0 && names.every((name) => name.startsWith("/games/of/mine/quixotic/ ")), names.join());
});

test("no page has a script or style inside, and each has a strict policy", async () => {
  const pages = (await readdir(SITE)).filter((file) => file.endsWith(".html"));
  assert.equal(pages.length, 7);
  for (const file of pages) {
    const html = await readFile(join(SITE, file), "utf8");
    const [, policy] = html.match(/<meta http-equiv="Content-Security-Policy" content="([^"]+)">/);
    assert.match(policy, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
    assert.ok(!policy.includes("'unsafe"), policy);
    assert.ok(html.indexOf("Content-Security-Policy") < html.indexOf("<script") && html.indexOf("Content-Security-Policy") < html.indexOf("<link"));
    assert.ok(!/<style|\sstyle=|\son\w+=|<script(?![^>]*src=)/.test(html), file);
    assert.ok(!/(href|src)="\//.test(html), `${file} has an address of the root`);
  }
});

const sizeOf = async (file) => (await stat(join(SITE, file))).size;
/** What a host that compresses sends. */
const packed = async (file) => gzipSync(await readFile(join(SITE, file))).length;
const sum = (sizes) => sizes.reduce((total, size) => total + size, 0);

test("the engine and its data are small", async () => {
  assert.ok(await packed("engine/quixotic.wasm") < 1e6);
  // What a strategy of Ultimate takes is fetched for it alone.
  const data = (await readdir(join(SITE, "engine/data"))).filter((file) => !file.startsWith("ultimate"));
  assert.ok(sum(await Promise.all(data.map((file) => sizeOf(`engine/data/${file}`)))) < 4e6);
});

for (const path of ["", "numerical.html", "ultimate.html"]) {
  onPage(`the first view of ${path || "the first page"} takes less than 150 KB beside the engine`, path, async (page) => {
    await page.waitForSelector("#opponent option:not([value=friend], [value=link])", { state: "attached" });
    const files = [...new Set(site.requests)].map((file) => file || "index.html").filter((file) => !file.startsWith("engine/") && file !== "favicon.ico");
    const bytes = sum(await Promise.all(files.map(packed)));
    assert.ok(bytes < 150_000, `${bytes} bytes`);
    assert.deepEqual(site.requests.filter((file) => file.startsWith("engine/data/")), [], "no data before it is needed");
  });
}

/** Scripts of the worker, and those that are fetched when all else is there. */
const LATER = /^js\/(engine\/(worker|data|database|module|questions|trouble)|update)\.js$/;

for (const [path, file] of [["", "index.html"], ["numerical.html", "numerical.html"], ["ultimate.html", "ultimate.html"], ["results.html", "results.html"]]) {
  onPage(`${file} names all its scripts, so that they are fetched at once, and the engine first`, path, async (page) => {
    await page.waitForSelector(".plot, #opponent option:not([value=friend], [value=link])", { state: "attached" });
    const html = await readFile(join(SITE, file), "utf8");
    const named = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+\.js)"/g)].map(([, name]) => name);
    const asked = site.requests.filter((name) => name.endsWith(".js") && !LATER.test(name));
    assert.ok(asked.length > 5);
    assert.deepEqual([...new Set(named)].sort(), [...new Set(asked)].sort());
    assert.equal(named.includes("js/engine/begin.js"), file !== "results.html");
  });
}

onPage("data is fetched when a game needs it, and once", "#mode=play&game=quixo4", async (page) => {
  const data = () => site.requests.filter((path) => path.startsWith("engine/data/"));
  await page.waitForSelector("#opponent option[value='perfect']", { state: "attached" });
  await page.selectOption("#opponent", "perfect");
  await push(page, "a4R");
  await played(page, 2);
  await page.click("button[data-mode=analyse]");
  await page.waitForSelector(".chip");
  assert.ok(data().includes("engine/data/quixo4.qxb"));
  assert.ok(!data().some((path) => path.includes("quixo5")), "nothing of another game");
  for (const path of new Set(site.requests)) {
    assert.equal(site.requests.filter((other) => other === path).length, 1, `${path} is asked for once`);
  }
});

test("data that is something else is told, and asked for again", async () => {
  const page = await visit(browser, `${site.url}rules.html`);
  let answers = 0;
  await page.route("**/engine/data/quixo4.qxb", (route) => {
    answers += 1;
    return answers > 1 ? route.continue() : route.fulfill({ contentType: "text/html", body: "<!doctype html><p>Nothing here" });
  });
  await page.goto(`${site.url}#game=quixo4`);
  await page.waitForFunction(() => document.querySelector(".because")?.textContent.includes("something else is there under its name"));
  await says(page, "X wins in 21 moves");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
