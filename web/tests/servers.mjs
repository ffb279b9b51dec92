// Servers that are not at their best: slow, failing and restarted ones. Each is `begin(page)`, which returns
// a server to visit, and what to do once the page is there.

import { serve } from "./harness.mjs";

/** How much later a slow server answers. */
const LATE = 400;

const API = /\/api\//;

/** Every answer takes its time. */
async function slow(page, server) {
  await page.route(API, async (route) => {
    await new Promise((done) => setTimeout(done, LATE));
    // The page may be gone by then.
    await route.continue().catch(() => {});
  });
  return { url: server.url, visited: async () => {}, stop: async () => {} };
}

/** Every question goes wrong the first time: the connection breaks, or the server has no time. */
async function failing(page, server) {
  const asked = new Set();
  await page.route(API, (route) => {
    const url = route.request().url();
    if (asked.has(url)) return route.continue();
    asked.add(url);
    if (asked.size % 2 === 1) return route.abort("connectionreset");
    return route.fulfill({ status: 503, headers: { "retry-after": "1" }, json: { error: "the server is busy: try again in a few seconds" } });
  });
  return { url: server.url, visited: async () => {}, stop: async () => {} };
}

/** It stops when the page is there, and comes back while somebody uses it. */
async function restarted() {
  let server = await serve();
  const { url } = server;
  return {
    url,
    async visited() {
      await server.stop();
      this.back = new Promise((done) => setTimeout(done, LATE)).then(() => serve({}, new URL(url).port)).then((again) => { server = again; });
    },
    async stop() {
      await this.back;
      await server.stop();
    },
  };
}

export const SERVERS = { slow, failing, restarted };
