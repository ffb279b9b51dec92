// The page of Numerical Tic-Tac-Toe in a browser.

import assert from "node:assert/strict";
import { RULES } from "../site/js/numerical/rules.js";
import { PATIENCE, verdict } from "./harness.mjs";
import { passUntil, played, position, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;
const rules = RULES.get("numerical3");

onPage("the first player wins on 3×3 by following the values, against perfect", "/numerical", async (page) => {
  await page.waitForSelector("#opponent option[value=perfect]", { state: "attached" });
  await page.selectOption("#opponent", "perfect");
  for (let plies = 0; ; plies += 2) {
    const text = await position(page);
    const { winner, moves: [{ move }] } = await it.server.probe("numerical3", text);
    assert.equal(winner, "first");
    const [cell, number] = move.split("=");
    await page.click(`.cell[data-cell=${cell}]`);
    await page.click(`.number-tile[data-number='${number}']`);
    if (rules.ended(rules.play(rules.parse(text), move))) break;
    await played(page, plies + 2);
  }
  assert.match(await verdict(page), /You have won$/);
  assert.match(await page.innerText(".because"), /^You completed a line of 15: \d/);
  assert.ok(await page.locator(".cell.winning").count() >= 3);
});

onPage("values are those of the server, equal moves as one", "/numerical#game=numerical3", async (page) => {
  await page.waitForSelector(".chip.is-win");
  const { moves } = await it.server.probe("numerical3", await position(page));
  const listed = await page.$$eval(".chip", (all) => all.flatMap((chip) => chip.dataset.equal.split(" ")));
  assert.deepEqual(listed.sort(), moves.map(({ move }) => move).sort());
  assert.equal(await page.locator(".chip").count(), 15, "corner, edge and centre with five numbers");
});

onPage("a number is dragged to a cell, and the board has coordinates", "/numerical#game=numerical3", async (page) => {
  assert.deepEqual(await page.$$eval(".numerical-grid .label", (all) => all.map((label) => label.textContent).sort()), ["1", "2", "3", "a", "b", "c"]);
  const middle = async (selector) => {
    const { x, y, width, height } = await page.locator(selector).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...await middle(".number-tile[data-number='5']"));
  await page.mouse.down();
  await page.mouse.move(...await middle(".cell[data-cell=b2]"), { steps: 6 });
  await page.mouse.up();
  assert.equal(await position(page), ".,.,./.,5,./.,.,.");
});

onPage("a number first, then a cell; keyboard; links", "/numerical#game=numerical3", async (page) => {
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
  assert.match(await verdict(page), /Even wins$/);
  assert.equal((await page.$$eval(".chip", (all) => all.flatMap((chip) => chip.dataset.equal.split(" ")))).length, 128);
  await page.click("[data-mode=play]");
  await page.waitForSelector("#opponent option[value=perfect]", { state: "attached" });
  await page.selectOption("#opponent", "perfect");
  await page.click("[data-side=second]");
  await played(page, 1);
});

onPage("moves that take too long to solve are not passed over in silence", "/numerical#game=numerical4&moves=b3=7", async (page) => {
  // The server searches when nothing else has to be done, and a busy machine has always something.
  await page.waitForSelector(".chip.is-win", { timeout: 4 * PATIENCE });
  assert.match(await verdict(page), /Even wins$/);
  assert.match(await page.innerText(".values"), /\d+ more moves are not solved yet/);
}, { slow: true });

onPage("an optimal line is shown on 3×3", "/numerical#game=numerical3", async (page) => {
  await page.waitForSelector(".chip");
  await page.clock.install();
  await page.click("#show-line");
  await page.waitForSelector(".line-player:not([hidden])");
  await passUntil(page, 900, async () => /Odd has won$/.test(await verdict(page)));
});
