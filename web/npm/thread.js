// What a worker of a browser has and a thread of Node has not.

import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";

const { fetch } = globalThis;

globalThis.self = parentPort;
globalThis.fetch = async (address, options) =>
  new URL(address).protocol === "file:" ? new Response(await readFile(new URL(address))) : fetch(address, options);

await import("./js/engine/worker.js");
