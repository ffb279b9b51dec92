// The page while nobody answers. There are two ways to keep it, and `BUILD` says which:
//
// - A server (`null`) is always asked first, so nothing is old while it is there; what was
//   loaded once is kept and used when it does not answer.
// - A folder is kept as a whole. `web/build-site` writes its version and its files with their
//   hashes here. All of them are fetched together, each has to have its hash, and only then is the
//   version complete; it waits until the page says that it may take over. So what is shown is one
//   version, however the host changes meanwhile.
const BUILD = null;

const SCOPE = new URL("./", location.href);
/** A browser has one store for all folders of a host. */
const OURS = `quixotic ${SCOPE.pathname} `;
const KEPT = OURS + (BUILD?.version ?? "server");

addEventListener("install", (event) => event.waitUntil(BUILD ? keepFolder() : skipWaiting()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));

/** A page tells that a new version may take over, or what it has loaded before this worker was there. */
addEventListener("message", (event) => {
  const { data } = event;
  event.waitUntil(data === "take over" ? skipWaiting() : Promise.all(data.filter(isServed).map((address) => askAndKeep(address))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const file = BUILD && fileAt(request.url);
  if (file) event.respondWith(fromFolder(file));
  else if (!BUILD && isServed(request.url)) event.respondWith(fromServer(request));
});

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== KEPT).map((name) => caches.delete(name)));
  await clients.claim();
}

// A folder.

/** How many files are fetched at a time: what is shown comes first. */
const LANES = 4;

async function keepFolder() {
  const files = Object.keys(BUILD.files);
  const lane = async () => {
    for (let file = files.shift(); file; file = files.shift()) await fromFolder(file);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** The file of the folder at an address, as hosts give it; `null` if it is none. */
function fileAt(address) {
  const { origin, pathname } = new URL(address);
  if (origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return null;
  const path = decodeURI(pathname.slice(SCOPE.pathname.length));
  return [path || "index.html", `${path}.html`].find((file) => Object.hasOwn(BUILD.files, file)) ?? null;
}

/** What is kept, or was kept of another version and is the same, or is fetched and is what it should be. */
async function fromFolder(file) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(file);
  if (kept) return kept;
  const found = await unchanged(file) ?? await fetched(file);
  // As new: a redirected answer may not be given to a page.
  const response = new Response(await found.blob(), { headers: found.headers });
  await cache.put(file, response.clone());
  return response;
}

async function unchanged(file) {
  for (const name of await caches.keys()) {
    const kept = name.startsWith(OURS) ? await (await caches.open(name)).match(file) : null;
    if (kept && await hashOf(kept.clone()) === BUILD.files[file]) return kept;
  }
  return null;
}

async function hashOf(response) {
  const hash = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}

/** The browser checks the hash; where it remembers an older file, the host is asked. */
function fetched(file) {
  const ask = (cache) => fetch(file, { integrity: `sha256-${BUILD.files[file]}`, cache });
  return ask("default").catch(() => ask("reload"));
}

// A server.

/** Questions about positions have no end, and are not kept. */
function isServed(address) {
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

async function fromServer(request) {
  try {
    return await askAndKeep(request);
  } catch (error) {
    const kept = await (await caches.open(KEPT)).match(request);
    if (kept) return kept;
    throw error;
  }
}
