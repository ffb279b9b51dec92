// The main flows in Firefox.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, plies, position, push, says, visit } from "./firefox.mjs";
import { serve } from "./harness.mjs";

let server;
let browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server.stop();
});

test("a game is played, taken back, reloaded and analysed", async () => {
  const page = await visit(browser, `${server.url}/`);
  await page.waitForSelector("#opponent option[value='minimax:1']");
  await push(page, "a4R");
  await plies(page, 2);
  await says(page, "Your move");
  await page.click("#undo");
  assert.equal(await position(page), "4/4/4/4 X");
  await push(page, "b4L");
  await plies(page, 2);
  await page.reload();
  await plies(page, 2);
  await page.click("button[data-mode=analyse]");
  await page.waitForSelector(".chip");
  await page.waitForFunction(() => document.querySelectorAll(".plotted .unknown").length === 0);
  await page.goBack();
  await says(page, "Your move");
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("the keyboard plays", async () => {
  const page = await visit(browser, `${server.url}/#game=quixo4`);
  await page.waitForSelector(".chip");
  await page.focus(".tile[data-cell=a4]");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await plies(page, 1);
  assert.equal(await position(page), "3X/4/4/4 O");
  await page.close();
});

test("the introduction begins, and the other games show their boards", async () => {
  const page = await visit(browser, `${server.url}/#mode=learn&game=quixo4`);
  await says(page, "Take a blank tile");
  await push(page, "a4R");
  await says(page, "It came back");
  for (const [path, selector] of [["/numerical#game=numerical3", ".cell.takes"], ["/ultimate", ".spot.takes"], ["/results", ".plot"], ["/api-docs", "section"]]) {
    await page.goto(server.url + path);
    await page.waitForSelector(selector);
  }
  assert.deepEqual(page.faults, []);
  await page.close();
});
