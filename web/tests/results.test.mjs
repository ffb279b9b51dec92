// The results page in a browser.

import assert from "node:assert/strict";
import { setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;

onPage("the plots show the counts, and the tables under them the figures", "/results", async (page) => {
  await page.waitForSelector("text=43,046,721");
  const stats = await it.server.json("/api/quixo4/stats");
  const bars = stats.by_distance.flatMap(({ win, loss }) => [win, loss]).filter((count) => count > 0).length;
  assert.equal(await page.locator(".plot >> nth=1 >> rect").count(), bars);
  await page.click("summary >> nth=1");
  const last = stats.by_distance.at(-1);
  assert.deepEqual(await page.locator(".plot >> nth=1 >> tbody tr").last().locator("td").allInnerTexts(),
    [last.plies, last.win, last.loss].map((count) => count.toLocaleString("en")));
  await page.click(".counts button >> text=5×5");
  await page.waitForSelector("text=847,288,609,443");
  await page.waitForSelector("text=169 plies");
});

onPage("every document can be read, and links between them work", "/results", async (page) => {
  const { results } = await it.server.json("/api/results");
  for (const { name, title } of results) {
    await page.click(`.documents a[href='#${name}']`);
    await page.waitForFunction((text) => document.querySelector(".prose h2").textContent === text, title);
    assert.ok((await page.innerText(".prose")).length > 200);
  }
  for (const image of await page.locator(".prose img").all()) {
    assert.ok(await image.evaluate((element) => element.complete && element.naturalWidth > 0));
  }
});

onPage("on a phone nothing sticks out", "/results#quixo5", async (page) => {
  await page.waitForSelector(".prose table");
  const [scroll, client] = await page.evaluate(() =>
    [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(scroll <= client, `${scroll} > ${client}`);
}, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

onPage("positions in the documents open on the board", "/results#quixo5", async (page) => {
  await page.waitForSelector(".prose table");
  const link = page.locator("article a[href^='/#game=quixo5&start=']").first();
  const text = await link.innerText();
  await link.click();
  await page.waitForFunction((wanted) => document.querySelector("#position")?.value === wanted, text);
});

onPage("the API is described from its description", "/api-docs", async (page) => {
  const { paths } = await it.server.json("/api/openapi.json");
  await page.waitForSelector("section[data-path]");
  assert.deepEqual(await page.$$eval("section[data-path]", (all) => all.map((section) => section.dataset.path)), Object.keys(paths));
  assert.match(await page.innerText("main"), /holding/);
});

onPage("pages tell others what they are, and say something without JavaScript", "/", async (page) => {
  for (const path of ["/", "/numerical", "/ultimate", "/results", "/rules", "/about", "/api-docs"]) {
    const html = await (await it.server.get(path)).text();
    for (const part of ["og:title", "og:description", "description"]) assert.ok(html.includes(part), `${path}: ${part}`);
    assert.ok(html.replace(/<head>.*<\/head>/s, "").replace(/<[^>]+>/g, "").trim().length > 120, path);
  }
});
