// Asking the server. Values never change, so answers are kept unless the server says
// otherwise.

/** A question that got no answer: what the server said, and whether to ask again. */
export class Refused extends Error {
  constructor(message, again) {
    super(message);
    this.again = again;
  }
}

async function get(path, signal) {
  let response;
  try {
    response = await fetch(path, { signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("The server does not answer.", true);
  }
  const body = await response.json().catch(() => ({ error: "The server gave no proper answer." }));
  if (!response.ok) throw new Refused(body.error, response.headers.has("retry-after"));
  const isFinal = !response.headers.get("cache-control")?.includes("no-store") && !body.partial;
  return { body, isFinal };
}

const kept = new Map();

/**
 * The same question again gets the same answer. A refusal is not kept, nor an answer that
 * may be another one next time.
 */
function once(path) {
  if (!kept.has(path)) kept.set(path, ask(path));
  return kept.get(path);
}

async function ask(path) {
  let keeps = false;
  try {
    const { body, isFinal } = await get(path);
    keeps = isFinal;
    return body;
  } finally {
    if (!keeps) kept.delete(path);
  }
}

/** Before a server that does not answer is asked again. */
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

const about = (game, what, position) => `/api/${game}${what}?position=${encodeURIComponent(position)}`;

export const games = () => once("/api/games").then((answer) => answer.games);
export const probe = (game, position) => once(about(game, "", position));
export const line = (game, position) => once(about(game, "/line", position));
export const stats = (game) => once(`/api/${game}/stats`);
export const results = () => once("/api/results").then((answer) => answer.results);
export const result = (name) => once(`/api/results/${encodeURIComponent(name)}`);
export const description = () => once("/api/openapi.json");
export const file = (name) => once(`/results/${name}`);

/** An agent's move, which may be another one each time. */
export async function choose(game, position, agent, signal) {
  const { body } = await get(`${about(game, "/move", position)}&agent=${encodeURIComponent(agent)}`, signal);
  return body;
}
