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
