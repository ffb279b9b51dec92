// Keeps the page for times when nobody answers; see sw.js. Browsers do so at secure addresses
// only, and at those of their own machine.

import { answered, isFolder } from "./engine.js";
import { at } from "./place.js";

/** What the page loads when somebody wants it. */
const LATER = ["js/annotated.js", "js/picture.js"];

export async function keepForLater() {
  const { serviceWorker } = navigator;
  // Who saves data is not made to load everything.
  if (!serviceWorker || (isFolder && navigator.connection?.saveData)) return;
  const isNew = !serviceWorker.controller;
  try {
    if (isFolder) await keepFolder(serviceWorker, isNew);
    else await keepVisited(serviceWorker, isNew);
  } catch {
    // The browser keeps nothing: the page works while its host does.
  }
}

const register = (serviceWorker) => serviceWorker.register(at("sw.js"), { updateViaCache: "none" });

async function keepFolder(serviceWorker, isNew) {
  // Nothing of it is needed where a server is asked first.
  const { offerUpdates, watchVersion } = await import("./update.js");
  watchVersion();
  // A whole folder is much to load: what is shown comes first.
  if (isNew) await answered();
  offerUpdates(await register(serviceWorker));
}

/** A server's page: what was loaded before there was somebody to keep it is told. */
async function keepVisited(serviceWorker, isNew) {
  await register(serviceWorker);
  if (!isNew) return;
  const { active } = await serviceWorker.ready;
  active.postMessage([location.pathname, ...LATER.map(at), ...performance.getEntriesByType("resource").map(({ name }) => name)]);
}
