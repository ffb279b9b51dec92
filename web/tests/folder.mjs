// The page as a folder, on a host that knows nothing but files: Python's, with the folder some
// way below its root.

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { end, start } from "./processes.mjs";

const root = new URL("../..", import.meta.url).pathname;

/** The folder under test. */
export const SITE = process.env.QUIXOTIC_SITE ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "test-site");

/** What boards say first, by the address in the folder. */
export const VERDICTS = [
  ["#game=quixo4", "X wins in 21 moves"],
  ["#game=quixo5", "A draw"],
  ["numerical.html#game=numerical3", "Odd wins"],
];

/** A move in each game: its address in the folder, the agent that answers, and what is pressed. */
const MOVES = [
  ["numerical.html#mode=play&game=numerical3", "perfect", [".cell[data-cell=b2]", ".number-tile[data-number='5']"]],
  ["ultimate.html#mode=play&game=ultimate", "random", [".spot[data-move='44']"]],
  ["#mode=play&game=quixo4", "minimax:1", [".tile[data-cell=a4]", ".end[data-move=a4R]"]],
];

/** Plays a move against an agent in each game, in either browser, whose drivers differ in a name. */
export async function playAll(page, url) {
  const there = { state: "attached" };
  for (const [path, agent, presses] of MOVES) {
    await page.goto(url + path);
    await page.waitForSelector(`#opponent option[value='${agent}']`, there);
    if (page.selectOption) await page.selectOption("#opponent", agent);
    else await page.select("#opponent", agent);
    for (const selector of presses) {
      await page.waitForSelector(selector);
      await page.click(selector);
    }
    await page.waitForSelector(".ply[data-ply='2']", there);
  }
}

const UNDER = "games/of/mine";

/** Serves a folder; `requests` are the paths in it that were asked for so far. */
export async function host(folder = SITE) {
  if (!existsSync(join(folder, "site.json"))) throw new Error(`there is no page at ${folder}: web/build-site target/test-site makes it`);
  const directory = await mkdtemp(join(tmpdir(), "quixotic-host-"));
  const place = join(directory, UNDER);
  await mkdir(place, { recursive: true });
  await symlink(folder, join(place, "quixotic"));
  const requests = [];
  // Without a buffer, so that the port is told at once.
  const python = start("python3", ["-u", "-m", "http.server", "--bind", "127.0.0.1", "-d", directory, "0"], { stdio: ["ignore", "pipe", "pipe"] });
  python.stderr.on("data", (text) => {
    for (const [, path] of String(text).matchAll(/"GET (\S+) HTTP/g)) requests.push(path.replace(`/${UNDER}/quixotic/`, ""));
  });
  const port = await new Promise((found, failed) => {
    python.once("error", failed);
    python.stdout.once("data", (text) => found(String(text).match(/port (\d+)/)[1]));
  });
  return {
    url: `http://127.0.0.1:${port}/${UNDER}/quixotic/`,
    requests,
    /** Another folder takes the place of the first. */
    async deploy(other) {
      await symlink(other, join(place, "next"));
      await rename(join(place, "next"), join(place, "quixotic"));
    },
    /** The host does not answer any more. */
    away: () => end(python),
    async stop() {
      await end(python);
      await rm(directory, { recursive: true });
    },
  };
}

const hashOf = (bytes) => createHash("sha256").update(bytes).digest("base64");

/**
 * A folder as another version has it: some files are other ones, by a function of their text, and some are `added`, by
 * their names, as copies of others. Returns where it is.
 */
export async function edition(version, changes, added = {}) {
  const folder = join(await mkdtemp(join(tmpdir(), "quixotic-edition-")), "site");
  await cp(SITE, folder, { recursive: true });
  for (const [file, other] of Object.entries(added)) await cp(join(folder, other), join(folder, file));
  const { version: before } = JSON.parse(await readFile(join(folder, "site.json"), "utf8"));
  const worker = await readFile(join(folder, "sw.js"), "utf8");
  const build = JSON.parse(worker.match(/^const BUILD = (.*);$/m)[1]);
  const pages = Object.keys(build.files).filter((file) => file.endsWith(".html"));
  for (const file of new Set([...pages, "site.json", ...Object.keys(changes), ...Object.keys(added)])) {
    const text = (await readFile(join(folder, file), "utf8")).replaceAll(before, version);
    const changed = changes[file]?.(text) ?? text;
    await writeFile(join(folder, file), changed);
    build.files[file] = hashOf(changed);
  }
  await writeFile(join(folder, "sw.js"), worker.replace(/^const BUILD = .*;$/m, () => `const BUILD = ${JSON.stringify({ ...build, version })};`));
  return folder;
}
