// Firefox for tests: Debian's firefox-esr, over WebDriver BiDi.

import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";
import { PATIENCE } from "./harness.mjs";

const executablePath = process.env.FIREFOX ?? ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path));

export const launch = () => puppeteer.launch({ browser: "firefox", executablePath, headless: true });

/**
 * What Firefox says where an answer of the service worker does not arrive whole. It does so, too, where a page is left
 * while its files are on their way, which is no fault, and whose requests end as `LEFT`. The address is that of the
 * answer; one that the worker made, as all of a folder, has none. Then requests that end in other ways are the fault.
 */
const BROKEN_OFF = /^Failed to load ‘(.*)’\. A ServiceWorker intercepted the request and encountered an unexpected error\.$/;
const LEFT = "NS_BINDING_ABORTED";

/** A page on which everything that goes wrong is collected in `faults`. */
export async function visit(browser, url) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const told = [];
  const left = new Set([""]);
  page.on("pageerror", ({ message }) => told.push(message));
  page.on("requestfailed", (request) => {
    const { errorText } = request.failure();
    if (errorText === LEFT) left.add(request.url());
    else told.push(`${request.url()}: ${errorText}`);
  });
  // At the end: which of the two is told first is not certain.
  Object.defineProperty(page, "faults", { get: () => told.filter((message) => !left.has(BROKEN_OFF.exec(message)?.[1])) });
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
