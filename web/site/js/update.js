// A new version of a page without a server. It is fetched as a whole beside the one that is
// shown (sw.js), which goes on until somebody agrees to the new one.

import { button, el } from "./dom.js";
import { at } from "./place.js";

/** How often the host is asked for a new version while the page stays open. */
const AGAIN = 3_600_000;

const version = document.querySelector("meta[name=quixotic-version]")?.content;

/** Reloads the page when another version answers it, perhaps since somebody agreed to that in another window. */
export function watchVersion() {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("controllerchange", reloadIfOther);
  // It may have happened while this page was on its way.
  if (serviceWorker.controller) reloadIfOther();
}

async function reloadIfOther() {
  let site;
  try {
    site = await (await fetch(at("site.json"))).json();
  } catch {
    // Then this page goes on as it is.
    return;
  }
  if (site.version !== version) location.reload();
}

/** Asks whether a new version may take over as soon as one is complete. */
export function offerUpdates(registration) {
  const { serviceWorker } = navigator;
  const offer = () => {
    if (registration.waiting && serviceWorker.controller) show(registration);
  };
  const look = () => registration.update().catch(() => {
    // The host is away; there is nothing new.
  });
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  setInterval(look, AGAIN);
  offer();
}

function show(registration) {
  document.querySelector(".update")?.remove();
  const bar = el("aside", { class: "update", "aria-label": "New version" },
    el("p", { role: "status" }, "A new version is here. Your game stays."),
    button("rotate", "Reload", () => registration.waiting?.postMessage("take over"), { class: "plain chief", id: "update-reload" }),
    el("button", { type: "button", class: "plain", onclick: () => bar.remove() }, "Later"));
  document.body.append(bar);
}
