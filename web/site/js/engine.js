// What answers the page's questions: one interface, and two that stand behind it. A server
// answers its own pages; in a folder of plain files the engine runs in the browser, in
// workers. Which of them it is the page itself says (`<meta name="quixotic-engine">`), and
// nothing else on the page has to know.
//
// Both have `ask`, for a question about games, `choose`, for an agent's move, and `load`, for
// documents, each with `{ body, lasts }` as its answer: what was found, and whether it is the
// same next time. What has no answer is `Refused`.

import { Refused } from "./engine/documents.js";
import { SERVER } from "./engine/server.js";
import { partsOf } from "./id.js";

/** Whether this page is a folder of files, without a server. */
export const isFolder = document.querySelector("meta[name=quixotic-engine]")?.content === "worker";
/** The board is there before the engine that runs in the browser, which a server's page does not load. */
const engine = isFolder ? import("./engine/local.js").then(({ LOCAL }) => LOCAL, notHere) : Promise.resolve(SERVER);

function notHere() {
  throw new Refused("A file of this page did not arrive. Reload the page when the host is back.", false);
}

/** Whether a folder has a database of 5×5 that is hosted as files, which is asked for anew if its host is away. */
export const isHosted = isFolder && document.querySelector("meta[name=quixotic-quixo5]") !== null;

/** What is said in other words with a server and without one. */
export const words = isFolder
  ? { away: "The engine is not here", runs: "Everything here runs in your browser." }
  : { away: "The server is away", runs: "Everything here runs on your own machine and asks nobody else." };

const kept = new Map();
/** Questions without an answer yet. */
const underWay = new Set();

/** The same question again gets the same answer. A refusal is not kept, nor an answer that may be another one next time. */
function once(key, question) {
  if (!kept.has(key)) kept.set(key, keeping(key, question));
  return kept.get(key);
}

async function keeping(key, question) {
  let keeps = false;
  const asked = question();
  underWay.add(asked);
  try {
    const { body, lasts } = await asked;
    keeps = lasts && !body.partial;
    return body;
  } finally {
    underWay.delete(asked);
    if (!keeps) kept.delete(key);
  }
}

/** Before somebody who does not answer is asked again. */
const AWAY = 3000;

/** Asks until there is an answer; `told` gets each reason why there is none yet. */
export async function patiently(question, told) {
  for (;;) {
    try {
      return await question();
    } catch (error) {
      if (!error.again) throw error;
      told(error);
      await new Promise((done) => setTimeout(done, AWAY));
    }
  }
}

/** How long questions are waited for at most. */
const PATIENCE = 10_000;

/** When nothing is asked any more, or that takes long. */
export async function answered() {
  const end = Date.now() + PATIENCE;
  while (underWay.size > 0 && Date.now() < end) {
    const late = new Promise((done) => setTimeout(done, end - Date.now()));
    await Promise.race([Promise.allSettled(underWay), late]);
  }
}

const asked = (question, options) => once(JSON.stringify(question), async () => (await engine).ask(question, options));
const loaded = (what, name = null) => once(`${what} ${name}`, async () => (await engine).load(what, name));

export const games = () => asked({ ask: "games" }).then((answer) => answer.games);

/**
 * What is known of a position; `id` names the rules. Where distances take longer than outcomes, `early` gets an
 * answer without them first; `signal` takes the question back. `traps` is an opponent by strength: the moves come with how likely
 * that one errs after them.
 */
export const probe = (id, position, { early, signal, traps } = {}) =>
  asked({ ask: "probe", ...partsOf(id), position, ...(traps ? { traps } : {}) }, { early, signal });
export const line = (id, position) => asked({ ask: "line", ...partsOf(id), position });
export const stats = (game) => asked({ ask: "stats", game });
export const results = () => loaded("results").then((answer) => answer.results);
export const result = (name) => loaded("result", name);
export const description = () => loaded("description");
export const file = (name) => loaded("file", name);

/** An agent's move, which may be another one each time; `signal` ends its thinking. */
export async function choose(id, position, agent, signal) {
  const { body } = await (await engine).choose({ ...partsOf(id), position, agent }, signal);
  return body;
}

let total = null;

/** What this page has read of a database that is somewhere else, `{ pages, bytes }`; `null` if nothing. */
export const read = () => total;

/** Tells `changed` whenever more was read. */
export function onRead(changed) {
  const tell = (now) => {
    total = now;
    changed();
  };
  engine.then(({ onRead: listen }) => listen?.(tell), () => {
    // Who asks is told.
  });
}
