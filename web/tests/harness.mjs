// A server of its own and a browser, for tests and screenshots.

import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as unlimited } from "node:test";
import { chromium } from "playwright-core";
import { end, start } from "./processes.mjs";

const root = new URL("../..", import.meta.url).pathname;
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");

/** The command under test; `cargo build` makes it. */
export const QUIXOTIC = process.env.QUIXOTIC ?? join(target, "debug", "quixotic");

/** How long a test waits for something, in ms: the machine may have much else to do. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

/** Whether all tests run, or only those that have to pass before a change goes in. */
export const ALL = process.env.QUIXOTIC_TESTS === "all";

/** A test that is given up before it hangs; a `slow` one is left to `npm run test:all`. */
export const test = (name, act, { slow = false } = {}) =>
  unlimited(name, { timeout: 5 * PATIENCE, skip: slow && !ALL && "npm run test:all" }, act);

/** Where Debian and others put the browser. The one without windows takes a third of the other's time for a visit. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Starts `quixotic serve`, on a free port if none is named, without any database on disk unless `env` says where one is. */
export async function serve(env = {}, port = 0) {
  const data = await mkdtemp(join(tmpdir(), "quixotic-"));
  const server = start(QUIXOTIC, ["serve", "--port", String(port)], {
    env: { ...process.env, XDG_DATA_HOME: data, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((found, failed) => {
    server.once("error", () => failed(new Error(`${QUIXOTIC} does not start: cargo build makes it`)));
    server.once("exit", (code) => failed(new Error(`the server ended with code ${code}`)));
    server.stdout.once("data", (text) => found(String(text).trim().replace("localhost", "127.0.0.1")));
    setTimeout(() => failed(new Error("the server does not say where it is")), PATIENCE).unref();
  });
  return {
    url,
    get: (path) => fetch(url + path),
    json: (path) => fetch(url + path).then((response) => response.json()),
    probe: (game, position) =>
      fetch(`${url}/api/${game}?position=${encodeURIComponent(position)}`).then((response) => response.json()),
    async stop() {
      await end(server);
      await rm(data, { recursive: true });
    },
  };
}

export function browse() {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
  if (!executablePath) throw new Error("there is no Chromium: `apt-get install chromium-headless-shell`");
  // The sandbox needs rights that a container does not give; the pages are our own.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/** Collects in `faults` everything that goes wrong on a page, refused scripts and styles included. Returns the page. */
export function watched(page) {
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("console", (message) => {
    // A refused question is an answer like any other.
    const refused = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !refused) page.faults.push(message.text());
  });
  return page;
}

/**
 * A page in a context of its own, whose `faults` are collected. Without an address it is blank, for what has to be
 * prepared before the first one.
 */
export async function visit(browser, url, options = {}) {
  // A service worker would ask where no test can see it; the test of it lets it.
  const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block", ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = watched(await context.newPage());
  if (url !== null) await page.goto(url);
  return page;
}

/** The text that says who wins. */
export const verdict = (page) => page.locator(".verdict").innerText();

/** Waits until the page shows what is known of a position. */
export async function shows(page, position) {
  await page.waitForFunction((text) => document.querySelector("#position")?.value === text, position);
  await page.waitForFunction(() => document.querySelector(".verdict")?.textContent !== "…");
}
