// Runs the browser tests, some files at a time, and says how long they took:
//
//     node web/tests/run.mjs [NAME…]
//
// `play` is play.test.mjs; without a name all files run. See web/README.md.

import { setMaxListeners } from "node:events";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

/** These take the longest and begin first, so that no core is idle at the end. */
const LONGEST = ["flows", "access", "phone", "ranges", "partial", "static-offline", "firefox", "ultimate", "numerical", "quixo", "layout"];

/** How long a file may take, in ms. Its tests have limits of their own; this is for what is around them. */
const LIMIT = 30 * 60_000;

const folder = fileURLToPath(new URL(".", import.meta.url));
const nameOf = (file) => basename(file, ".test.mjs");
const found = readdirSync(folder).filter((file) => file.endsWith(".test.mjs")).map(nameOf);
const names = process.argv.slice(2);
const unknown = names.filter((name) => !found.includes(name));
if (unknown.length > 0) {
  console.error(`no tests ${unknown.join(", ")}: expected some of ${found.join(", ")}`);
  process.exit(2);
}

const stopping = new AbortController();
setMaxListeners(0, stopping.signal);
// The files get the signal, too, and end what they have started.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort());

const files = [...new Set([...LONGEST, ...found])].filter((name) => names.length === 0 || names.includes(name));
const tests = run({
  files: files.map((name) => join(folder, `${name}.test.mjs`)),
  concurrency: availableParallelism() + 1,
  timeout: LIMIT,
  signal: stopping.signal,
});

const times = { files: [], tests: [] };
tests.on("test:complete", ({ name, details }) => {
  if (name.endsWith(".test.mjs")) times.files.push([details.duration_ms, nameOf(name)]);
  else if (details.type !== "suite") times.tests.push([details.duration_ms, name]);
});
tests.on("test:fail", () => { process.exitCode = 1; });

const slowest = (rows, count) => rows.sort(([one], [other]) => other - one).slice(0, count)
  .map(([time, name]) => `${(time / 1000).toFixed(1).padStart(7)} s  ${name}\n`).join("");
tests.compose(new spec()).on("end", () => {
  console.log(`\nThe time of each file:\n${slowest(times.files)}\nThe ten slowest tests:\n${slowest(times.tests, 10)}`);
}).pipe(process.stdout);
