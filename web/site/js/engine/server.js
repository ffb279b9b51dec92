// The engine is a server, which answers at addresses below the page's own. It says itself
// which answers last.

import { Refused, fetchJson } from "./documents.js";

const PROBLEMS = { away: "The server does not answer.", unclear: "The server gave no proper answer." };

async function get(path, signal) {
  const { response, body } = await fetchJson(path, PROBLEMS, signal);
  if (!response.ok) throw new Refused(body.error, response.headers.has("retry-after"));
  return { body, lasts: !response.headers.get("cache-control")?.includes("no-store") };
}

const name = (text) => encodeURIComponent(text);
const asks = ({ rules, position }) => `${rules ? `rules=${name(rules)}&` : ""}position=${name(position)}`;

const QUESTIONS = {
  games: () => "api/games",
  probe: (question) => `api/${question.game}?${asks(question)}${question.traps ? `&traps=${name(question.traps)}` : ""}`,
  line: (question) => `api/${question.game}/line?${asks(question)}`,
  stats: ({ game }) => `api/${game}/stats`,
  move: (question) => `api/${question.game}/move?${asks(question)}&agent=${name(question.agent)}`,
};

const DOCUMENTS = {
  results: () => "api/results",
  result: (document) => `api/results/${name(document)}`,
  description: () => "api/openapi.json",
  file: (file) => `results/${file}`,
};

export const SERVER = {
  ask: (question, { signal } = {}) => get(QUESTIONS[question.ask](question), signal),
  choose: (question, signal) => get(QUESTIONS.move(question), signal),
  load: (what, document) => get(DOCUMENTS[what](document)),
};
