// The main flows in Firefox, with a server and without one. The latter, offline and with a new version, are those of
// static-offline.test.mjs in Chromium.

import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { after, before } from "node:test";
import { launch, plies, position, push, says, visit } from "./firefox.mjs";
import { VERDICTS, edition, host, playAll } from "./folder.mjs";
import { serve, test } from "./harness.mjs";

let server;
let browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("a game is played, taken back, reloaded and analysed", async () => {
  const page = await visit(browser, `${server.url}/#mode=play&game=quixo4`);
  await page.waitForSelector("#opponent option[value='minimax:1']");
  await push(page, "a4R");
  await plies(page, 2);
  await says(page, "Your move");
  await page.click("#undo");
  assert.equal(await position(page), "4/4/4/4 X");
  await push(page, "b4L");
  await plies(page, 2);
  await page.reload();
  await plies(page, 2);
  await page.click("button[data-mode=analyse]");
  await page.waitForSelector(".chip");
  await page.waitForFunction(() => document.querySelectorAll(".plotted .unknown").length === 0);
  await page.goBack();
  await says(page, "Your move");
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("the keyboard plays", async () => {
  const page = await visit(browser, `${server.url}/#game=quixo4`);
  await page.waitForSelector(".chip");
  await page.focus(".tile[data-cell=a4]");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await plies(page, 1);
  assert.equal(await position(page), "3X/4/4/4 O");
  await page.close();
});

test("the introduction begins, and the other games show their boards", async () => {
  const page = await visit(browser, `${server.url}/#mode=learn&game=quixo4`);
  await says(page, "Take a blank tile");
  await push(page, "a4R");
  await says(page, "It came back");
  for (const [path, selector] of [["/numerical#game=numerical3", ".cell.takes"], ["/ultimate", ".spot.takes"], ["/results", ".plot"], ["/api-docs", "section"]]) {
    await page.goto(server.url + path);
    await page.waitForSelector(selector);
  }
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("without a server games are played and analysed, first with the host and then without it", async (context) => {
  const site = await host();
  context.after(() => site.stop());
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
  await page.close();
}, { slow: true });

test("without a server a new version is asked for, and all games go on with it", async (context) => {
  const second = await edition("2222222222222222", {
    "js/engine.js": (text) => text.replace("Everything here runs in your browser.", "This is the second version."),
  });
  const site = await host();
  context.after(() => Promise.all([site.stop(), rm(dirname(second), { recursive: true })]));
  const page = await visit(browser, site.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await site.deploy(second);
  await page.reload();
  await page.waitForSelector("#update-reload");
  assert.match(await page.$eval(".colophon", (element) => element.textContent), /runs in your browser/);
  await page.click("#update-reload");
  await page.waitForFunction(() => document.querySelector(".colophon")?.textContent.includes("This is the second version."));
  assert.equal(await page.$eval("meta[name=quixotic-version]", (meta) => meta.content), "2222222222222222");
  await playAll(page, site.url);
  assert.deepEqual(page.faults, []);
  await page.close();
}, { slow: true });
