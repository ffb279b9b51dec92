// The results page in a browser.

import assert from "node:assert/strict";
import { setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;

onPage("the plots show the counts, and the tables under them the figures", "/results", async (page) => {
  await page.waitForSelector("dd >> text=847,288,609,443");
  await page.click(".counts button >> text=4×4");
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
  await page.waitForSelector("text=169 moves");
});

for (const colorScheme of ["light", "dark"]) {
  onPage(`plots and figures have one palette in ${colorScheme}`, "/results", async (page) => {
    await page.waitForSelector(".plot");
    const style = (await (await it.server.get("/results/quixo5-outcomes.svg")).text()).match(/<style>(.*)<\/style>/s)[1];
    const [light, dark] = style.split("@media (prefers-color-scheme: dark)");
    const colourOf = (sheet, outcome) => sheet.match(new RegExp(`\\.${outcome} \\{ fill: (#\\w+)`))?.[1];
    for (const outcome of ["win", "draw", "loss"]) {
      const inFigure = (colorScheme === "dark" && colourOf(dark, outcome)) || colourOf(light, outcome);
      const shown = await page.locator(`.drawing rect.plot-${outcome}`).first().evaluate((bar) => getComputedStyle(bar).fill);
      assert.equal(shown.match(/\d+/g).map((part) => Number(part).toString(16).padStart(2, "0")).join(""), inFigure.slice(1), outcome);
    }
  }, { colorScheme });
}

onPage("the results begin with 5×5, counts and document", "/results", async (page) => {
  await page.waitForSelector(".documents a[aria-current]");
  assert.equal(await page.innerText(".documents a[aria-current]"), "Quixo on 5×5: results");
  assert.equal(await page.innerText(".counts button[aria-pressed=true]"), "5×5");
});

onPage("boards in the documents are drawn, and told to who cannot see them", "/results#quixo4-notable", async (page) => {
  await page.waitForSelector("article > .drawn");
  const document = await it.server.json("/api/results/quixo4-notable");
  const written = [...document.html.matchAll(/<pre><code[^>]*>(4 {2}[\s\S]*?)<\/code>/g)].map(([, text]) => text);
  const drawn = await page.$$eval("article > .drawn svg", (all) => all.map((svg) => [svg.querySelectorAll(".by-first").length, svg.querySelectorAll(".by-second").length, svg.getAttribute("aria-label")]));
  assert.ok(written.length > 3);
  const count = (text, mark) => [...text].filter((one) => one === mark).length;
  assert.deepEqual(drawn.map(([x, o]) => [x, o]), written.map((text) => [count(text, "X"), count(text, "O")]));
  assert.match(drawn[0][2], /^Board, row 4: X O X X; row 3: O X X O; /);
  assert.equal(await page.locator("article pre >> text=/^4 {2}/").count(), 0);
});

onPage("positions in a list are drawn, and open on the board", "/results#quixo4-notable", async (page) => {
  await page.waitForSelector(".gallery a");
  const lists = await page.$$eval(".gallery", (all) => all.map((one) => [...one.children].map(({ title }) => title).join("\n")));
  const texts = await page.$$eval("details pre", (all) => all.map((one) => one.textContent.trimEnd()));
  assert.ok(lists.length > 0);
  assert.deepEqual(lists, texts);
  const [first] = lists[0].split("\n");
  await page.locator(".gallery a").first().click();
  await page.waitForFunction((wanted) => document.querySelector("#position")?.value === wanted, first);
});

onPage("every document can be read, and links between them work", "/results", async (page) => {
  const { results } = await it.server.json("/api/results");
  for (const { name, title } of results) {
    await page.click(`.documents a[href='#${name}']`);
    await page.waitForFunction((text) => document.querySelector(".prose h2")?.textContent === text, title);
    assert.ok((await page.innerText(".prose")).length > 200);
    await page.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));
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
  const link = page.locator("article a[href^='./#game=quixo5&start=']").first();
  const text = await link.innerText();
  await link.click();
  await page.waitForFunction((wanted) => document.querySelector("#position")?.value === wanted, text);
});

onPage("how a document was made stands below what it says", "/results#quixo5", async (page) => {
  await page.waitForSelector(".prose table");
  assert.match(await page.innerText("article > footer:last-child"), /^Written by quixotic-research results quixo5/);
  assert.doesNotMatch(await page.innerText("article > p >> nth=0"), /Written by/);
});

onPage("positions under other rules do not open on a board that plays by the standard ones", "/results#quixo5-line4", async (page) => {
  await page.waitForSelector("article code >> text=5/5/5/5/5 X");
  assert.equal(await page.locator("article a[href*='start=']").count(), 0);
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
    // Who shows a link takes whole addresses only.
    const picture = html.match(/<meta property="og:image" content="([^"]+)">/)[1];
    assert.equal(picture, `${it.server.url}/social.png`);
    const bytes = Buffer.from(await (await fetch(picture)).arrayBuffer());
    assert.equal(bytes.toString("latin1", 1, 4), "PNG");
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630], "its size is as told");
    assert.ok(html.replace(/<head>.*<\/head>/s, "").replace(/<[^>]+>/g, "").trim().length > 120, path);
  }
});
