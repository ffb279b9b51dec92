// The page while its server does not answer: what was loaded once is kept, and used then. The
// server is always asked first, so nothing is old while it is there.

const KEPT = "quixotic";

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

// A page tells what it has loaded before this worker was there.
addEventListener("message", (event) => {
  event.waitUntil(Promise.all(event.data.filter(isKept).map((address) => askAndKeep(address))));
});

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && isKept(url)) event.respondWith(answer(event.request));
});

/** Questions about positions have no end, and are not kept. */
function isKept(address) {
  const { origin, search } = new URL(address, location.href);
  return origin === location.origin && search === "";
}

/** What the server says may be another answer next time is not kept either. */
async function askAndKeep(request) {
  const response = await fetch(request);
  const mayBeKept = response.ok && !response.headers.get("cache-control")?.includes("no-store");
  if (mayBeKept) await (await caches.open(KEPT)).put(request, response.clone());
  return response;
}

async function answer(request) {
  try {
    return await askAndKeep(request);
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}
