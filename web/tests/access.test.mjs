// What a checker of accessibility finds on every page, in both themes.

import assert from "node:assert/strict";
import axe from "axe-core";
import { setUp } from "./page.mjs";

const { onPage } = setUp();

const PAGES = [
  "/#game=quixo4&start=XO2/1O2/X3/2OX_O&moves=b4B",
  "/numerical#game=numerical3&moves=b2=5,a1=2",
  "/ultimate#game=ultimate&moves=44,40,04,41",
  "/results#quixo5",
  "/#game=quixo5",
  "/nothing",
];

async function check(page) {
  await page.waitForTimeout(300);
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
}

for (const path of PAGES) {
  for (const colorScheme of ["light", "dark"]) {
    onPage(`${path} in ${colorScheme}`, path, async (page) => {
      await page.waitForSelector("h1");
      await check(page);
    }, { colorScheme });
  }
}

for (const colorScheme of ["light", "dark"]) {
  onPage(`rules, arrows, line, set-up and an error in ${colorScheme}`, "/", async (page) => {
    await page.waitForSelector(".chip");
    await page.click("summary");
    await page.click(".tile[data-cell=b1]");
    await page.fill("#position", "4/4");
    await page.press("#position", "Enter");
    await check(page);
    await page.click("#show-line");
    await page.waitForSelector(".line-player:not([hidden])");
    await check(page);
    await page.click("#set-up");
    await check(page);
  }, { colorScheme });
}
