// The page of Ultimate Tic-Tac-Toe in a browser.

import assert from "node:assert/strict";
import { read } from "../site/js/answers.js";
import { findStrategyPuzzle } from "../site/js/ultimate/puzzles.js";
import { ultimate, usual } from "../site/js/ultimate/rules.js";
import { test, verdict } from "./harness.mjs";
import { dice, played, position, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;

for (const seed of [1, 2]) {
  onPage(`the strategy wins against random replies (${seed}), with a reason for every move`, "/ultimate", async (page) => {
    const roll = dice(seed);
    await page.click("[data-side=O]");
    await page.waitForSelector("#opponent option[value=strategy]", { state: "attached" });
    await page.selectOption("#opponent", "strategy");
    // The agent that was chosen before may have begun.
    await page.click("#new-game");
    let plies = 1;
    const phases = new Set();
    for (;;) {
      await played(page, plies);
      const at = ultimate.parse(await position(page));
      const reason = await page.getAttribute(`.ply[data-ply='${plies}']`, "title");
      assert.match(reason, /^(opening|middlegame|endgame): ./);
      phases.add(reason.split(":")[0]);
      if (ultimate.ended(at)) break;
      const moves = ultimate.moves(at);
      await page.click(`.spot[data-move='${moves[roll(moves.length)]}']`);
      plies += 2;
    }
    assert.equal(await verdict(page), "You have lost");
    assert.match(await page.innerText(".because"), /^Perfect for X won the fields \d, \d and \d, which are in a line/);
    assert.ok(plies <= 43, `${plies} plies`);
    assert.deepEqual([...phases], ["opening", "middlegame", "endgame"]);
    assert.equal(await page.locator(".field.winning").count(), 3);
  });
}

onPage("the advice is the strategy's, on the board and in the list", "/ultimate#game=ultimate", async (page) => {
  await page.waitForSelector(".chip[data-move='44']");
  assert.equal(await verdict(page), "X wins in 43 moves");
  assert.match(await page.innerText(".because"), /^Opening: take the centre/);
  const { moves } = await it.server.probe("ultimate", await position(page));
  assert.ok(moves.some(({ outcome }) => outcome === "open"));
  const listed = await page.$$eval(".chip", (all) => all.flatMap((chip) => chip.dataset.equal.split(" ")));
  assert.equal(listed.length, moves.filter(({ outcome }) => outcome !== "open").length, "what is open is no advice");
  await page.hover(".chip[data-move='44']");
  assert.equal(await page.locator(".spot.pointed").getAttribute("data-move"), "44");
  await page.click(".chip[data-move='44']");
  assert.match(await position(page), / O 4$/);
  // O has to answer in the centre.
  assert.equal(await page.locator(".spot.takes").count(), 8);
  await page.focus(".spot[data-move='40']");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.match(await position(page), / X 1$/);
  await page.click("#undo");
  await page.click("#redo");
  assert.match(await position(page), / X 1$/);
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await played(tab, 2);
});

onPage("the strategy's line is the longest game, with a reason for every move", "/ultimate#game=ultimate", async (page) => {
  await page.waitForSelector(".chip");
  await page.click("#show-line");
  await page.waitForSelector(".line-player:not([hidden])");
  assert.match(await page.innerText(".where"), /of 43$/);
  await page.click("#line-play");
  await page.click(".ply[data-ply='43']");
  assert.equal(await verdict(page), "X has won");
  const reasons = await page.$$eval(".ply[data-ply]", (all) => all.map((ply) => ply.title.split(":")[0]));
  assert.deepEqual(new Set(reasons), new Set(["opening", "delay", "middlegame", "endgame"]));
});

onPage("on a phone the board fits", "/ultimate#game=ultimate", async (page) => {
  await page.waitForSelector(".spot");
  const [scroll, client] = await page.evaluate(() =>
    [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(scroll <= client, `${scroll} > ${client}`);
  const box = await page.locator(".spot[data-move='00']").boundingBox();
  assert.ok(box.width >= 24 && box.height >= 24, `a spot of ${box.width} by ${box.height}`);
  await page.tap(".spot[data-move='44']");
  assert.match(await position(page), / O 4$/);
}, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const USUAL = "[data-variant='ultimate --rules won-closed']";
/** X wins field 0 with its spot 0, which sends O there. */
const CLOSING = "01,10,02,20,00";

onPage("by the usual rules a won field is closed, and whoever is sent there plays anywhere", "/ultimate#game=ultimate", async (page) => {
  await page.waitForSelector(".spot");
  assert.match(await page.innerText(".difference"), /^Paper’s rules: a won field stays open.* By the usual rules it is closed/);
  await page.click(USUAL);
  assert.match(await page.innerText(".difference"), /^Usual rules: a won field is closed, and whoever is sent there plays anywhere/);
  for (const move of CLOSING.split(",")) await page.click(`.spot[data-move='${move}']`);
  assert.match(page.url(), new RegExp(`#game=ultimate&rules=--rules_won-closed&moves=${CLOSING}$`));
  assert.match(await position(page), / O -$/);
  assert.equal(await page.locator(".spot.takes").count(), 81 - 9 - 2);
  assert.equal(await page.locator(".spot.takes[data-move^='0']").count(), 0);
  // The other rules are a game of their own, in which O has to play there.
  const paper = await page.context().newPage();
  await paper.goto(page.url().replace("&rules=--rules_won-closed", ""));
  await played(paper, 5);
  assert.match(await position(paper), / O 0$/);
  assert.equal(await paper.locator(".spot.takes").count(), 6);
  // A link and the game that is kept have the rules.
  await page.reload();
  await played(page, 5);
  assert.equal(await page.getAttribute(USUAL, "aria-pressed"), "true");
  assert.match(await position(page), / O -$/);
});

onPage("a game by the usual rules is saved and loaded with them", `/ultimate#game=ultimate&rules=--rules_won-closed&moves=${CLOSING}`, async (page) => {
  await played(page, 5);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-game")]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const saved = JSON.parse(Buffer.concat(chunks));
  assert.deepEqual([saved.game, saved.rules, saved.moves.join(",")], ["ultimate", "--rules won-closed", CLOSING]);
  await page.click("[data-variant='ultimate']");
  await page.setInputFiles("#game-file", { name: "game.json", mimeType: "application/json", buffer: Buffer.concat(chunks) });
  await played(page, 5);
  assert.match(page.url(), /rules=--rules_won-closed/);
  await page.goto(page.url().replace("won-closed", "open"));
  await page.waitForFunction(() => document.querySelector(".because").textContent.includes("which are not played on this page"));
});

onPage("nothing claims that the usual rules are solved", `/ultimate#game=ultimate&rules=--rules_won-closed&moves=${CLOSING},44`, async (page) => {
  const said = () => page.evaluate(() => {
    document.querySelector("details.rules")?.remove();
    return document.querySelector("main").innerText;
  });
  await page.waitForFunction(() => /Open for|wins/.test(document.querySelector(".verdict").textContent));
  assert.doesNotMatch(await said(), /perfect|strategy|43/i);
  await page.click("[data-mode=play]");
  await page.waitForSelector("#opponent option[value^='search:']", { state: "attached" });
  for (const side of ["X", "O", "watch"]) {
    await page.click(`[data-side=${side}]`);
    const offered = await page.$$eval("#opponent option, #other option", (all) => all.map((option) => option.textContent));
    assert.doesNotMatch(offered.join(), /perfect|strategy/i);
    assert.doesNotMatch(await said(), /perfect|strategy|43/i);
  }
});

onPage("the strongest opponent by the usual rules moves", "/ultimate", async (page) => {
  await page.click(USUAL);
  await page.waitForSelector("#opponent option[value^='search:']", { state: "attached" });
  await page.selectOption("#opponent", { label: "Very strong" });
  await page.click(".spot[data-move='44']");
  await played(page, 2);
  const [reply] = await page.$$eval(".ply[data-ply='2']", (all) => all.map((ply) => ply.textContent));
  assert.match(reply, /4[0-35-8]/);
});

onPage("the strategy is offered for X alone", "/ultimate", async (page) => {
  await page.waitForSelector("#opponent option[value^='mcts:']", { state: "attached" });
  const offered = (id) => page.$$eval(`${id} option`, (all) => all.map((option) => option.value));
  assert.ok(!(await offered("#opponent")).includes("strategy"), "it would play O");
  await page.click("[data-side=O]");
  assert.ok((await offered("#opponent")).includes("strategy"));
  await page.selectOption("#opponent", "strategy");
  await page.click("[data-side=X]");
  assert.notEqual(await page.inputValue("#opponent"), "strategy");
  await page.click("[data-side=watch]");
  assert.ok((await offered("#other")).includes("strategy"));
  assert.ok(!(await offered("#opponent")).includes("strategy"));
});

for (const rules of [ultimate, usual]) {
  onPage(`random moves are not called faultless (${rules.name})`, null, async (page, server) => {
    const roll = dice(15);
    let at = rules.start;
    const moves = [];
    while (moves.length < 15) {
      const legal = rules.moves(at);
      moves.push(legal[roll(legal.length)]);
      at = rules.play(at, moves.at(-1));
    }
    const options = rules === usual ? "&rules=--rules_won-closed" : "";
    await page.goto(`${server.url}/ultimate#game=ultimate${options}&moves=${moves.join(",")}`);
    await page.waitForFunction(() => /of 15 moves could be judged/.test(document.querySelector(".mistake").textContent));
    assert.doesNotMatch(await page.innerText(".mistake"), /^No mistakes/);
  });
}

test("puzzles of the strategy are of all its phases, and not of one twice in a row", async () => {
  const find = async (rules, at) => read(await it.server.probe(rules.name, rules.format(at)), { X: "X", O: "O" });
  const roll = dice(9);
  const random = () => roll(1000) / 1000;
  const puzzles = [];
  for (const grade of [1, 1, 1, 1, 1, 1, 3, 5]) puzzles.push(await findStrategyPuzzle(ultimate, find, { grade, random }));
  const grades = puzzles.map((puzzle) => puzzle.grade);
  assert.ok(grades.every((grade, at) => grade !== grades[at - 1]), `${grades}`);
  const centres = puzzles.slice(0, 6).filter(({ moves }) => moves[0].endsWith("4"));
  assert.ok(centres.length <= 3, `${puzzles.map(({ moves }) => moves[0])}`);
  assert.equal(new Set(puzzles.map(({ tree }) => ultimate.format(tree.start))).size, puzzles.length);
});
