// A new version of a page without a server. It is fetched as a whole beside the one that is
// shown (sw.js), which goes on until somebody agrees to the new one.

import { button, el } from "./dom.js";
import { ROOT, at } from "./place.js";

/** How often the host is asked for a new version while the page stays open. */
const AGAIN = 3_600_000;

/** Where it is noted for which version this window was last reloaded. */
const RELOADED = `${ROOT.pathname} reloaded`;

/** The version that is shown; where the worker does not have this page, that of the files which it does have. */
let shown = document.querySelector("meta[name=quixotic-version]")?.content;

/** Reloads the page when another version answers it, perhaps since somebody agreed to that in another window. */
export function watchVersion() {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("controllerchange", reloadIfOther);
  // It may have happened while this page was on its way.
  if (serviceWorker.controller) reloadIfOther();
}

async function reloadIfOther() {
  try {
    const { version } = await (await fetch(at("site.json"))).json();
    if (version === shown) return;
    shown = version;
    // A page that this version does not have is the host's, of a newer one, however often it is loaded.
    if (sessionStorage.getItem(RELOADED) === version) return;
    sessionStorage.setItem(RELOADED, version);
  } catch {
    // Then this page goes on as it is.
    return;
  }
  location.reload();
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
