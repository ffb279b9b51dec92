// What the browser tests of all pages share.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { PATIENCE, browse, serve, test, visit } from "./harness.mjs";

/**
 * A server and a browser for a file of tests. `onPage` is a test with a page of its
 * own, on which nothing may go wrong; where `path` is `null` the test opens it itself. `options` are those of the
 * page, and of the test.
 */
export function setUp() {
  const it = { server: null, browser: null };
  before(async () => {
    it.server = await serve();
    it.browser = await browse();
  });
  after(async () => {
    await it.browser?.close();
    await it.server?.stop();
  });
  it.onPage = (name, path, act, { slow, ...options } = {}) => test(name, async () => {
    const page = await visit(it.browser, path === null ? null : it.server.url + path, options);
    try {
      await act(page, it.server);
      assert.deepEqual(page.faults, []);
    } finally {
      await page.context().close();
    }
  }, { slow });
  return it;
}

/** A game of Quixo on 4×4 that begins. */
export const SMALL = "/#mode=play&game=quixo4";

/** Numbers from 0 to below `limit`, the same in every run. */
export function dice(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** The position as text. */
export const position = (page) => page.locator("#position").inputValue();

/** Waits until so many plies have been played. */
export const played = (page, plies) =>
  page.waitForFunction((count) => document.querySelectorAll(".ply[data-ply]").length === count, plies);

/**
 * Lets time pass on a page whose clock is installed, step by step, until something is so; what the
 * page waits for from elsewhere comes in its own time.
 */
export async function passUntil(page, step, isSo) {
  const end = Date.now() + PATIENCE;
  while (!await isSo()) {
    if (Date.now() > end) throw new Error(`it did not come to this: ${isSo}`);
    await page.clock.runFor(step);
  }
}

/** Waits until fonts are there and what came is drawn. */
export async function settled(page) {
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Has a page write down what it animates from now on, `[cell, where it begins]`, in `slides`: on a busy machine a
 * slide may be over before somebody looks.
 */
export const recordSlides = (page) => page.evaluate(() => {
  const { animate } = Element.prototype;
  globalThis.slides = [];
  Element.prototype.animate = function record(frames, options) {
    globalThis.slides.push([this.dataset.cell, frames[0].transform]);
    return animate.call(this, frames, options);
  };
});

/** Makes a move of Quixo by pressing its tile and its end. */
export async function push(page, move) {
  await page.click(`.tile[data-cell=${move.slice(0, 2)}]`);
  await page.click(`.end[data-move=${move}]`);
}
