// The engine runs in the browser, from the page's own folder.

import { at } from "../place.js";
import { Refused, fetchJson } from "./documents.js";
import { Workers } from "./workers.js";

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

/** A database of 5×5 that is hosted as files, if there is one. */
const quixo5 = document.querySelector("meta[name=quixotic-quixo5]")?.content;
const workers = new Workers({ folder: at("engine/"), quixo5: quixo5 && at(quixo5) });

/** Starts what a game's page will ask soon, before anything is asked. */
export const begin = () => workers.begin();

export const LOCAL = {
  ask: (question, options) => workers.ask(question, options),
  choose: (question, signal) => workers.choose(question, signal),
  load: (what, name) => load(DOCUMENTS[what](name)),
  onRead: (changed) => { workers.onRead = changed; },
};
