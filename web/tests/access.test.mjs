// What a checker of accessibility finds on every page, in both themes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import axe from "axe-core";
import { browse, serve, visit } from "./harness.mjs";

let server;
let browser;
before(async () => {
  server = await serve();
  browser = await browse();
});
after(async () => {
  await browser.close();
  await server.stop();
});

const PAGES = [
  "/#game=quixo4&start=XO2/1O2/X3/2OX_O&moves=b4B",
  "/numerical#game=numerical3&moves=b2=5,a1=2",
  "/ultimate#game=ultimate&moves=44,40,04,41",
  "/results#quixo5",
  "/nothing",
];

for (const path of PAGES) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${path} in ${colorScheme}`, async () => {
      const page = await visit(browser, server.url + path, { colorScheme });
      await page.waitForSelector("h1");
      await page.waitForTimeout(300);
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]), []);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }
}
