// The page of Ultimate Tic-Tac-Toe in a browser.

import assert from "node:assert/strict";
import { ultimate } from "../site/js/ultimate/rules.js";
import { verdict } from "./harness.mjs";
import { dice, played, position, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;

for (const seed of [1, 2]) {
  onPage(`the strategy wins against random replies (${seed}), with a reason for every move`, "/ultimate", async (page) => {
    const roll = dice(seed);
    await page.waitForSelector("#opponent option[value=strategy]", { state: "attached" });
    await page.selectOption("#opponent", "strategy");
    await page.click("[data-side=O]");
    let plies = 1;
    const phases = new Set();
    for (;;) {
      await played(page, plies);
      const at = ultimate.parse(await position(page));
      const reason = await page.getAttribute(`.ply[data-ply='${plies}']`, "title");
      assert.match(reason, /^(opening|middlegame|endgame): ./);
      phases.add(reason.split(":")[0]);
      if (ultimate.ended(at)) break;
      const moves = ultimate.moves(at);
      await page.click(`.spot[data-move='${moves[roll(moves.length)]}']`);
      plies += 2;
    }
    assert.equal(await verdict(page), "You have lost");
    assert.match(await page.innerText(".because"), /^Perfect for X won the fields \d, \d and \d, which are in a line/);
    assert.ok(plies <= 43, `${plies} plies`);
    assert.deepEqual([...phases], ["opening", "middlegame", "endgame"]);
    assert.equal(await page.locator(".field.winning").count(), 3);
  });
}

onPage("the advice is the strategy's, on the board and in the list", "/ultimate#game=ultimate", async (page) => {
  await page.waitForSelector(".chip[data-move='44']");
  assert.equal(await verdict(page), "X wins in 43 moves");
  assert.match(await page.innerText(".because"), /^Opening: take the centre/);
  const { moves } = await it.server.probe("ultimate", await position(page));
  assert.ok(moves.some(({ outcome }) => outcome === "open"));
  const listed = await page.$$eval(".chip", (all) => all.flatMap((chip) => chip.dataset.equal.split(" ")));
  assert.equal(listed.length, moves.filter(({ outcome }) => outcome !== "open").length, "what is open is no advice");
  await page.hover(".chip[data-move='44']");
  assert.equal(await page.locator(".spot.pointed").getAttribute("data-move"), "44");
  await page.click(".chip[data-move='44']");
  assert.match(await position(page), / O 4$/);
  // O has to answer in the centre.
  assert.equal(await page.locator(".spot.takes").count(), 8);
  await page.focus(".spot[data-move='40']");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.match(await position(page), / X 1$/);
  await page.click("#undo");
  await page.click("#redo");
  assert.match(await position(page), / X 1$/);
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await played(tab, 2);
});

onPage("the strategy's line is the longest game, with a reason for every move", "/ultimate#game=ultimate", async (page) => {
  await page.waitForSelector(".chip");
  await page.click("#show-line");
  await page.waitForSelector(".line-player:not([hidden])");
  assert.match(await page.innerText(".where"), /of 43$/);
  await page.click("#line-play");
  await page.click(".ply[data-ply='43']");
  assert.equal(await verdict(page), "X has won");
  const reasons = await page.$$eval(".ply[data-ply]", (all) => all.map((ply) => ply.title.split(":")[0]));
  assert.deepEqual(new Set(reasons), new Set(["opening", "delay", "middlegame", "endgame"]));
});

onPage("on a phone the board fits", "/ultimate#game=ultimate", async (page) => {
  await page.waitForSelector(".spot");
  const [scroll, client] = await page.evaluate(() =>
    [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(scroll <= client, `${scroll} > ${client}`);
  const box = await page.locator(".spot[data-move='00']").boundingBox();
  assert.ok(box.width >= 24 && box.height >= 24, `a spot of ${box.width} by ${box.height}`);
  await page.tap(".spot[data-move='44']");
  assert.match(await position(page), / O 4$/);
}, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
