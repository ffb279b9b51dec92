// The board is the largest thing at every size, with gaps and slides that fit; and the page
// stays small.

import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
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

onPage("a bar with a distance of three digits shows all of them, and has the colours of the pieces", null, async (page) => {
  const value = { outcome: "win", winner: "X", distance: 165, known: "proved" };
  await page.route("**/api/quixo4?*", (route) => route.fulfill({ json: { game: "quixo4", rules: "standard", position: "4/4/4/4 X", to_move: "X", ...value, moves: [] } }));
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${it.server.url}/#game=quixo4&start=O3/4/4/X3_X&${colorScheme === "dark" ? "ply=0" : ""}`);
    await page.waitForFunction(() => document.querySelector(".bar-label")?.textContent === "165");
    await atSizes(page, [[360, 740], [740, 360], [1280, 720], [2560, 1440]], async (size) => {
      const [bar, label] = await page.evaluate(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector(".bar-label"));
        return [document.querySelector(".bar"), range].map((one) => one.getBoundingClientRect().toJSON());
      });
      assert.ok(label.left >= bar.left && label.right <= bar.right, `${size}: ${label.width} of ${bar.width}`);
    });
    const [fill, piece] = await page.evaluate(() => [getComputedStyle(document.querySelector(".bar .fill")).backgroundColor, getComputedStyle(document.querySelector(".tile .symbol-X")).color]);
    assert.equal(fill, piece, colorScheme);
  }
});

onPage("the tools take two rows at most on a screen that is wide", "/#game=quixo4&moves=a4R,a3R", async (page) => {
  await page.waitForSelector(".chip");
  await atSizes(page, [[1280, 720], [1440, 900], [2560, 1440]], async (size) => {
    const rows = await page.$$eval(".tools button", (all) => new Set(all.filter((one) => one.checkVisibility()).map((one) => Math.round(one.getBoundingClientRect().top))).size);
    assert.ok(rows <= 2, `${size}: ${rows} rows`);
  });
});

onPage("the list of moves does not scroll beside free room", "/#game=quixo4&moves=a4R,a3R,d4L", async (page) => {
  await page.waitForSelector(".chip");
  await atSizes(page, [[1440, 900], [2560, 1440]], async (size) => {
    const [hidden, free] = await page.evaluate(() => {
      const [list, aside] = [".values", ".aside"].map((selector) => document.querySelector(selector));
      const last = [...aside.children].filter((panel) => panel.checkVisibility()).at(-1);
      return [list.scrollHeight - list.clientHeight, aside.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom];
    });
    assert.ok(hidden <= 0 || free < 60, `${size}: ${hidden} px of the list are hidden, ${free} px below the panels are free`);
  });
});

/** The colour of a point of the page as it is drawn. */
async function colourAt(page, x, y) {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  // A filter, which changes nothing in a single point, and then its colour.
  return [...inflateSync(Buffer.concat(parts)).subarray(1, 4)];
}

onPage("arrows lie below marks and values", "/#game=quixo4&start=4/XOXO/4/4_X", async (page) => {
  await page.waitForSelector(".chip");
  await settled(page);
  const middle = (selector) => page.locator(selector).evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
  });
  const points = [await middle(".tile[data-cell=c3] .symbol"), await middle(".tile[data-cell=a3] .badge .icon"), await middle(".tile[data-cell=a3] .symbol")];
  const seen = () => Promise.all(points.map(([x, y]) => colourAt(page, x, y)));
  const before = await seen();
  await page.evaluate(() => {
    const arrows = document.querySelector(".arrows");
    arrows.innerHTML = "<g class='arrow arrow-best'><path class='shaft' d='M0 1.5L4 1.5'/></g>";
    arrows.firstChild.firstChild.setAttribute("stroke-width", "1");
    arrows.firstChild.firstChild.style.strokeWidth = "1";
  });
  await settled(page);
  assert.deepEqual(await seen(), before);
  const [x, y] = await middle(".tile[data-cell=b3]");
  assert.deepEqual(await colourAt(page, x, y), [58, 160, 232], "the arrow is there");
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
