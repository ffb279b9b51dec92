// The first minute: what somebody who is new sees, and what comes after it.

import assert from "node:assert/strict";
import { passUntil, played, position, push, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;

const says = (page, text) => page.waitForFunction((words) => document.querySelector(".verdict")?.textContent.includes(words), text);
const size = (page) => page.getAttribute("[data-variant][aria-pressed=true]", "data-variant");
const EMPTY = "5/5/5/5/5 X";

onPage("who is new lands on 5×5 with a sentence, a moving example that can be repeated, and Play", null, async (page) => {
  await page.clock.install();
  await page.goto(it.server.url);
  await says(page, "Push tiles, make five in a row");
  assert.match(await page.innerText(".because"), /^Take a tile from the border, .* wins\.$/);
  assert.equal(await size(page), "quixo5");
  const won = async () => await page.locator(".tile.winning").count() === 5;
  await passUntil(page, 100, won);
  await page.click("#welcome-again");
  assert.equal(await won(), false);
  await passUntil(page, 100, won);
  assert.equal(await page.locator("#position, .history, .database, #hint").locator("visible=true").count(), 0, "nothing else to understand");
  await page.click("#welcome-play");
  await says(page, "Your move");
  assert.equal(await position(page), EMPTY);
  assert.ok(await page.evaluate(() => document.activeElement.matches(".board *")), "the keyboard goes on at the board");
}, { reducedMotion: "no-preference" });

onPage("who wants less motion sees the example only when asked for", "/", async (page) => {
  await says(page, "Push tiles");
  assert.equal(await page.innerText("#welcome-again"), "Show an example");
  assert.equal(await page.locator(".tile.winning").count(), 0);
  await page.click("#welcome-again");
  await page.waitForFunction(() => document.querySelectorAll(".tile.winning").length === 5);
});

for (const [way, leave] of [
  ["Play", (page) => page.click("#welcome-play")],
  ["a press on the board", (page) => page.click(".board")],
  ["another size", (page) => page.click("[data-variant=quixo4]")],
  ["Learn", (page) => page.click("[data-mode=learn]")],
]) {
  onPage(`the example is skipped for good by ${way}`, "/", async (page) => {
    await page.waitForSelector("#welcome-play");
    await leave(page);
    await page.waitForSelector("#welcome-play", { state: "hidden" });
    // As if nothing had been played, which would come back instead.
    await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("game-")).forEach((name) => localStorage.removeItem(name)));
    await page.goto("about:blank");
    await page.goto(it.server.url);
    await says(page, "Your move");
    assert.equal(await page.locator("#welcome-play").isVisible(), false);
  });
}

for (const [path, there] of [["/#game=quixo4", "quixo4"], ["/#mode=play&game=quixo3", "quixo3"], ["/#mode=learn&game=quixo5", "quixo5"]]) {
  onPage(`a link goes where it says, without the example: ${path}`, path, async (page) => {
    await page.waitForSelector(".tile");
    assert.equal(await size(page), there);
    assert.equal(await page.locator("#welcome-play").isVisible(), false);
  });
}

onPage("each size keeps its game that is not over, with its opponent, and over a visit", "/#mode=play&game=quixo4", async (page) => {
  await page.waitForSelector("#opponent option[value=friend]", { state: "attached" });
  await page.selectOption("#opponent", "friend");
  await push(page, "a4R");
  await page.click("[data-variant=quixo5]");
  assert.equal(await position(page), EMPTY);
  await push(page, "a5R");
  await push(page, "e1L");
  await page.click("[data-variant=quixo4]");
  assert.equal(await position(page), "3X/4/4/4 O");
  await page.click("[data-variant=quixo3]");
  await page.goto("about:blank");
  await page.goto(it.server.url);
  await page.click("[data-variant=quixo5]");
  await played(page, 2);
  await page.click("[data-variant=quixo4]");
  assert.equal(await position(page), "3X/4/4/4 O");
  // A new game is one of this size only.
  await page.click("#new-game");
  await page.click("[data-variant=quixo5]");
  await played(page, 2);
  await page.click("[data-variant=quixo4]");
  assert.equal(await position(page), "4/4/4/4 X");
});

onPage("a game to look at takes the place of no game that is played", "/#mode=play&game=quixo5", async (page) => {
  await page.waitForSelector("#opponent option[value=friend]", { state: "attached" });
  await page.selectOption("#opponent", "friend");
  await push(page, "a5R");
  await page.goto(`${it.server.url}/#game=quixo5&moves=a1T`);
  await says(page, "A draw");
  await page.goto("about:blank");
  await page.goto(`${it.server.url}/#mode=play&game=quixo4`);
  await page.click("[data-variant=quixo5]");
  assert.equal(await position(page), "4X/5/5/5/5 O");
});

onPage("an opponent that another size has not is there again when one comes back", "/#mode=play&game=quixo4", async (page) => {
  await page.waitForSelector("#opponent option[value=net]", { state: "attached" });
  await page.selectOption("#opponent", "net");
  await page.click("[data-variant=quixo3]");
  await page.waitForFunction(() => document.querySelector("#opponent").value === "minimax:1");
  await page.click("[data-variant=quixo4]");
  await page.waitForFunction(() => document.querySelector("#opponent").value === "net");
});
