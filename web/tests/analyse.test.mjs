// Analyse: bar, chart, review, variations, import and export, estimates.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { read } from "../site/js/answers.js";
import { RULES } from "../site/js/quixo/rules.js";
import { allowed } from "../site/js/review.js";
import { GameTree } from "../site/js/tree.js";
import { shows, test, verdict } from "./harness.mjs";
import { played, position, push, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;
const rules = RULES.get("quixo4");
const GAME = "/#game=quixo4&moves=a4R,a3R,d4L";

test("a tree keeps variations, writes and reads them", () => {
  const tree = new GameTree(rules, rules.start, ["a4R", "a3R", "d4L"]);
  tree.goTo(tree.atPly(1));
  tree.play("d1L");
  tree.play("a4R");
  assert.equal(tree.toText(), "a4R a3R (d1L a4R) d4L");
  assert.deepEqual(tree.moves, ["a4R", "d1L", "a4R"], "the line through the place that is looked at");
  const copy = new GameTree(rules);
  copy.addText(tree.toText());
  assert.equal(copy.toText(), tree.toText());
  assert.deepEqual(copy.moves, ["a4R", "a3R", "d4L"]);
  tree.promote(tree.at);
  assert.equal(tree.toText(), "a4R d1L (a3R d4L) a4R");
  tree.remove(tree.root.next.children[1]);
  assert.equal(tree.toText(), "a4R d1L a4R");
  assert.throws(() => copy.play("a4L"), /move 4, a4L, is not legal/);
});

onPage("variations are kept and walked with the arrow keys", GAME, async (page) => {
  await page.waitForSelector(".chip");
  await page.focus(".history .begin");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.equal(await position(page), "3X/4/4/4 O");
  await push(page, "d1L");
  await page.waitForSelector(".variation .ply[aria-current]");
  await page.reload();
  await page.waitForSelector(".variation .ply[aria-current]");
  assert.equal(await page.locator(".history .ply .move").count(), 4, "variations come back");
  await page.click("#promote");
  assert.equal(await page.innerText(".variation .move >> nth=0"), "a3R");
  await page.click(".variation .ply >> nth=0");
  await page.click("#remove");
  assert.equal(await page.locator(".variation").count(), 0);
});

onPage("the chart goes to a ply, and mistakes are gone through with arrows on the board", GAME, async (page) => {
  await page.waitForFunction(() => document.querySelectorAll(".plotted .unknown").length === 0);
  assert.equal(await page.locator(".plotted .grave").count(), 1);
  const plotted = page.locator(".plotted");
  const { width, height } = await plotted.boundingBox();
  await plotted.click({ position: { x: 4, y: height / 2 } });
  await shows(page, "4/4/4/4 X");
  await plotted.click({ position: { x: width - 4, y: height / 2 } });
  await page.waitForSelector(".ply[data-ply='3'][aria-current]");
  assert.match(await page.innerText(".status .because"), /^3\. d4L \?\? Mistake: a win in \d+ moves became a loss in \d+ moves\. O now wins in \d+ moves, whatever X does\. Best was/);
  await page.click("#mistake-before");
  await page.waitForSelector(".arrow-played[data-move=d4L]");
  assert.equal(await page.locator(".arrow-best").count(), 1);
  assert.equal(await page.getAttribute(".ply[aria-current]", "data-ply"), "2");
});

onPage("the bar has the colour of who wins", GAME, async (page) => {
  await page.waitForSelector(".bar[data-leader=second]");
  assert.match(await verdict(page), /^O wins in/);
  assert.equal(await page.locator(".verdict .symbol-O").count(), 1);
  await page.click("#undo");
  await page.waitForSelector(".bar[data-leader=first]");
});

onPage("equal moves are one, and it is said which", "/#game=quixo4", async (page) => {
  await page.waitForSelector(".chip");
  assert.equal(await page.locator(".chip").count(), 4);
  assert.match(await page.innerText(".value-group h3"), /32 in 4 kinds/);
  assert.match(await page.getAttribute(".chip >> nth=0", "title"), /the same by symmetry: [a-d]/);
  await page.goto(`${it.server.url}/#game=quixo4&start=2X1/4/O2O/1X2_O`);
  await page.waitForSelector(".chip.is-draw");
  const held = await page.$$eval(".chip.is-draw .plies", (all) => all.map((plies) => Number(plies.textContent.split("/")[0])));
  assert.deepEqual(held, [...held].sort((a, b) => a - b), "the hardest to answer first");
});

onPage("a game is saved as the command reads it, and loaded", GAME, async (page) => {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-game")]);
  const text = await readFile(await download.path(), "utf8");
  assert.deepEqual(JSON.parse(text), { game: "quixo4", x: "human", o: "human", moves: ["a4R", "a3R", "d4L"], winner: null, ending: "open" });
  await page.click("#new-game");
  await played(page, 0);
  await page.setInputFiles("#game-file", { name: "game.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await played(page, 3);
});

onPage("an estimate is shown as one, and nothing where there is none", null, async (page) => {
  const start = "XXX2/5/2O2/OO3/O3X X";
  let isEstimated = true;
  await page.route("**/api/quixo5?*", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    // The server has estimates of its own; these are easier to tell apart, or gone.
    const estimate = (found, win) => Object.assign(found, isEstimated
      ? { known: "estimated", estimate: { win, draw: 0.3, loss: 0.7 - win } } : { known: "unknown", estimate: undefined });
    if (answer.outcome === "open") estimate(answer, 0.5);
    const open = answer.moves.filter(({ outcome }) => outcome === "open");
    open.forEach((found, at) => estimate(found, 0.5 * (1 - at / open.length)));
    await route.fulfill({ response, json: answer });
  });
  await page.goto(`${it.server.url}/#game=quixo5&start=${start.replace(" ", "_")}`);
  await page.waitForSelector(".chip.is-estimate");
  assert.equal(await verdict(page), "About 65 % for X");
  assert.match(await page.innerText(".because"), /^An estimate of a network, not a value: win 50 %, draw 30 %, loss 20 % for the player to move\./);
  assert.equal(await page.locator(".bar.is-estimate").count(), 1);
  const shares = await page.$$eval(".chip.is-estimate .plies", (all) => all.map((share) => Number.parseInt(share.textContent, 10)));
  assert.deepEqual(shares, [...shares].sort((a, b) => b - a));
  assert.match(await page.innerText(".legend-line"), /a network’s estimate/);
  isEstimated = false;
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".verdict")?.textContent === "Not known here");
  assert.equal(await page.locator(".chip.is-estimate").count(), 0);
});

onPage("moves come by their traps for an opponent, and what is estimated of them is marked", "/#game=quixo4&start=2X1/4/O2O/1X2_X", async (page, server) => {
  const short = () => page.$$eval(".chip.is-draw .plies", (all) => all.map(({ textContent }) => textContent));
  await page.waitForSelector(".chip.is-draw");
  const held = await short();
  assert.ok(held.every((text) => /^\d+\/\d+$/.test(text)), held);
  for (const opponent of ["beginner", "strong"]) {
    await page.selectOption("#traps-for", opponent);
    await page.waitForFunction((name) => document.querySelector(".legend-line").textContent.includes(`a ${name}`), opponent);
    const answer = await server.json(`/api/quixo4?position=2X1/4/O2O/1X2+X&traps=${opponent}`);
    assert.equal(answer.opponent, opponent);
    const chance = new Map(answer.moves.map(({ move, trap }) => [move, trap?.chance]));
    const shown = await page.$$eval(".chip.is-draw", (all) => all.map(({ dataset }) => dataset.move));
    const chances = shown.map((move) => chance.get(move));
    assert.ok(chances.length > 5 && chances[0] > chances.at(-1));
    assert.deepEqual(chances, [...chances].sort((a, b) => b - a), "where errors are likeliest comes first");
    for (const [at, text] of (await short()).entries()) {
      const [, share, of] = text.match(/^(\d+) in (\d+)$/);
      // It never looks like a certainty.
      assert.ok(Math.abs(share / of - Math.min(0.9, chances[at])) < 0.06, `${text} is ${chances[at]}`);
    }
  }
  await page.goto(`${it.server.url}${UNPROVED}`);
  await page.waitForFunction(() => /· ~\d+ in \d+$/.test(document.querySelector(".chip.is-estimate .plies")?.textContent));
  assert.match(await page.innerText(".legend-line"), /With ~ a network says which replies are wrong/);
  await page.goto(`${it.server.url}/#game=quixo4&start=2X1/4/O2O/1X2_X`);
  await page.waitForSelector(".chip.is-draw");
  await page.selectOption("#traps-for", "");
  await page.waitForFunction(() => /\//.test(document.querySelector(".chip.is-draw .plies")?.textContent));
  assert.deepEqual(await short(), held);
});

onPage("the error of one position is not told at another", "/#game=quixo4", async (page) => {
  await page.waitForSelector(".chip");
  await page.route("**/api/quixo4/line?*", (route) => route.fulfill({ status: 503, json: { error: "no line today" } }));
  await page.click("#show-line");
  await page.waitForSelector("text=no line today");
  await page.click("[data-variant=quixo3]");
  await page.waitForFunction(() => !document.querySelector(".controls .problem").offsetParent);
});

const UNPROVED = "/#game=quixo5&moves=e5L,a4R,e3L,e5B,e4L,e3L,e3L,d5L,d5L,d5L,d5L,e4L,e4L,d1T,e2L,e4L,d1L,d1T";

onPage("5×5 without the database: header, tiles, list and hint agree, and nothing is shown as proved that is not", UNPROVED, async (page, server) => {
  await page.waitForSelector(".chip.is-estimate");
  const groups = await page.$$eval(".value-group", (all) => all.map(({ className }) => className.replace("value-group is-", "")));
  assert.deepEqual(groups, ["estimate", "loss"], "undecided moves stand above proved losses");
  const first = await page.$eval(".chip", ({ dataset }) => dataset.move);
  const share = await page.$eval(".chip .plies", ({ textContent }) => Number.parseInt(textContent, 10));
  assert.equal(await verdict(page), `About ${share} % for X`, "the position is worth what its best move is");
  const open = await page.$$eval(".chip.is-estimate", (all) => all.flatMap(({ dataset }) => dataset.equal.split(" ")));
  for (const cell of new Set(open.map((move) => move.slice(0, 2)))) {
    assert.match(await page.getAttribute(`.tile[data-cell=${cell}]`, "aria-label"), /at best estimate <?\d+ %/);
  }
  await page.click("#hint");
  await page.waitForSelector(`.arrow-best[data-move=${first}]`);
  const answer = await server.probe("quixo5", await page.locator("#position").inputValue());
  assert.deepEqual([answer.known, answer.moves[0].known, answer.moves.at(-1).known], ["estimated", "estimated", "proved"]);
});

onPage("a review says how many moves could be judged, where values are missing", UNPROVED, async (page) => {
  await page.waitForFunction(() => /^[1-9]\d* of 18 moves could be judged\.$/.test(document.querySelector(".mistake")?.textContent));
});

const LOST = "moves=d1R,a4T,a4B,a4B,e5L,d5L,c1T,e4L,d5L,c1T,d5L,e4T,e3T,a3T,a2R,a2R,e3T,a2T,a3R,a3T";

for (const [mode, where] of [["analyse", ".mistake"], ["play", ".because"]]) {
  onPage(`a game lost in 20 plies is not said to have no mistakes where most of it is not known: ${mode}`, `/#mode=${mode}&game=quixo5&${LOST}`, async (page) => {
    await page.waitForFunction((place) => /\b[1-9]\d? of 20 moves could be judged\.$/.test(document.querySelector(place)?.textContent), where);
    assert.doesNotMatch(await page.innerText("main"), /No mistakes|Mistakes: \w+ 0, \w+ 0/);
    assert.match(await verdict(page), /O has won|You have lost/);
  });
}

const GIVEN = "#mode=play&game=quixo4&start=XXX1/4/OOO1/4_X";

onPage("a review calls the person of a game against an agent “you”, after a reload too", null, async (page) => {
  await page.addInitScript(() => localStorage.setItem("seats-quixo", JSON.stringify({ opponent: "minimax:1", side: "X" })));
  await page.goto(`${it.server.url}/${GIVEN}`);
  await page.waitForSelector(".tile.takeable");
  await push(page, "a1R");
  await page.waitForSelector("#review:not([hidden])");
  await page.click("#review");
  const says = () => page.waitForFunction(() => /became a loss in 2 moves\. You let O complete row 2\. Best was/.test(document.querySelector(".status .because")?.textContent));
  await says();
  await page.reload();
  await page.waitForSelector(".ply[data-ply='2']");
  await page.click("#mistake-next");
  await says();
});

test("what a mistake allowed is told to the person, whoever made it", async () => {
  const tree = new GameTree(rules, rules.parse("XXX1/4/OOO1/4 X"), ["a1R"]);
  const known = read(await it.server.probe("quixo4", rules.format(tree.start)), { X: "X", O: "O" });
  const session = { rules, tree, kind: { names: { X: "X", O: "O" } }, knownOf: () => known, reasonOf: () => null };
  const words = (person) => {
    tree.person = person;
    return allowed(session, tree.at);
  };
  assert.deepEqual([null, "X", "O"].map(words), ["X let O complete row 2.", "You let O complete row 2.", "X let you complete row 2."]);
  const slow = { ...known, byMove: new Map([["a1R", { value: { outcome: "loss", distance: 6 } }]]) };
  session.knownOf = () => slow;
  assert.deepEqual([null, "X", "O"].map(words), ["O now wins in 5 moves, whatever X does.", "O now wins in 5 moves, whatever you do.", "You now win in 5 moves, whatever X does."]);
});

onPage("a review says what a mistake allowed", "/#game=quixo4&start=XXX1/4/OOO1/4_X&moves=a1R", async (page) => {
  await page.waitForFunction(() => /became a loss in 2 moves\. X let O complete row 2\. Best was/.test(document.querySelector(".status .because")?.textContent));
});

onPage("two clicks on the next mistake at the same place play no move", "/#game=quixo4&moves=a3R,b1T,c4L,b1R,d3T,c4B,a4B,d1T,d3T", async (page) => {
  await page.waitForFunction(() => document.querySelectorAll(".plotted .grave").length > 2 && !document.querySelector(".plotted .unknown"));
  await page.click("[aria-label='To the start']");
  const marks = await page.$$eval(".fault-grave, .fault-lesser", (all) => all.map(({ dataset }) => Number(dataset.ply)));
  const place = await page.locator("#mistake-next").boundingBox();
  const { x, y, width, height } = place;
  for (let click = 0; click < 2; click += 1) await page.mouse.click(x + width / 2, y + height / 2);
  await page.waitForFunction((ply) => Number(document.querySelector("#chart-ply").value) === ply, marks[1] - 1);
  assert.deepEqual(await page.locator("#mistake-next").boundingBox(), place);
  assert.equal(await page.locator(".ply[data-ply]").count(), 9);
  assert.equal(await page.locator(".variation").count(), 0);
}, { viewport: { width: 1366, height: 768 } });

for (const viewport of [{ width: 1366, height: 768 }, { width: 360, height: 740 }]) {
  onPage(`from mistake to mistake the button stays under the pointer, and the header says what was wrong, at ${viewport.width} px`, "/#game=quixo4&moves=a3R,b1T,c4L,b1R,d3T,c4B,a4B,d1T,d3T", async (page) => {
    await page.waitForFunction(() => document.querySelectorAll(".plotted .grave").length > 2 && !document.querySelector(".plotted .unknown"));
    await page.click("[aria-label='To the start']");
    await page.click("#mistake-next");
    await page.waitForFunction(() => /^\d+\. \w+ \?/.test(document.querySelector(".status .because").textContent));
    const place = () => page.$eval("#mistake-next", (button) => Math.round(button.getBoundingClientRect().top + scrollY));
    const before = await place();
    const ply = () => page.$eval("#chart-ply", ({ value }) => value);
    for (let last = await ply(); await page.$("#mistake-next:not([aria-disabled])"); last = await ply()) {
      await page.click("#mistake-next");
      await page.waitForFunction((here) => document.querySelector("#chart-ply").value !== here, last);
      assert.equal(await place(), before);
      assert.match(await page.innerText(".status .because"), /^\d+\. \w+ \?\?? /);
    }
  }, { viewport });
}

onPage("a line says how much of it goes into the game", "/#game=quixo4", async (page) => {
  await page.waitForSelector("#show-line:not([aria-disabled])");
  await page.click("#show-line");
  await page.click("#line-play");
  const number = Number((await page.innerText(".where")).match(/ (\d+) of 21$/)[1]) + 2;
  for (const _ of "ab") await page.click("#line-forward");
  assert.equal(await page.innerText("#line-keep"), `Add ${number} moves to the game`);
  await page.click("#line-keep");
  await played(page, number);
});

onPage("the set-up has one button that ends it, and the keyboard goes on where it was", "/#game=quixo4", async (page) => {
  await page.waitForSelector(".chip");
  await page.focus("#set-up");
  await page.keyboard.press("Enter");
  const done = page.locator("button >> text=/^Done$/");
  assert.deepEqual([await done.count(), await page.evaluate(() => document.activeElement.dataset.brush)], [1, "X"]);
  await page.focus("#set-up-done");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "set-up");
});

onPage("what solving takes is the same in the panel, on the page about it and in what the engine says", "/#game=quixo5", async (page, server) => {
  const figures = (text) => [/(\d+) GiB of memory/, /(\d+) GB of free disk/, /of which it keeps (\d+)/].map((one) => text.replace(/\s+/g, " ").match(one)?.[1]);
  const { note } = await server.probe("quixo5", "XXX2/5/2O2/OO3/O3X X");
  const wanted = figures(note);
  assert.ok(wanted.every(Boolean), note);
  await page.waitForSelector(".database:not([hidden])");
  assert.deepEqual(figures(await page.innerText(".database")), wanted);
  assert.deepEqual(figures(await (await server.get("/about")).text()), wanted);
});
