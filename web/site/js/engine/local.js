// The engine runs in the browser. Questions have one worker; an agent hears nothing while it
// thinks, so it has a worker of its own, and who stops the agent stops that worker. The module
// is compiled once, while the first of them starts.

import { at } from "../place.js";
import { Desk } from "./desk.js";
import { Refused, fetchJson } from "./documents.js";

const PROBLEMS = { away: "A file of this page does not arrive.", unclear: "A file of this page is not what it should be." };

/** A file of the folder, which stays as it is. */
async function load(path) {
  const { response, body } = await fetchJson(path, PROBLEMS);
  if (!response.ok || body.error) throw new Refused(PROBLEMS.unclear, false);
  return { body, lasts: true };
}

const DOCUMENTS = {
  results: () => "results/documents.json",
  result: (name) => `results/documents/${name}.json`,
  description: () => "api/openapi.json",
  file: (name) => `results/${name}`,
};

let compiled = null;
/** A database of 5×5 that is hosted as files, if there is one. */
const quixo5 = document.querySelector("meta[name=quixotic-quixo5]")?.content;
/** What all workers have read of a hosted database, and each of them so far. */
const total = { pages: 0, bytes: 0 };
const readBy = new WeakMap();
let tellRead = () => {};

/** What a worker has to know: the module, where its data is, and a database of 5×5 if one is hosted. */
async function start() {
  compiled ??= compile();
  try {
    return { module: await compiled, data: at("engine/data/"), quixo5: quixo5 && at(quixo5) };
  } catch (error) {
    // The next one tries again.
    compiled = null;
    throw new Refused(`The engine cannot be started: ${error.message}.`, true);
  }
}

async function compile() {
  const response = await fetch(at("engine/quixotic.wasm"));
  if (!response.ok) throw new Error(`the host answers ${response.status} for its module`);
  // While it arrives, where the host sends the media type that this wants.
  const isNamed = response.headers.get("content-type") === "application/wasm";
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

function heard({ kind, pages, bytes }, worker) {
  if (kind === "read") {
    const before = readBy.get(worker) ?? { pages: 0, bytes: 0 };
    readBy.set(worker, { pages, bytes });
    total.pages += pages - before.pages;
    total.bytes += bytes - before.bytes;
    tellRead(total);
  }
}

const questions = new Desk(start, heard);

/** Starts what a game's page will ask soon, before anything is asked. */
export const begin = () => questions.begin();

/** The desk of an agent that has made its move. */
let idle = null;

async function choose(question, signal) {
  // An agent that still thinks about something else keeps its desk.
  const desk = idle ?? new Desk(start, heard);
  idle = null;
  const stop = () => desk.close();
  signal?.addEventListener("abort", stop);
  try {
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    return await desk.ask({ ask: "move", ...question, seed }, { signal });
  } finally {
    signal?.removeEventListener("abort", stop);
    if (idle) desk.close();
    else idle = desk;
  }
}

export const LOCAL = {
  ask: (question, options) => questions.ask(question, options),
  choose,
  load: (what, name) => load(DOCUMENTS[what](name)),
  onRead: (changed) => { tellRead = changed; },
};
