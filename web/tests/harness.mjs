// A server of its own and a browser, for tests and screenshots.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const root = new URL("../..", import.meta.url).pathname;
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");

/** The command under test; `cargo build` makes it. */
export const QUIXOTIC = process.env.QUIXOTIC ?? join(target, "debug", "quixotic");

/** How long a test waits for something, in ms: the machine may have much else to do. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

/** Where Debian and others put the browser. */
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Starts `quixotic serve`, on a free port if none is named, without any database on disk unless `env` says where one is. */
export async function serve(env = {}, port = 0) {
  const data = await mkdtemp(join(tmpdir(), "quixotic-"));
  const server = spawn(QUIXOTIC, ["serve", "--port", String(port)], {
    env: { ...process.env, XDG_DATA_HOME: data, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((found, failed) => {
    server.once("error", () => failed(new Error(`${QUIXOTIC} does not start: cargo build makes it`)));
    server.once("exit", (code) => failed(new Error(`the server ended with code ${code}`)));
    server.stdout.once("data", (text) => found(String(text).trim().replace("localhost", "127.0.0.1")));
  });
  return {
    url,
    get: (path) => fetch(url + path),
    json: (path) => fetch(url + path).then((response) => response.json()),
    probe: (game, position) =>
      fetch(`${url}/api/${game}?position=${encodeURIComponent(position)}`).then((response) => response.json()),
    async stop() {
      server.removeAllListeners("exit");
      const ended = new Promise((done) => server.once("exit", done));
      server.kill("SIGTERM");
      await ended;
      await rm(data, { recursive: true });
    },
  };
}

export function browse() {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
  if (!executablePath) throw new Error("there is no Chromium: `apt-get install chromium`");
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
