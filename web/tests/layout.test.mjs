// The board is the largest thing at every size, with gaps and slides that fit; and the page
// stays small.

import assert from "node:assert/strict";
import { RULES as NUMERICAL } from "../site/js/numerical/rules.js";
import { RULES } from "../site/js/quixo/rules.js";
import { PATIENCE, test } from "./harness.mjs";
import { dice, played, push, recordSlides, settled, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;

const SIZES = [[360, 740], [820, 1180], [1024, 768], [1280, 720], [1366, 768], [1440, 900], [2560, 1440]];
/** Pages, their boards, and what comes last and must not make the page longer than what is seen. */
const GAMES = [
  ["/#game=quixo4", ".quixo", ".chip"],
  ["/#mode=play&game=quixo5", ".quixo", "#opponent option[value=random]"],
  ["/numerical#game=numerical4", ".numerical-grid", ".chip"],
  ["/ultimate", ".ultimate", "#opponent option[value=random]"],
];

const overflow = (page) => page.evaluate(() =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** How far the page can be scrolled beyond its footer. */
const deadSpace = (page) => page.evaluate(() =>
  document.documentElement.scrollHeight - document.querySelector(".colophon").getBoundingClientRect().bottom - scrollY);

/** The controls that are seen but do not keep to the window's width, or to that of what they stand in. */
const sticksOut = (page) => page.$$eval(".below button, .heading button, .aside button", (all) => all.filter((button) => {
  const { left, right } = button.getBoundingClientRect();
  const around = button.closest(".below, .heading, .panel").getBoundingClientRect();
  return button.offsetParent && (left < around.left - 1 || right > around.right + 1 || right > innerWidth);
}).map((button) => button.textContent));

/** Does something at several sizes of the window. Only styles know it, so one visit shows all of them. */
async function atSizes(page, sizes, act) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await settled(page);
    await act(`${width}×${height}`, width, height);
  }
}

for (const [path, selector, last] of GAMES) {
  onPage(`${path} at all sizes: the board takes what there is, and nothing sticks out`, path, async (page) => {
    await page.waitForSelector(last, { state: "attached" });
    await atSizes(page, SIZES, async (size, width, height) => {
      const board = await page.locator(selector).boundingBox();
      assert.equal(await overflow(page), 0, size);
      // Beside or below it, whichever leaves more.
      const room = Math.min(width, height);
      const wanted = width < 960 ? Math.min(width - 40, height - 280) : room * (width < 1100 ? 0.65 : 0.8);
      assert.ok(board.width >= wanted, `${size}: ${board.width} of ${room}`);
      assert.ok(board.y + board.height <= height + 1, `${size}: seen as a whole`);
      const areas = await page.$$eval(".panel, .heading, .status, .below", (all) => all.map((panel) => {
        const box = panel.getBoundingClientRect();
        const aside = panel.closest(".aside")?.getBoundingClientRect();
        const high = aside && getComputedStyle(panel.closest(".aside")).overflowY === "auto"
          ? Math.max(0, Math.min(box.bottom, aside.bottom) - Math.max(box.top, aside.top)) : box.height;
        return box.width * high;
      }));
      assert.ok(Math.max(...areas) < board.width * board.height, size);
      const { bottom, right } = await page.locator(".below").evaluate((element) => element.getBoundingClientRect());
      assert.ok(right <= width && (width < 960 || bottom <= height), `${size}: the tools are on the screen`);
      assert.deepEqual(await sticksOut(page), [], size);
      assert.ok(await deadSpace(page) < 2, `${size}: dead space below the footer`);
    });
  });
}

// Long lists scroll in their panels. What only a screen reader sees of them has to stay there, too: it is placed
// absolutely, and would make the page longer below its footer.
const endsAtItsFooter = (page) => atSizes(page, [[360, 740], [820, 1180], [1280, 720]], async (size) => {
  assert.ok(await deadSpace(page) < 2, `${size}: ${await deadSpace(page)} px`);
});

onPage("a page with a hundred moves to choose from ends at its footer", null, async (page) => {
  const rules = NUMERICAL.get("numerical4");
  const [start, lost] = [rules.parse(".,2,.,./.,7,.,./.,.,.,./.,.,.,."), { outcome: "loss", winner: "second", distance: null }];
  const moves = rules.moves(start).map((move) => ({ move, position: "", ...lost }));
  const answer = { game: rules.name, rules: "standard", position: rules.format(start), to_move: "first", ...lost, moves };
  await page.route("**/api/numerical4?*", (route) => route.fulfill({ json: answer }));
  await page.goto(`${it.server.url}/numerical#game=numerical4&start=${rules.format(start)}`);
  await page.waitForFunction((count) => document.querySelectorAll(".chip").length > count, 90);
  await endsAtItsFooter(page);
});

onPage("a page with a game of 200 plies ends at its footer", null, async (page) => {
  const moves = longGame(RULES.get("quixo5"), 200);
  await page.goto(`${it.server.url}/#mode=play&game=quixo5&moves=${moves.join(",")}`);
  await played(page, 200);
  await endsAtItsFooter(page);
});

/** A game of so many plies that is not over. */
function longGame(rules, plies) {
  const roll = dice(1);
  const line = [];
  for (let position = rules.start; line.length < plies;) {
    const open = rules.moves(position).filter((move) => !rules.ended(rules.play(position, move)));
    line.push(open[roll(open.length)]);
    position = rules.play(position, line.at(-1));
  }
  return line;
}

for (const [width, height] of [[820, 1180], [2560, 1440]]) {
  onPage(`at ${width} px gaps are those of the board, and a slide begins where the tile was`, "/#game=quixo4", async (page) => {
    const box = (cell) => page.locator(`.tile[data-cell=${cell}]`).boundingBox();
    const [a, b] = [await box("a4"), await box("b4")];
    const board = await page.locator(".quixo").boundingBox();
    const gap = b.x - a.x - a.width;
    assert.ok(Math.abs(gap / board.width - 0.011) < 0.002, `${gap} px of ${board.width}`);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await recordSlides(page);
    await push(page, "a4R");
    const [, from] = await page.evaluate(() => globalThis.slides.find(([cell, transform]) => cell === "b4" && transform));
    const [, moved] = from.match(/translate\((-?[\d.]+)px/);
    assert.ok(Math.abs(Number(moved) - (b.x - a.x)) < 1.5, `${from}, a step is ${b.x - a.x}`);
  }, { viewport: { width, height } });
}

onPage("the values of ends and tiles keep to their places", "/#game=quixo5", async (page) => {
  const keepInside = (inner, outer) => atSizes(page, [[360, 740], [1280, 720], [2560, 1440]], async (size) => {
    const found = await page.$$eval(inner, (all, selector) => all.map((one) => {
      const [own, around] = [one, one.closest(selector)].map((element) => element.getBoundingClientRect());
      return own.left >= around.left - 1 && own.right <= around.right + 1 && own.top >= around.top - 1 && own.bottom <= around.bottom + 1;
    }), outer);
    assert.ok(found.length > 0 && found.every(Boolean), `${inner} at ${size}`);
  });
  await page.waitForSelector(".badge");
  await keepInside(".badge", ".tile");
  await page.click(".tile[data-cell=b1]");
  await page.waitForSelector(".end-value");
  await keepInside(".end-value", ".end");
});

/** What has to be seen in each place, and be in nobody's way. */
const PLACES = [
  ["/", [".quixo", "#welcome-play", "#welcome-again", "#opponent"]],
  ["/#mode=play&game=quixo4", [".quixo", "#undo", "#hint", "#opponent", "[data-side=O]"]],
  ["/#game=quixo4&moves=a4R,a3R,d4L", [".quixo", "#undo", "#show-line", ".chip", "#chart-ply", "#position", "#set-up"]],
  ["/#mode=learn&game=quixo4", [".quixo", "#learn-puzzles", ".task"]],
  ["/numerical#game=numerical4", [".numerical-grid", ".number-tile", "#undo", ".chip"]],
  ["/ultimate#game=ultimate", [".ultimate", "#undo", ".chip"]],
  ["/results#quixo5", [".plot", ".documents a", "article table"]],
  ["/rules", ["#ultimate"]],
  ["/api-docs", ["section[data-path]"]],
];
for (const [path, selectors] of PLACES) {
  onPage(`at 200 % everything of ${path} is there, below each other`, path, async (page) => {
    for (const selector of selectors) {
      const element = page.locator(selector).first();
      await element.waitFor();
      await element.scrollIntoViewIfNeeded();
      const isCovered = await element.evaluate((found) => {
        const { x, y, width, height } = found.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, Math.min(Math.max(y + height / 2, 0), innerHeight - 1));
        return !(found.contains(top) || top?.contains(found));
      });
      assert.ok(!isCovered, selector);
    }
    assert.equal(await overflow(page), 0);
  }, { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 });
}

for (const path of ["/", "/numerical", "/ultimate"]) test(`the first view of ${path} takes less than 150 KB`, async () => {
  const context = await it.browser.newContext();
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
  await page.goto(it.server.url + path);
  await page.waitForSelector("#opponent option[value='random']", { state: "attached" });
  await page.waitForLoadState("networkidle");
  assert.ok(bytes > 30_000 && bytes < 150_000, `${bytes} bytes`);
  await context.close();
});
