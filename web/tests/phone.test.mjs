// A phone: upright and on its side, under a finger, and on a slow line.

import assert from "node:assert/strict";
import { PATIENCE, test } from "./harness.mjs";
import { push, settled, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;

const UPRIGHT = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const LYING = { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true };

const opponents = (page) => page.waitForSelector("#opponent option[value=random]", { state: "attached" });
const known = (page) => page.waitForSelector(".chip");

for (const [path, board, isThere] of [
  ["/", ".quixo", opponents],
  ["/#game=quixo5", ".quixo", known],
  ["/#mode=learn&game=quixo4", ".quixo", (page) => page.waitForSelector("#learn-puzzles")],
  ["/numerical#game=numerical4", ".numerical", known],
  ["/ultimate#game=ultimate", ".ultimate", known],
]) {
  onPage(`a phone on its side shows the whole board of ${path}, and it stays beside what scrolls`, path, async (page) => {
    await isThere(page);
    for (const [width, height] of [[740, 360], [640, 360], [844, 390], [932, 430]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      await settled(page);
      const box = () => page.locator(board).first().evaluate((element) => element.getBoundingClientRect().toJSON());
      const first = await box();
      assert.ok(first.top >= 0 && first.bottom <= height, `${width}×${height}: from ${first.top} to ${first.bottom}`);
      assert.ok(first.height >= height * 0.6, `${width}×${height}: ${first.height} px`);
      await page.evaluate(() => document.querySelector(".aside .panel:not([hidden])").scrollIntoView({ block: "end" }));
      const then = await box();
      assert.ok(then.top >= 0 && then.bottom <= height, `${width}×${height}, scrolled: from ${then.top} to ${then.bottom}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
    }
  }, LYING);
}

/** How far a finger may be from the middle of something and still press it, to all four sides, added up by width and height. */
const reach = (page, selector) => page.$$eval(selector, (all) => all.filter((one) => one.checkVisibility()).map((one) => {
  one.scrollIntoView({ block: "center", inline: "center" });
  const box = one.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const hits = (dx, dy) => {
    const hit = document.elementFromPoint(x + dx, y + dy);
    return hit && (one.contains(hit) || one.closest("label")?.contains(hit));
  };
  const far = (dx, dy) => {
    let steps = 0;
    while (steps < 60 && hits(dx * (steps + 1), dy * (steps + 1))) steps += 1;
    return steps;
  };
  return { name: one.className || one.id, width: far(-1, 0) + far(1, 0) + 1, height: far(0, -1) + far(0, 1) + 1 };
}));

for (const [path, isThere, selectors, look] of [
  ["/#game=quixo5", known, ".masthead nav a, .wordmark, .segments button, .action, .tool, .chip, label.switch, .panel .plain", UPRIGHT],
  ["/#game=quixo5&moves=a5R,e1L", known, ".ply", UPRIGHT],
  ["/", opponents, ".segments button, .action, .tool, select", LYING],
]) {
  onPage(`whatever is pressed has 44 px at least: ${selectors} on ${path}`, path, async (page) => {
    await isThere(page);
    await settled(page);
    const found = await reach(page, selectors);
    assert.ok(found.length > 0);
    assert.deepEqual(found.filter(({ width, height }) => width < 44 || height < 44), []);
  }, look);
}

onPage("the arrows have 44 px", "/#mode=analyse&game=quixo5&start=XXXX1/O3O/O3O/O3O/1XXXO_X", async (page) => {
  for (const cell of ["b1", "a5", "e5"]) {
    await page.tap(`.tile[data-cell=${cell}]`);
    await page.waitForSelector(".end");
    const found = await reach(page, ".end");
    assert.ok(found.length >= 2);
    assert.deepEqual(found.filter(({ width, height }) => width < 44 || height < 44), []);
  }
}, UPRIGHT);

/** A finger that goes from a tile so far down; negative: up. Returns how far the page was scrolled by it. */
async function swipe(page, cell, way) {
  await page.evaluate(() => scrollTo(0, 200));
  await settled(page);
  const box = await page.locator(`.tile[data-cell=${cell}]`).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const before = await page.evaluate(() => scrollY);
  const session = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [{ x, y }]);
  for (let step = 1; step <= 12; step += 1) {
    await touch("touchMove", [{ x, y: y + (way * step) / 12 }]);
    await settled(page);
  }
  await touch("touchEnd", []);
  await session.detach();
  return await page.evaluate(() => scrollY) - before;
}

onPage("a swipe from a tile that cannot go there scrolls the page; one from a tile that can does not", "/#mode=analyse&game=quixo5", async (page) => {
  await page.waitForSelector(".chip");
  await settled(page);
  const taken = await page.evaluateHandle(() => {
    const seen = [];
    new MutationObserver((all) => seen.push(...all.filter(({ target }) => target.matches(".tile.selected")))).observe(document.querySelector(".quixo"), { attributes: true, subtree: true });
    return seen;
  });
  assert.ok(await swipe(page, "c3", -120) > 60, "inside the board");
  assert.ok(await swipe(page, "c5", -120) > 60, "up from the row at the top");
  assert.ok(await swipe(page, "c1", 120) < -60, "down from the row at the bottom");
  assert.equal(await taken.evaluate((seen) => seen.length), 0, "no tile is taken up on the way");
  assert.equal(await swipe(page, "a3", -120), 0, "up along the side is a move");
  assert.equal(await swipe(page, "c5", 120), 0, "down from the top is a move");
}, UPRIGHT);

onPage("while nobody can move a swipe from any tile scrolls", "/#game=quixo4&start=1O2/O2X/O2X/O2X_X&moves=c4R", async (page) => {
  await settled(page);
  assert.ok(await swipe(page, "a2", -120) > 60);
}, UPRIGHT);

for (const [path, words, mayShift] of [
  ["/", /Take a tile from the border/, 0.02],
  ["/numerical", /Odd against even numbers/, 0.02],
  ["/ultimate", /Nine small boards/, 0.02],
  // Where the font that stands in breaks a line elsewhere, long texts move by a line when the proper one comes.
  ["/results", /5×5 is a draw/, 0.1],
  ["/rules", /X begins/, 0.1],
]) test(`on a slow line ${path} has text within 1.5 s, and it does not jump`, async () => {
  const visits = [];
  // On a machine that has other things to do a paint may be late.
  for (let times = 0; times < 5 && !visits.some(({ first }) => first < 1500); times += 1) visits.push(await visitSlowly(path, words));
  assert.ok(visits.at(-1).first < 1500, `${visits.map(({ first }) => first)} ms`);
  for (const { shifts } of visits) assert.ok(shifts.reduce((sum, [value]) => sum + value, 0) < mayShift, JSON.stringify(shifts));
});

/** When the first text was there, and what the browser counts as layout shifts. */
async function visitSlowly(path, words) {
  const context = await it.browser.newContext({ viewport: UPRIGHT.viewport, serviceWorkers: "block" });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 });
  await page.goto(it.server.url + path, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  assert.match(await page.innerText("main"), words);
  const first = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  await page.waitForSelector(".masthead");
  await page.waitForLoadState("networkidle");
  const shifts = await page.evaluate(() => new Promise((done) => {
    new PerformanceObserver((list) => done(list.getEntries().map(({ value, sources }) => [value, ...sources.map(({ node }) => node?.className)])))
      .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => done([]), 200);
  }));
  await context.close();
  return { first, shifts };
}
