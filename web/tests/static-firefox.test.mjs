// The page without a server in Firefox: the main flows, and offline.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, plies, push, says, visit } from "./firefox.mjs";
import { VERDICTS, host } from "./folder.mjs";

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
    await page.click("#new-game");
    await push(page, "a4R");
    await plies(page, 2);
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
