// Programs that tests start. Each has a limit, and none outlives the test file that started it.

import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";

/** How long a program may run, in ms. */
export const LIMIT = 30 * 60_000;

const running = new Set();

// A signal ends a process without its exit handlers; those of the browser drivers end the browsers.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
process.once("exit", () => { for (const child of running) child.kill("SIGKILL"); });

function track(child) {
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Starts a program that serves until `end`. */
export const start = (command, args, options) => track(spawn(command, args, { timeout: LIMIT, killSignal: "SIGKILL", ...options }));

/** Ends a program and waits until it is gone. */
export async function end(child) {
  if (!running.has(child)) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await gone;
}

/** Runs a program to its end; one that fails is an error. */
export function run(command, args, options) {
  const result = promisify(execFile)(command, args, { timeout: LIMIT, ...options });
  track(result.child);
  return result;
}
