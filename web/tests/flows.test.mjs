// What people do on the page, each with mouse, touch and keyboard, at three sizes, in light and dark, with a
// slow, a failing and a restarted server. Each flow has nine runs, in which all pairs of hand and size, hand and
// server, and size and server come up. Three of them, which have each hand, size and server once, are enough before a
// change goes in: over the flows all pairs come up in these, too.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe } from "node:test";
import { violations } from "./axe.mjs";
import { browse, serve, test, visit } from "./harness.mjs";
import { HANDS } from "./hands.mjs";
import { played, position } from "./page.mjs";
import { SERVERS } from "./servers.mjs";

const SIZES = [[360, 740], [820, 1180], [1440, 900]];

const gone = (page, selector) => page.waitForSelector(selector, { state: "hidden" });
const offered = (page, agent) => page.waitForSelector(`#opponent option[value='${agent}']`, { state: "attached" });
const says = (page, words) => page.waitForFunction((text) => document.querySelector(".verdict")?.textContent.includes(text), words);
const at = (page, text) => page.waitForFunction((wanted) => document.querySelector("#position")?.value === wanted, text);

/** Makes a move of Quixo. */
async function push(hand, move) {
  await hand.press(`.tile[data-cell=${move.slice(0, 2)}]`);
  await hand.press(`.end[data-move=${move}]`);
}

/** Presses until what was asked for is there; as long as it is not, the page says why. */
async function insist(page, hand, selector, result) {
  for (let tries = 0; tries < 30; tries += 1) {
    await hand.press(selector);
    await page.locator(`${result}, .controls .problem:not([hidden])`).first().waitFor();
    if (await page.locator(result).count() > 0) return;
    await page.waitForTimeout(300);
  }
  throw new Error(`${selector} does not lead to ${result}`);
}

/** Makes chance the same in every run: the next puzzle is found after nine questions instead of up to sixty, each of which may be slow. */
const loadDice = (page) => page.evaluate(() => {
  let state = 100;
  Math.random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
});

const FLOWS = [
  ["a game against an agent: a hint, taken back, begun anew, brought back, and watched", "/#mode=play&game=quixo4", async ({ page, hand, look }) => {
    await offered(page, "minimax:3");
    await hand.choose("#opponent", "minimax:3");
    await insist(page, hand, "#hint", ".arrow-best");
    await look();
    await push(hand, "a4R");
    await played(page, 2);
    await says(page, "Your move");
    await hand.press("#undo");
    assert.equal(await position(page), "4/4/4/4 X");
    await push(hand, "b4L");
    await played(page, 2);
    await look();
    await hand.press("#new-game");
    await played(page, 0);
    await look();
    await hand.press("#bring-back");
    await played(page, 2);
    await hand.press("[data-side=O]");
    await played(page, 3);
    await hand.press("#new-game");
    await played(page, 1);
    await page.goBack();
    await page.waitForSelector(".ply[data-ply='2']");
    // Two beginners on the large board take long enough to be paused.
    await hand.press("[data-variant=quixo5]");
    await hand.choose("#opponent", "random");
    await hand.press("[data-side=watch]");
    // With the first move the game before can no longer be brought back, and buttons move.
    await page.waitForSelector(".ply[data-ply='1']");
    await hand.press("#pause");
    await says(page, "waits");
    await look();
    await hand.press("#pause");
    await gone(page, ".verdict.is-waits >> text=waits");
  }],

  ["the end of a game: why, how many mistakes, review and rematch", "/#mode=play&game=quixo4&start=1O2/O2X/O2X/O2X_X", async ({ page, hand, look }) => {
    await hand.choose("#opponent", "friend");
    await push(hand, "a4R");
    await says(page, "O has won");
    await page.waitForFunction(() => /completed O’s line.*Mistakes: X 1, O 0\./.test(document.querySelector(".because").textContent));
    await look();
    await hand.press("#review");
    await page.waitForSelector(".arrow-played[data-move=a4R]");
    await page.waitForSelector(".arrow-best");
    await look();
    await hand.press("[data-mode=play]");
    await hand.press("[aria-label='To the end']");
    await hand.press("#rematch");
    await at(page, "4/4/4/4 X");
  }],

  ["the introduction, and on to a puzzle", "/#mode=learn&game=quixo4", async ({ page, hand, look }) => {
    for (const [move, done] of [["a4R", "It came back"], ["a4R", "Own tiles travel"], ["d3L", "Four in a row"], ["c4R", "column a stays open"]]) {
      await page.waitForSelector(".tile.takeable");
      await push(hand, move);
      await says(page, done);
      if (move === "d3L") await look();
      await loadDice(page);
      await hand.press("#learn-next");
    }
    await page.waitForFunction(() => /grade \d of 5/.test(document.querySelector(".progress").textContent));
    await hand.press("#learn-solve");
    await page.waitForSelector(".arrow-best");
    await look();
  }],

  ["a puzzle from a link: missed, solved, analysed", "/#mode=learn&game=quixo4&start=X1XO/O2X/2OX/1OXO_X&goal=win", async ({ page, hand, look, server }) => {
    const puzzle = "X1XO/O2X/2OX/1OXO X";
    await page.waitForSelector(".tile.takeable");
    const { moves } = await server.json(`/api/quixo4?position=${encodeURIComponent(puzzle)}`);
    await push(hand, moves.at(-1).move);
    await says(page, `Not ${moves.at(-1).move}`);
    await page.waitForSelector(".tile.takeable");
    await look();
    await push(hand, moves[0].move);
    await says(page, "Right, at last.");
    await look();
    await hand.press("#learn-analyse");
    await page.waitForSelector("[data-mode=analyse][aria-pressed=true]");
  }],

  ["analysis: values, chart, mistakes, variations, the optimal line", "/#game=quixo4&moves=a4R,a3R,d4L", async ({ page, hand, look }) => {
    await page.waitForFunction(() => document.querySelector(".plotted .grave") && !document.querySelector(".plotted .unknown"));
    await hand.press("#mistake-before");
    await page.waitForSelector(".arrow-played[data-move=d4L]");
    await hand.press(".chip");
    await page.waitForSelector(".variation .ply[aria-current]");
    await page.waitForSelector(".chip");
    await look();
    await hand.press("#promote");
    assert.equal(await page.innerText(".variation .move"), "d4L");
    await hand.press("[data-path=' a4R a3R d4L']");
    await hand.press("#remove");
    await gone(page, ".variation");
    await hand.toTheStart("#chart-ply");
    await at(page, "4/4/4/4 X");
    await hand.press("#redo");
    await at(page, "3X/4/4/4 O");
    await hand.press("[data-variant=quixo3]");
    await says(page, "X wins in 7 moves");
    // A line that is long enough to be paused.
    await hand.press("[data-variant=quixo4]");
    await page.waitForSelector("#show-line:not([aria-disabled])");
    await insist(page, hand, "#show-line", ".line-player:not([hidden])");
    await hand.press("#line-play");
    await look();
    const where = Number((await page.innerText(".where")).match(/move (\d+)/)[1]);
    await hand.press("#line-forward");
    assert.match(await page.innerText(".where"), new RegExp(`move ${where + 1} of 21`));
    await hand.press("#line-keep");
    await played(page, where + 1);
    await hand.press("#show-values");
    await says(page, "Values are hidden");
    await look();
  }],

  ["positions are set up; games are text and files", "/#game=quixo4", async ({ page, hand, look }) => {
    await hand.press("#set-up");
    await hand.press(".tile[data-cell=b2]");
    await hand.press("[data-brush=O]");
    await hand.press(".tile[data-cell=c3]");
    await hand.press("#swap-turn");
    await at(page, "4/2O1/1X2/4 O");
    await look();
    await hand.press("#undo-edit");
    await at(page, "4/2O1/1X2/4 X");
    await hand.press("#set-up-done");
    await page.waitForSelector(".chip");
    await hand.press("#position");
    await page.fill("#position", "1. a4r a3r?? 2. d4l");
    await page.keyboard.press("Enter");
    await played(page, 3);
    const [download] = await Promise.all([page.waitForEvent("download"), hand.press("#save-game")]);
    const text = await readFile(await download.path(), "utf8");
    await hand.press("#new-game");
    await played(page, 0);
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), hand.press("#load-game")]);
    await chooser.setFiles({ name: "game.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await played(page, 3);
    await page.fill("#position", "nonsense");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#position-problem:not([hidden])");
    await look();
    await hand.press("#play-from-here");
    await page.waitForSelector("[data-mode=play][aria-pressed=true]");
  }],

  ["5×5 on a fresh machine: a strong opponent, an estimate, what the database costs", "/#mode=play&game=quixo5&start=XXX2/5/2O2/OO3/O3X_X", async ({ page, hand, look }) => {
    await offered(page, "net");
    await hand.choose("#opponent", "net");
    await push(hand, "d5R");
    await played(page, 2);
    await hand.press("[data-mode=analyse]");
    await page.waitForSelector(".chip.is-estimate");
    await says(page, "About ");
    await page.waitForSelector(".database:not([hidden])");
    await look();
    await hand.press("[data-variant=quixo4]");
    await gone(page, ".database");
  }],

  ["Numerical: introduction and game", "/numerical#mode=learn&game=numerical3", async ({ page, hand, look }) => {
    await hand.press(".cell[data-cell=b2]");
    await hand.press(".number-tile[data-number='5']");
    await says(page, "Each number can be placed once");
    await look();
    await hand.press("[data-mode=play]");
    await offered(page, "minimax:2");
    await hand.choose("#opponent", "minimax:2");
    await hand.press(".cell[data-cell=b2]");
    await hand.press(".number-tile[data-number='5']");
    await played(page, 2);
    await hand.press("[data-mode=analyse]");
    await page.waitForSelector(".chip");
    await look();
  }],

  ["Ultimate: introduction and game", "/ultimate#mode=learn&game=ultimate", async ({ page, hand, look }) => {
    await hand.press(".spot[data-move='44']");
    await says(page, "The bright field");
    await look();
    await hand.press("[data-mode=play]");
    await offered(page, "minimax:3");
    await hand.press(".spot[data-move='44']");
    await played(page, 2);
    await hand.press("[data-mode=analyse]");
    await page.waitForSelector(".chip");
    await look();
  }],

  ["results: counts, tables, documents, a position on the board", "/results", async ({ page, hand, look }) => {
    await page.waitForSelector(".plot");
    await hand.press(".counts button:nth-of-type(3)");
    await page.waitForSelector("text=847,288,609,443 >> nth=1");
    await hand.press(".plot summary");
    await hand.press(".documents a[href='#quixo5']");
    await page.waitForSelector("article a[href^='./#game=quixo5&start=']");
    await look();
    const [link] = await page.$$eval("article a[href^='./#game=quixo5&start=']", (all) => all.map((one) => one.textContent));
    await hand.press("article a[href^='./#game=quixo5&start=']");
    await at(page, link);
  }],
];

/** Pauses before something is asked again pass in a tenth of their time. */
function hurry() {
  const { setTimeout: wait } = globalThis;
  globalThis.setTimeout = (act, time, ...rest) => wait(act, time >= 2000 ? time / 10 : time, ...rest);
}

let server;
let browser;
before(async () => {
  server = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function run({ flow: [, path, act], hand, size: [width, height], colorScheme, weather, isChecked }) {
  const page = await visit(browser, null, {
    viewport: { width, height },
    colorScheme,
    hasTouch: hand === "touch",
    isMobile: hand === "touch" && width < 1000,
  });
  const state = await SERVERS[weather](page, server);
  try {
    await page.addInitScript(hurry);
    await page.goto(state.url + path);
    await page.waitForSelector("h1");
    await state.visited();
    const look = async () => {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(over, 0, "nothing sticks out");
      if (isChecked) assert.deepEqual(await violations(page), []);
    };
    await act({ page, hand: HANDS[hand](page), look, server });
    const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
    assert.equal(isDark, colorScheme === "dark");
    assert.deepEqual(page.faults, []);
  } finally {
    await page.context().close();
    await state.stop();
  }
}

const weathers = Object.keys(SERVERS);
const RUNS = FLOWS.flatMap((flow, number) => Object.keys(HANDS).flatMap((hand, h) => SIZES.map((size, s) => ({
  flow,
  hand,
  size,
  weather: weathers[(h + s + number) % 3],
  colorScheme: (h + s) % 2 === 0 ? "light" : "dark",
  // The states are the same for every hand.
  isChecked: hand === "mouse",
  slow: (h + Math.floor(number / 3)) % 3 !== s,
}))));

test("all pairs of hand, size and server come up before a change goes in", () => {
  const fast = RUNS.filter(({ slow }) => !slow);
  assert.equal(fast.length, 3 * FLOWS.length);
  for (const [one, other] of [["hand", "size"], ["hand", "weather"], ["size", "weather"]]) {
    assert.equal(new Set(fast.map((run) => `${run[one]}, ${run[other]}`)).size, 9, `${one} and ${other}`);
  }
});

describe("flows", { concurrency: 3 }, () => {
  for (const { slow, ...how } of RUNS) {
    const { flow: [name], hand, size, colorScheme, weather } = how;
    test(`${name}: ${hand}, ${size.join("×")}, ${colorScheme}, ${weather}`, () => run(how), { slow });
  }
});
