// The page without a server in Firefox: the main flows, offline, and a new version.

import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { after, before, test } from "node:test";
import { launch, says, visit } from "./firefox.mjs";
import { VERDICTS, edition, host, playAll } from "./folder.mjs";

let site;
let browser;
before(async () => {
  site = await host();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site.stop();
});

test("games are played and analysed, first with the host and then without it", async () => {
  const page = await visit(browser, site.url);
  const look = async () => {
    await page.waitForSelector("#opponent option[value='minimax:1']");
    await playAll(page, site.url);
    for (const [path, words] of VERDICTS) {
      await page.goto(site.url + path);
      await says(page, words);
    }
    for (const [path, selector] of [
      ["ultimate.html#game=ultimate&moves=44,40,04,41", ".chip.is-advice"],
      ["results.html#quixo5", "article table"],
      ["api-docs.html", "section[data-path]"],
    ]) {
      await page.goto(site.url + path);
      await page.waitForSelector(selector);
      // Of a picture that breaks off Firefox tells only the page.
      await page.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));
    }
  };
  await look();
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  // This page may have asked the host for something before.
  await page.reload();
  await page.waitForSelector("section[data-path]");
  await site.away();
  await page.goto(`${site.url}#mode=play&game=quixo4`);
  await page.waitForSelector("#opponent option[value='minimax:1']");
  await page.reload();
  await look();
  assert.deepEqual(page.faults, []);
});

test("a new version is asked for, and all games go on with it", async (context) => {
  const second = await edition("2222222222222222", {
    "js/engine.js": (text) => text.replace("Everything here runs in your browser.", "This is the second version."),
  });
  const changing = await host();
  context.after(() => Promise.all([changing.stop(), rm(dirname(second), { recursive: true })]));
  const page = await visit(browser, changing.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await changing.deploy(second);
  await page.reload();
  await page.waitForSelector("#update-reload");
  assert.match(await page.$eval(".colophon", (element) => element.textContent), /runs in your browser/);
  await page.click("#update-reload");
  await page.waitForFunction(() => document.querySelector(".colophon")?.textContent.includes("This is the second version."));
  assert.equal(await page.$eval("meta[name=quixotic-version]", (meta) => meta.content), "2222222222222222");
  await playAll(page, changing.url);
  assert.deepEqual(page.faults, []);
  await page.close();
});
