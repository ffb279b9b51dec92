// The engine without a page: the module with the code that drives it in the worker.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Data } from "../site/js/engine/data.js";
import { Database } from "../site/js/engine/database.js";
import { Module } from "../site/js/engine/module.js";
import { Questions } from "../site/js/engine/questions.js";
import { run } from "./processes.mjs";
import { host } from "./range-server.mjs";

const root = new URL("../..", import.meta.url).pathname;

/** The folder that `web/build-engine` makes; QUIXOTIC_ENGINE names another. */
export async function engineFolder() {
  const folder = process.env.QUIXOTIC_ENGINE ?? join(root, "target", "engine");
  if (!existsSync(join(folder, "quixotic.wasm"))) {
    await run(join(root, "web", "build-engine"), [folder]);
  }
  return folder;
}

/** Starts an engine, with a database of 5×5 at an address if one is given, and what reads it. */
export async function start(database = null, Reader = Database) {
  const folder = await engineFolder();
  const compiled = await WebAssembly.compile(await readFile(join(folder, "quixotic.wasm")));
  const files = await host(join(folder, "data"));
  const read = { pages: 0, bytes: 0 };
  const remote = database && new Reader(database, (totals) => Object.assign(read, totals));
  const questions = new Questions(await Module.start(compiled, database !== null), new Data(files.url), remote);
  return {
    read,
    database: remote,
    data: files,
    ask: (question, options) => questions.answer(question, options),
    stop: () => files.stop(),
  };
}
