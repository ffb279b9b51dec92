// What a screen reader reads out without being asked: the region of the status is live.

import assert from "node:assert/strict";
import { played, push, setUp } from "./page.mjs";

const { onPage } = setUp();

/** Waits until the live region says something. */
const says = (page, words) => page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".status [role=status][aria-live=polite]")?.textContent), words.source);

/** Presses Enter where the focus is put. */
async function enter(page, selector) {
  await page.focus(selector);
  await page.keyboard.press("Enter");
}

onPage("a tile that cannot be taken says why", "/#game=quixo4&moves=a4R,a3R", async (page) => {
  await page.waitForSelector(".chip");
  await enter(page, ".tile[data-cell=b2]");
  await says(page, /b2 is inside the board: only tiles of the border can be taken\./);
  await enter(page, ".tile[data-cell=d3]");
  await says(page, /d3 is the opponent’s: take a blank tile or one of your own\./);
  await enter(page, ".tile[data-cell=a1]");
  await page.waitForFunction(() => !/opponent’s/.test(document.querySelector(".status").textContent));
});

onPage("so does one in a puzzle, at the other’s turn, and after the game; how it ended stays to be read", "/#mode=learn&game=quixo4", async (page, { url }) => {
  await page.waitForSelector("#learn-puzzles");
  await enter(page, ".tile[data-cell=b2]");
  await says(page, /b2 is inside the board/);
  await page.goto(`${url}/#mode=play&game=quixo4`);
  await page.waitForSelector("#opponent option[value='minimax:1']", { state: "attached" });
  let move;
  const asked = new Promise((done) => { move = done; });
  await page.route("**/api/quixo4/move?*", async (route) => {
    await asked;
    await route.continue();
  });
  await push(page, "a4R");
  await enter(page, ".tile[data-cell=a1]");
  await says(page, /It is the turn of O\./);
  move();
  await played(page, 2);
  await says(page, /O played [a-d][1-4][LRTB]\..*$/);
  await says(page, /Your move/);
  await page.goto(`${url}/#game=quixo4&start=1O2/O2X/O2X/O2X_X&moves=c4R`);
  await says(page, /X has won/);
  await enter(page, ".tile[data-cell=a1]");
  await says(page, /The game is over\. X filled column d with X\./);
});

onPage("a cell of Numerical that is taken says so", "/numerical#game=numerical3&moves=b2=5,a1=2", async (page) => {
  await page.waitForSelector(".chip");
  await enter(page, ".cell[data-cell=b2]");
  await says(page, /b2 has its number already: pick a free cell\./);
  await enter(page, ".cell[data-cell=c3]");
  await page.waitForFunction(() => !/already/.test(document.querySelector(".status").textContent));
});

onPage("a hint and the player to move are said", "/#game=quixo4&moves=a4R", async (page) => {
  await page.waitForSelector(".chip");
  await says(page, /O to move/);
  await page.click("#hint");
  await says(page, /Hint: take [a-d][1-4] and push it in at the (left|right|top|bottom) end\./);
});
