// Nothing moves that nobody has touched: what the browser counts as layout shifts while a
// page comes.

import assert from "node:assert/strict";
import { PATIENCE, test } from "./harness.mjs";
import { settled, setUp } from "./page.mjs";

const it = setUp();

const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 860 };
const known = (page) => page.waitForSelector(".chip");

const PAGES = [
  ["/", (page) => page.waitForSelector("#opponent option[value='minimax:1']", { state: "attached" })],
  ["/#game=quixo4", known],
  ["/#mode=learn&game=quixo4", (page) => page.waitForSelector(".learn .task")],
  ["/#game=quixo5", (page) => page.waitForSelector(".chip")],
  ["/numerical#game=numerical3", known],
  ["/ultimate#game=ultimate&moves=44,40,04,41,14,42,24,43,34,45,54,46,64,47,74,48,88,80,08,81,18", known],
  ["/rules", (page) => page.waitForSelector(".masthead")],
  ["/about", (page) => page.waitForSelector(".masthead")],
  ["/api-docs", (page) => page.waitForSelector("section[data-path]")],
  ["/nothing", (page) => page.waitForSelector(".masthead")],
  ["/results#quixo5", (page) => page.waitForFunction(() => document.images.length > 3 && [...document.images].every((image) => image.complete))],
];

for (const [path, isThere] of PAGES) {
  for (const viewport of [PHONE, WIDE]) {
    test(`${path} at ${viewport.width} px`, async () => {
      const context = await it.browser.newContext({ viewport, reducedMotion: "reduce" });
      context.setDefaultTimeout(PATIENCE);
      const page = await context.newPage();
      await page.addInitScript(() => {
        globalThis.shifts = [];
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries()) {
            globalThis.shifts.push([value, ...sources.map(({ node }) => node?.className ?? node?.nodeName)]);
          }
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(it.server.url + path);
      await isThere(page);
      await page.waitForLoadState("networkidle");
      await settled(page);
      const shifts = await page.evaluate(() => globalThis.shifts);
      const all = shifts.reduce((sum, [value]) => sum + value, 0);
      assert.ok(all < 0.02, JSON.stringify(shifts));
      await context.close();
    });
  }
}

for (const width of [360, 768, 1280]) {
  it.onPage(`the documents of the results stay where they are when the counts come, at ${width} px`, null, async (page, { url }) => {
    let count;
    const counted = new Promise((done) => { count = done; });
    await page.route("**/results/quixo5.json", async (route) => {
      await counted;
      await route.continue();
    });
    await page.goto(`${url}/results`);
    await page.waitForSelector(".documents a");
    await settled(page);
    const top = () => page.locator(".library").evaluate((library) => library.offsetTop);
    const before = await top();
    count();
    await page.waitForSelector(".facts");
    await settled(page);
    assert.equal(await top(), before);
  }, { viewport: { width, height: 740 } });
}
