// What a checker of accessibility finds: every page and every state of the boards, in light, in dark and in
// forced colours.

import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { ALL } from "./harness.mjs";
import { push, settled, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;

const LOOKS = [
  { colorScheme: "light", forcedColors: "none" },
  { colorScheme: "dark", forcedColors: "none" },
  { colorScheme: "light", forcedColors: "active" },
  { colorScheme: "dark", forcedColors: "active" },
];

/**
 * Has the checker look at a page as it is now: at everything in light, and in the other looks at what they change, the
 * colours. Forced colours are the system's, whose contrast our styles seldom spoil: that is left to `npm run test:all`.
 */
async function check(page) {
  for (const [at, look] of LOOKS.entries()) {
    const isForced = look.forcedColors === "active";
    await page.emulateMedia(look);
    await settled(page);
    if (ALL || !isForced) {
      const found = await violations(page, at === 0 ? {} : { runOnly: ["color-contrast"] });
      assert.deepEqual(found, [], JSON.stringify(look));
    }
    if (isForced) assert.deepEqual(await drawnApart(page), [], JSON.stringify(look));
  }
}

/** Symbols of players that have not the colour of the text that they stand in: the checker sees no drawings, and forced colours leave them as they are. */
const drawnApart = (page) => page.$$eval(".symbol", (all) => all
  .filter((symbol) => symbol.checkVisibility() && getComputedStyle(symbol).color !== getComputedStyle(symbol.parentElement).color)
  .map((symbol) => symbol.parentElement.className));

/** Pages, and what is there last. */
const PAGES = [
  ["/", "#welcome-play"],
  ["/#mode=play&game=quixo5&friend=abcd1234&moves=a5R&plies=1", ".matches a"],
  ["/#mode=learn&game=quixo4", "#learn-puzzles"],
  ["/#game=quixo4&start=XO2/1O2/X3/2OX_O&moves=b4B", ".chip"],
  ["/#game=quixo5", ".chip"],
  ["/#game=quixo5&start=XXX2/5/2O2/OO3/O3X_X", ".chip.is-estimate"],
  ["/numerical", "#opponent option[value=random]"],
  ["/numerical#game=numerical4", ".chip"],
  ["/ultimate", "#opponent option[value=random]"],
  ["/results", ".plot"],
  ["/results#quixo5", "article table"],
  ["/rules", ".masthead"],
  ["/about", ".masthead"],
  ["/api-docs", "section[data-path]"],
  ["/nothing", ".masthead"],
];

for (const [path, last] of PAGES) {
  onPage(`${path} is open to everybody`, path, async (page) => {
    await page.waitForSelector(last, { state: "attached" });
    await check(page);
  });
}

onPage("so are rules, arrows, a line, the set-up, a mistake and an error", "/#game=quixo4&moves=a4R,a3R,d4L", async (page) => {
  await page.waitForSelector(".chip");
  await page.click("summary");
  await page.click(".tile[data-cell=b1]");
  await page.fill("#position", "4/4");
  await page.press("#position", "Enter");
  await check(page);
  await page.waitForSelector("#mistake-before:not([aria-disabled])");
  await page.click("#mistake-before");
  await check(page);
  await page.click("#show-line");
  await page.waitForSelector(".line-player:not([hidden])");
  await page.click("#line-play");
  await check(page);
  await page.click("#set-up");
  await check(page);
});

/** Goes on to a puzzle, and has its solution shown. */
async function toPuzzle(page) {
  await page.click("[data-mode=learn]");
  await page.click("#learn-puzzles");
  await page.waitForSelector("#learn-solve:not([hidden])");
  await page.click("#learn-solve");
}

onPage("so are the end of a game of Quixo and a puzzle", "/#mode=play&game=quixo4&start=1O2/O2X/O2X/O2X_X", async (page) => {
  await page.waitForSelector("#opponent option[value=friend]", { state: "attached" });
  await page.selectOption("#opponent", "friend");
  await push(page, "c4R");
  await page.waitForSelector("#rematch");
  await check(page);
  await toPuzzle(page);
  await check(page);
});

onPage("so are a number that was taken, the end of a game of Numerical and a puzzle", "/numerical#game=numerical3&moves=b2=5,a1=2,a3=1", async (page) => {
  await page.waitForSelector(".chip");
  await page.click(".number-tile[data-number='8']");
  await check(page);
  await page.click(".cell[data-cell=c3]");
  await page.click("[data-mode=play]");
  await page.waitForSelector("#rematch");
  await check(page);
  await toPuzzle(page);
  await check(page);
});

onPage("so are a field to play in, the end of a game of Ultimate and a puzzle", "/ultimate#game=ultimate&moves=44,40,04,41", async (page) => {
  await page.waitForSelector(".chip");
  await check(page);
  const { moves } = await it.server.json("/api/ultimate/line");
  await page.goto(`${it.server.url}/ultimate#mode=play&game=ultimate&moves=${moves.map(({ move }) => move).join(",")}`);
  await page.waitForSelector("#rematch");
  await check(page);
  await toPuzzle(page);
  await check(page);
});

onPage("in forced colours the switch, takeable tiles and what is chosen are told apart", "/#game=quixo4&start=O3/4/4/3X_X", async (page) => {
  await page.waitForSelector(".chip");
  await page.emulateMedia({ forcedColors: "active" });
  const style = (selector, property) => page.locator(selector).first().evaluate((element, name) => getComputedStyle(element)[name], property);
  const on = await style("#show-values", "backgroundColor");
  assert.notEqual(await style(".tile.takeable", "borderColor"), await style(".tile:not(.takeable)", "borderColor"));
  assert.notEqual(await style("[aria-pressed=true]", "backgroundColor"), await style("[data-variant=quixo3]", "backgroundColor"));
  await page.click("label[for=show-values]");
  assert.notEqual(await style("#show-values", "backgroundColor"), on);
});

for (const [path, takeable, other] of [
  ["/numerical#game=numerical3&moves=b2=5", ".cell.takes", ".cell:not(.takes)"],
  ["/ultimate#game=ultimate&moves=44", ".spot.takes", ".spot:not(.takes)"],
]) {
  onPage(`in forced colours what can be played is told apart on ${path}`, path, async (page) => {
    await page.waitForSelector(".chip");
    await page.emulateMedia({ forcedColors: "active" });
    const border = (selector) => page.locator(selector).first().evaluate((element) => getComputedStyle(element).borderColor);
    assert.notEqual(await border(takeable), await border(other));
  });
}
