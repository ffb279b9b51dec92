// The main flows in Firefox: Debian's firefox-esr, over WebDriver BiDi.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import puppeteer from "puppeteer-core";
import { PATIENCE, serve } from "./harness.mjs";

const executablePath = process.env.FIREFOX ?? ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path));
let server;
let browser;
before(async () => {
  server = await serve();
  browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
});
after(async () => {
  await browser?.close();
  await server.stop();
});

async function visit(path) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  await page.goto(server.url + path);
  return page;
}

const says = (page, text) => page.waitForFunction((words) => document.querySelector(".verdict")?.textContent.includes(words), {}, text);
const plies = (page, count) => page.waitForFunction((number) => document.querySelectorAll(".ply[data-ply]").length === number, {}, count);
const position = (page) => page.$eval("#position", (field) => field.value);

async function push(page, move) {
  await page.click(`.tile[data-cell=${move.slice(0, 2)}]`);
  await page.waitForSelector(`.end[data-move=${move}]`);
  await page.click(`.end[data-move=${move}]`);
}

test("a game is played, taken back, reloaded and analysed", async () => {
  const page = await visit("/");
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
  const page = await visit("/#game=quixo4");
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
  const page = await visit("/#mode=learn&game=quixo4");
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
