// What can be taken away: pictures of positions, and reviewed games as text.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { shows } from "./harness.mjs";
import { played, position, setUp } from "./page.mjs";

const { onPage } = setUp();

const GAME = "/#game=quixo4&moves=a4R,a3R,d4L";

/** The file that a button saves: its name and its bytes. */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** What is drawn, as the browser reads it. */
const readSvg = (page, text) => page.evaluate((source) => {
  const drawing = new DOMParser().parseFromString(source, "image/svg+xml");
  const all = (selector) => [...drawing.querySelectorAll(selector)];
  return {
    error: drawing.querySelector("parsererror")?.textContent ?? null,
    strokes: all("path").length,
    rings: all("circle").length,
    texts: all("text").map((one) => [one.textContent, Number(one.getAttribute("x")), Number(one.getAttribute("y"))]),
  };
}, text);

onPage("a picture of the position is saved as SVG, turned as it is seen, and says whose turn it is", GAME, async (page) => {
  const svg = await saved(page, "#save-svg");
  assert.equal(svg.name, "quixo4.svg");
  const drawn = await readSvg(page, String(svg.bytes));
  const marks = (await position(page)).split(" ")[0];
  const count = (mark) => [...marks].filter((one) => one === mark).length;
  assert.deepEqual([drawn.error, drawn.strokes, drawn.rings], [null, 2 * count("X"), count("O")]);
  assert.ok(drawn.texts.some(([text]) => text === "Quixo 4×4: O to move"));
  const [, x, y] = drawn.texts.find(([text]) => text === "a");
  await page.click("#turn-rotate");
  const turned = await readSvg(page, String((await saved(page, "#save-svg")).bytes));
  const [, other, below] = turned.texts.find(([text]) => text === "a");
  assert.notDeepEqual([x, y], [other, below]);
});

onPage("the same as PNG has the colours of the board where its tiles are", GAME, async (page) => {
  const png = await saved(page, "#save-png");
  assert.equal(png.name, "quixo4.png");
  const size = [png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)];
  // Four tiles, three gaps, two margins, and the caption; two pixels for each unit.
  assert.deepEqual(size, [2 * 524, 2 * 594]);
  const [frame, tile, paper] = await page.evaluate(async (bytes) => {
    const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const brush = canvas.getContext("2d");
    brush.drawImage(picture, 0, 0);
    const at = (x, y) => [...brush.getImageData(x, y, 1, 1).data].slice(0, 3).map((part) => part.toString(16).padStart(2, "0")).join("");
    return [at(60, 20), at(120, 120), at(20, picture.height - 20)];
  }, [...png.bytes]);
  assert.deepEqual([frame, tile, paper], ["5a4633", "f2e6cd", "f5f1e8"]);
});

onPage("a picture of Numerical has its numbers", "/numerical#game=numerical3&moves=b2=5,a1=2", async (page) => {
  const drawn = await readSvg(page, String((await saved(page, "#save-svg")).bytes));
  const texts = drawn.texts.map(([text]) => text);
  assert.ok(texts.includes("5") && texts.includes("2"));
  assert.ok(texts.includes("Numerical Tic-Tac-Toe 3×3: Odd to move"), texts.join());
});

onPage("a reviewed game is saved with marks, reasons and what was best, and opens again", GAME, async (page) => {
  await page.waitForSelector(".plotted .grave");
  await page.waitForFunction(() => /in this line\.$/.test(document.querySelector(".mistake").textContent));
  const { name, bytes } = await saved(page, "#save-review");
  assert.equal(name, "quixo4.txt");
  const text = String(bytes);
  assert.match(text, /^Quixo 4×4\nhttp\S+#game=quixo4&moves=a4R,a3R,d4L\n\n1\. a4R/);
  assert.match(text, /^3\. d4L \?\? Mistake: a win in \d+ \w+ became a loss in \d+ \w+\. .*Best was \w{3}\.( Rule \d of the card would have avoided it: “[^”]+”)?$/m);
  assert.match(text, /^The game goes on\.\nAll moves were judged\.\n$/m);
  await page.fill("#position", "4/4/4/4 X");
  await page.press("#position", "Enter");
  await shows(page, "4/4/4/4 X");
  await page.evaluate((written) => {
    const field = document.querySelector("#position");
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", written);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await played(page, 3);
});

onPage("a game that was not judged is not called faultless", "/#game=quixo5&moves=e5L,a4R,e3L,e5B,e4L,e3L,e3L,d5L,d5L,d5L,d5L,e4L,e4L,d1T,e2L,e4L,d1L,d1T", async (page) => {
  await page.waitForSelector(".chip");
  const text = String((await saved(page, "#save-review")).bytes);
  assert.match(text, /\n\d+ of 18 moves could be judged\.\n$/);
});

onPage("what can be shared goes to the share sheet; closing it saves nothing, and where it fails the file is saved", null, async (page, { url }) => {
  await page.addInitScript(() => {
    globalThis.shared = [];
    navigator.canShare = () => true;
    navigator.share = async ({ files: [file] }) => {
      globalThis.shared.push([file.name, file.type]);
      if (globalThis.outcome) throw new DOMException("", globalThis.outcome);
    };
  });
  await page.goto(url + GAME);
  await page.waitForSelector(".chip");
  const shared = () => page.evaluate(() => globalThis.shared);
  await page.click("#share-picture");
  await page.waitForFunction(() => globalThis.shared.length === 1);
  await page.click("#share-review");
  await page.waitForFunction(() => globalThis.shared.length === 2);
  assert.deepEqual(await shared(), [["quixo4.png", "image/png"], ["quixo4.txt", "text/plain"]]);
  const downloads = [];
  page.on("download", (download) => downloads.push(download.suggestedFilename()));
  await page.evaluate(() => { globalThis.outcome = "AbortError"; });
  await page.click("#share-review");
  await page.waitForFunction(() => globalThis.shared.length === 3);
  await page.evaluate(() => { globalThis.outcome = "NotAllowedError"; });
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#share-picture")]);
  assert.deepEqual([download.suggestedFilename(), downloads], ["quixo4.png", ["quixo4.png"]]);
});

onPage("where there is no share sheet nothing offers one, and no review where there is nothing to review", "/#game=quixo4", async (page) => {
  await page.waitForSelector(".chip");
  assert.equal(await page.locator("#share-picture, #share-review").count(), 0);
  assert.ok(await page.locator("#save-png").isVisible());
  assert.ok(!await page.locator("#save-review").isVisible());
});
