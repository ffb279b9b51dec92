// The page of Numerical Tic-Tac-Toe in a browser.

import assert from "node:assert/strict";
import { RULES } from "../site/js/numerical/rules.js";
import { verdict } from "./harness.mjs";
import { played, position, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;
const rules = RULES.get("numerical3");

onPage("the first player wins on 3×3 by following the values, against perfect", "/numerical", async (page) => {
  await page.selectOption("#player-second", "perfect");
  let plies = 0;
  while (true) {
    await page.waitForSelector(".chip.is-win");
    assert.equal(await verdict(page), "Odd wins");
    const text = await position(page);
    const answer = await it.server.probe("numerical3", text);
    const chips = await page.$$eval(".chip", (all) => all.map((chip) => chip.dataset.move));
    assert.deepEqual(chips, answer.moves.map(({ move }) => move));
    const { move } = answer.moves[0];
    const [cell, number] = move.split("=");
    await page.click(`.cell[data-cell=${cell}]`);
    await page.click(`.number-tile[data-number='${number}']`);
    plies += 1;
    if (rules.ended(rules.play(rules.parse(text), move))) break;
    plies += 1;
    await played(page, plies);
  }
  assert.equal(await verdict(page), "Odd has won");
  assert.ok(await page.locator(".cell.winning").count() >= 3);
});

onPage("a number first, then a cell; keyboard; links", "/numerical", async (page) => {
  await page.click(".number-tile[data-number='5']");
  await page.click(".cell[data-cell=b2]");
  assert.equal(await position(page), ".,.,./.,5,./.,.,.");
  await page.focus(".cell[data-cell=b2]");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.keyboard.press("8");
  assert.equal(await position(page), "8,.,./.,5,./.,.,.");
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await played(tab, 2);
  assert.equal(await position(tab), "8,.,./.,5,./.,.,.");
  await page.click("#undo");
  assert.equal(await position(page), ".,.,./.,5,./.,.,.");
});

onPage("on 4×4 the outcome is known from the start, and perfect plays", "/numerical#game=numerical4", async (page) => {
  await page.waitForSelector(".chip.is-loss");
  assert.equal(await verdict(page), "Even wins");
  assert.equal(await page.locator(".chip").count(), 128);
  await page.selectOption("#player-first", "perfect");
  await played(page, 1);
});

onPage("moves that take too long to solve are not passed over in silence", "/numerical#game=numerical4&moves=b3=7", async (page) => {
  await page.waitForSelector(".chip.is-win");
  assert.equal(await verdict(page), "Even wins");
  assert.match(await page.innerText(".values"), /\d+ more moves are not solved yet/);
});

onPage("an optimal line is shown on 3×3", "/numerical", async (page) => {
  await page.waitForSelector(".chip");
  await page.clock.install();
  await page.click("#show-line");
  await page.waitForSelector(".line-player:not([hidden])");
  for (let step = 0; step < 11; step += 1) {
    await page.clock.runFor(900);
    await page.waitForTimeout(30);
  }
  assert.equal(await verdict(page), "Odd has won");
});
