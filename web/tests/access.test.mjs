// What a checker of accessibility finds on every page, in both themes.

import assert from "node:assert/strict";
import { violations } from "./axe.mjs";
import { push, settled, setUp } from "./page.mjs";

const { onPage } = setUp();

const PAGES = [
  "/",
  "/#mode=learn&game=quixo4",
  "/numerical",
  "/ultimate",
  "/rules",
  "/about",
  "/api-docs",
  "/#game=quixo4&start=XO2/1O2/X3/2OX_O&moves=b4B",
  "/numerical#game=numerical3&moves=b2=5,a1=2",
  "/ultimate#game=ultimate&moves=44,40,04,41",
  "/results#quixo5",
  "/#game=quixo5",
  "/nothing",
];

async function check(page) {
  await settled(page);
  assert.deepEqual(await violations(page), []);
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
  onPage(`rules, arrows, line, set-up, a mistake and an error in ${colorScheme}`, "/#game=quixo4&moves=a4R,a3R,d4L", async (page) => {
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
    await check(page);
    await page.click("#set-up");
    await check(page);
  }, { colorScheme });

  onPage(`the end of a game in ${colorScheme}`, "/#mode=play&game=quixo4&start=1O2/O2X/O2X/O2X_X", async (page) => {
    await page.waitForSelector("#opponent option[value=friend]", { state: "attached" });
    await page.selectOption("#opponent", "friend");
    await push(page, "c4R");
    await page.waitForSelector("#rematch");
    await check(page);
    await page.click("[data-mode=learn]");
    await page.waitForSelector("#learn-puzzles");
    await page.click("#learn-puzzles");
    await page.waitForSelector("#learn-solve");
    await page.click("#learn-solve");
    await check(page);
  }, { colorScheme });
}

onPage("in forced colours the switch, takeable tiles and what is chosen are told apart", "/#game=quixo4&start=O3/4/4/3X_X", async (page) => {
  await page.waitForSelector(".chip");
  await page.emulateMedia({ forcedColors: "active" });
  const style = (selector, property) => page.locator(selector).first().evaluate((element, name) => getComputedStyle(element)[name], property);
  const on = await style("#show-values", "backgroundColor");
  assert.notEqual(await style(".tile.takeable", "borderColor"), await style(".tile:not(.takeable)", "borderColor"));
  assert.notEqual(await style("[aria-pressed=true]", "backgroundColor"), await style("[data-variant=quixo3]", "backgroundColor"));
  await check(page);
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
