// A folder is kept as one version: offline after the first visit, and another version only
// when somebody agrees.

import assert from "node:assert/strict";
import { cp, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { violations } from "./axe.mjs";
import { SITE, VERDICTS, edition, host, playAll } from "./folder.mjs";
import { browse, test, visit, watched } from "./harness.mjs";
import { played, push } from "./page.mjs";

const editions = [];
let browser;
before(async () => { browser = await browse(); });
after(async () => {
  await browser?.close();
  for (const folder of editions) await rm(dirname(folder), { recursive: true });
});

async function another(...what) {
  const folder = await edition(...what);
  editions.push(folder);
  return folder;
}

/** A host for one test. */
async function hostFor(context) {
  const site = await host();
  context.after(() => site.stop());
  return site;
}

/** A page whose version is kept as a whole. */
async function visitAndKeep(site, path = "") {
  const page = await visit(browser, site.url + path, { serviceWorkers: "allow" });
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  return page;
}

const says = (page, text) => page.waitForFunction((words) => document.querySelector(".verdict")?.textContent.includes(words), text);
const version = (page) => page.$eval("meta[name=quixotic-version]", (meta) => meta.content);
const footer = (page) => page.innerText(".colophon");

test("after the first visit everything works offline", async (context) => {
  const site = await hostFor(context);
  const page = await visitAndKeep(site);
  await site.away();
  await page.reload();
  await page.waitForSelector("#opponent option[value='minimax:1']", { state: "attached" });
  await playAll(page, site.url);
  for (const [path, words] of [...VERDICTS, ["#game=quixo3", "X wins in 7 moves"]]) {
    await page.goto(site.url + path);
    await says(page, words);
  }
  await page.goto(`${site.url}#mode=learn&game=quixo5`);
  await page.waitForFunction(() => /grade \d of 5/.test(document.querySelector(".progress")?.textContent));
  for (const [path, selector] of [
    ["#game=quixo5&start=XXX2/5/2O2/OO3/O3X_X", ".verdict.is-estimate"],
    ["ultimate.html#game=ultimate&moves=44,40,04,41", ".chip.is-advice"],
    ["results.html#quixo5", "article table"],
    ["rules.html", "#ultimate"],
    ["about.html", "h1"],
    ["api-docs.html", "section[data-path]"],
  ]) {
    await page.goto(site.url + path);
    await page.waitForSelector(selector);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("what is kept is what the host had, file by file", async (context) => {
  const site = await hostFor(context);
  const page = await visitAndKeep(site);
  const kept = await page.evaluate(async () => {
    const [name] = await caches.keys();
    const cache = await caches.open(name);
    const files = await Promise.all((await cache.keys()).map(async (request) => [request.url, (await (await cache.match(request)).arrayBuffer()).byteLength]));
    return { name, files: Object.fromEntries(files) };
  });
  assert.equal(kept.name, `quixotic ${new URL(site.url).pathname} ${await version(page)}`);
  for (const [url, length] of Object.entries(kept.files)) {
    assert.equal(length, (await readFile(join(SITE, url.slice(site.url.length)))).length, url);
  }
  const count = (path) => site.requests.filter((other) => other === path).length;
  assert.ok(kept.files[`${site.url}js/shell.js`] && kept.files[`${site.url}engine/quixotic.wasm`]);
  assert.ok(count("engine/quixotic.wasm") <= 2);
  await page.context().close();
});

test("a new version is asked for, and until then everything is of the old one", async (context) => {
  const second = await another("2222222222222222", {
    "js/engine.js": (text) => text.replace("Everything here runs in your browser.", "This is the second version."),
    "style/main.css": (text) => `${text}\n.colophon { --edition: 2; }\n`,
  });
  const site = await hostFor(context);
  const page = await visitAndKeep(site, "#mode=play&game=quixo4");
  const first = await version(page);
  await page.waitForSelector("#opponent option[value='minimax:1']", { state: "attached" });
  await page.selectOption("#opponent", "friend");
  await push(page, "a4R");
  const other = watched(await page.context().newPage());
  await other.goto(`${site.url}rules.html`);
  await site.deploy(second);
  site.requests.length = 0;
  await page.reload();
  await page.waitForSelector("#update-reload");
  // Only what has changed is fetched.
  assert.ok(site.requests.includes("js/engine.js"));
  assert.ok(!site.requests.includes("engine/quixotic.wasm"), site.requests.join());
  await page.reload();
  await page.waitForSelector("#update-reload");
  assert.equal(await version(page), first);
  assert.match(await footer(page), /runs in your browser/);
  assert.deepEqual(await violations(page), []);
  await played(page, 1);
  await page.click("#update-reload");
  await page.waitForFunction(() => document.querySelector("meta[name=quixotic-version]")?.content === "2222222222222222");
  await page.waitForFunction(() => document.querySelector(".colophon")?.textContent.includes("This is the second version."));
  assert.equal(await page.$eval(".colophon", (element) => getComputedStyle(element).getPropertyValue("--edition")), "2");
  // The game stays, the other window follows, and nothing is left of the first.
  await played(page, 1);
  await other.waitForFunction(() => document.querySelector("meta[name=quixotic-version]")?.content === "2222222222222222");
  // All games go on with the new one.
  await playAll(other, site.url);
  for (const [path, words] of VERDICTS) {
    await other.goto(site.url + path);
    await says(other, words);
  }
  await other.goto(`${site.url}ultimate.html#game=ultimate&moves=44,40,04,41`);
  await other.waitForSelector(".chip.is-advice");
  const names = await page.evaluate(() => caches.keys());
  assert.deepEqual(names.map((name) => name.split(" ").at(-1)), ["2222222222222222"]);
  assert.deepEqual([...page.faults, ...other.faults], []);
  await page.context().close();
});

test("a window that still waits for an answer follows to a new version", async (context) => {
  const fourth = await another("4444444444444444", {});
  const site = await hostFor(context);
  const page = await visitAndKeep(site);
  const waiting = await page.context().newPage();
  // An engine that does not come to an end.
  await waiting.addInitScript(() => { globalThis.Worker = class extends EventTarget { postMessage() {} terminate() {} }; });
  await waiting.goto(`${site.url}#game=quixo4`);
  await waiting.waitForSelector(".tile");
  await site.deploy(fourth);
  await page.reload();
  await page.click("#update-reload");
  await waiting.waitForFunction(() => document.querySelector("meta[name=quixotic-version]")?.content === "4444444444444444");
  await page.context().close();
});

test("a page that the old version does not have is shown, and follows when somebody agrees", async (context) => {
  const fifth = await another("5555555555555555", {
    "js/engine.js": (text) => text.replace("Everything here runs in your browser.", "This is the fifth version."),
  }, { "new.html": "rules.html" });
  const site = await hostFor(context);
  const page = await visitAndKeep(site);
  await site.deploy(fifth);
  let loads = 0;
  page.on("load", () => { loads += 1; });
  await page.goto(`${site.url}new.html`);
  // Long enough for some more, if there were any.
  await page.waitForTimeout(3000);
  assert.ok(loads <= 2, `it was loaded ${loads} times`);
  await page.waitForSelector("#update-reload");
  assert.match(await footer(page), /runs in your browser/);
  await page.click("#update-reload");
  await page.waitForFunction(() => document.querySelector(".colophon")?.textContent.includes("This is the fifth version."));
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a version that is half there is no version", async (context) => {
  const third = await another("3333333333333333", {
    "js/engine.js": (text) => text.replace("Everything here runs in your browser.", "This is the third version."),
  });
  // The host has the new list, and still an old file.
  const half = join(dirname(third), "half");
  await cp(third, half, { recursive: true });
  await cp(join(SITE, "js/engine.js"), join(half, "js/engine.js"));
  const site = await hostFor(context);
  const page = await visitAndKeep(site, "rules.html");
  const first = await version(page);
  await site.deploy(half);
  const failed = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    const { installing } = registration;
    await new Promise((done) => installing.addEventListener("statechange", done, { once: true }));
    return installing.state;
  });
  assert.equal(failed, "redundant");
  await page.reload();
  assert.equal(await version(page), first);
  assert.equal(await page.locator("#update-reload").count(), 0);
  await site.deploy(third);
  await page.reload();
  await page.click("#update-reload");
  await page.waitForFunction(() => document.querySelector(".colophon")?.textContent.includes("This is the third version."));
  await page.context().close();
});
