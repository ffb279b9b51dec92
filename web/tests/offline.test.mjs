// The page can be installed, and what was visited works while the server is away.

import assert from "node:assert/strict";
import { serve, test, visit } from "./harness.mjs";
import { push, setUp } from "./page.mjs";

const it = setUp();

test("a page that was visited opens without its server, and says that it is away", async () => {
  const server = await serve();
  const page = await visit(it.browser, server.url, { serviceWorkers: "allow" });
  const isKept = (path) => page.waitForFunction(async (name) => Boolean(await caches.match(name)), path);
  for (const path of ["/", "/js/quixo/main.js", "/style/main.css", "/fonts/atkinson-next.woff2", "/js/picture.js", "/js/annotated.js"]) await isKept(path);
  // One by one: what the page has loaded is kept in no order.
  for (const name of await page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name))) {
    if (/\/(js|style|fonts)\//.test(name)) await isKept(name);
  }
  await page.goto(`${server.url}/rules`);
  await isKept("/rules");
  await page.click("nav >> text=Numerical");
  await isKept("/numerical.html");
  await server.stop();
  await page.goto(`${server.url}/#mode=play&game=quixo4`);
  await page.waitForFunction(() => document.querySelector(".verdict")?.textContent === "The server is away");
  await page.selectOption("#opponent", "friend");
  await push(page, "a4R");
  await push(page, "a3R");
  assert.equal(await page.inputValue("#position"), "3X/3O/4/4 X");
  const [picture] = await Promise.all([page.waitForEvent("download"), page.click("#save-png")]);
  assert.equal(picture.suggestedFilename(), "quixo4.png");
  await page.goto(`${server.url}/rules`);
  await page.waitForSelector("text=never your opponent’s");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("answers about positions are not kept, and the server is asked first", async () => {
  const page = await visit(it.browser, `${it.server.url}/#game=quixo4`, { serviceWorkers: "allow" });
  await page.waitForSelector(".chip");
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.reload();
  await page.waitForSelector(".chip");
  const kept = await page.evaluate(async () => (await (await caches.open("quixotic / server")).keys()).map(({ url }) => new URL(url)).map(({ pathname, search }) => pathname + search));
  assert.ok(kept.includes("/js/session.js"), kept.join());
  assert.deepEqual(kept.filter((path) => path.includes("?") || path === "/api/games"), []);
  await page.context().close();
});

test("the manifest names pages and icons that are there", async () => {
  const manifest = await it.server.json("/manifest.webmanifest");
  const html = await (await it.server.get("/")).text();
  assert.ok(html.includes('<link rel="manifest" href="manifest.webmanifest">'));
  for (const { src, type } of manifest.icons) {
    const response = await it.server.get(`/${src}`);
    assert.deepEqual([response.status, response.headers.get("content-type")], [200, type]);
  }
  for (const { url } of [{ url: manifest.start_url }, ...manifest.shortcuts]) assert.equal((await it.server.get(`/${url}`)).status, 200, url);
});
