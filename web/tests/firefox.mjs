// Firefox for tests: Debian's firefox-esr, over WebDriver BiDi.

import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";
import { PATIENCE } from "./harness.mjs";

const executablePath = process.env.FIREFOX ?? ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path));

export const launch = () => puppeteer.launch({ browser: "firefox", executablePath, headless: true });

/** A page on which everything that goes wrong is collected in `faults`. */
export async function visit(browser, url) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  await page.goto(url);
  return page;
}

export const says = (page, text) => page.waitForFunction((words) => document.querySelector(".verdict")?.textContent.includes(words), {}, text);
export const plies = (page, count) => page.waitForFunction((number) => document.querySelectorAll(".ply[data-ply]").length === number, {}, count);
export const position = (page) => page.$eval("#position", (field) => field.value);

export async function push(page, move) {
  await page.click(`.tile[data-cell=${move.slice(0, 2)}]`);
  await page.waitForSelector(`.end[data-move=${move}]`);
  await page.click(`.end[data-move=${move}]`);
}
