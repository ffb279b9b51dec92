// Keeps the page for times when nobody answers; see sw.js. Browsers do so at secure addresses
// only, and at those of their own machine.

import { isFolder } from "./engine.js";
import { at } from "./place.js";

export async function keepForLater() {
  const { serviceWorker } = navigator;
  // Who saves data is not made to load everything.
  if (!serviceWorker || (isFolder && navigator.connection?.saveData)) return;
  const isNew = !serviceWorker.controller;
  try {
    const registration = await serviceWorker.register(at("sw.js"), { updateViaCache: "none" });
    // Nothing of it is needed where a server is asked first.
    if (isFolder) (await import("./update.js")).offerUpdates(registration);
    else if (isNew) await tellLoaded();
  } catch {
    // The browser keeps nothing: the page works while its host does.
  }
}

/** What was loaded before there was somebody to keep it. */
async function tellLoaded() {
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage([location.pathname, ...performance.getEntriesByType("resource").map(({ name }) => name)]);
}
