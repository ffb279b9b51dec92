// Learn: the introduction, and puzzles from what is known of positions.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { read } from "../site/js/answers.js";
import { findPuzzle, puzzleOf } from "../site/js/learn/puzzles.js";
import { parse } from "../site/js/learn/set.js";
import { RULES } from "../site/js/quixo/rules.js";
import { test } from "./harness.mjs";
import { dice, position, push, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;
const rules = RULES.get("quixo4");
const says = (page, text) => page.waitForFunction((words) => document.querySelector(".verdict")?.textContent.includes(words), text);

onPage("half a minute teaches the game, the rule about the opponent’s line included", "/", async (page) => {
  await page.click("[data-mode=learn]");
  await says(page, "Take a blank tile");
  await push(page, "a4R");
  await says(page, "It came back with your symbol");
  await page.keyboard.press("Enter");
  await says(page, "Your own tiles may be taken too");
  await push(page, "b4L");
  await says(page, "That was a blank tile");
  await page.waitForSelector(".tile.takeable");
  await push(page, "a4R");
  await says(page, "Own tiles travel");
  await page.click("#learn-next");
  await push(page, "d3L");
  await says(page, "Four in a row");
  await page.click("#learn-next");
  await says(page, "Now beware");
  await push(page, "a4R");
  await says(page, "Column a is full of O now");
  await page.waitForSelector(".tile.takeable");
  await push(page, "c4R");
  await says(page, "You win, and column a stays open");
  await page.click("#learn-next");
  await page.waitForFunction(() => /grade \d of 5/.test(document.querySelector(".progress").textContent));
  assert.equal(await page.getAttribute("[data-variant=quixo5]", "aria-pressed"), "true", "the size from before the introduction is kept");
  await page.click("[data-mode=play]");
  assert.equal(await position(page), "5/5/5/5/5 X", "the game is as it was");
});

/** Solves the puzzle that is shown, move by move, by what the server says. */
async function solve(page) {
  for (;;) {
    const text = await position(page);
    const { moves } = await it.server.probe("quixo4", text);
    await push(page, moves[0].move);
    await page.waitForFunction(() => /Right!|^.?Win in \d+ pl/.test(document.querySelector(".verdict").textContent)
      && !/so far/.test(document.querySelector(".verdict").textContent));
    if ((await page.textContent(".verdict")).includes("Right!")) return;
  }
}

onPage("puzzles are solved in a row, missed, shown, shared and analysed", null, async (page) => {
  await page.addInitScript(() => localStorage.setItem("course-quixo", "true"));
  await page.goto(`${it.server.url}/#mode=learn&game=quixo4`);
  await page.waitForSelector(".tile.takeable");
  for (let streak = 1; streak <= 2; streak += 1) {
    await solve(page);
    await page.waitForFunction((now) => document.querySelector(".streak").textContent.startsWith(`In a row: ${now}.`), streak);
    await page.click("#learn-next");
    await page.waitForFunction(() => /Find|Win in/.test(document.querySelector(".verdict").textContent));
  }
  const link = page.url();
  assert.match(link, /mode=learn&game=quixo4&start=.*goal=(win|draw|fast)/);
  const text = await position(page);
  const tab = await page.context().newPage();
  await tab.goto(link);
  await tab.waitForSelector(".tile.takeable");
  assert.equal(await position(tab), text);
  await tab.close();
  // A wrong move ends the row, and is taken back.
  const { moves } = await it.server.probe("quixo4", text);
  await push(page, moves.at(-1).move);
  await says(page, `Not ${moves.at(-1).move}`);
  await page.waitForFunction(() => document.querySelector(".streak").textContent.startsWith("In a row: 0. Best: 2."));
  await page.waitForSelector(".tile.takeable");
  assert.equal(await position(page), text);
  await page.click("#learn-solve");
  await page.waitForSelector(".arrow-best");
  await page.click("#learn-analyse");
  await page.waitForSelector(".chip");
  assert.equal(await position(page), text);
});

test("a puzzle has one kind of solution, and its grade grows with the distance", async () => {
  const roll = dice(4);
  const random = () => roll(1 << 20) / (1 << 20);
  const find = async (of, at) => read(await it.server.probe(of.name, of.format(at)), { X: "X", O: "O" });
  const grades = new Set();
  for (const grade of [1, 2, 3, 4, 5]) {
    const found = await findPuzzle(rules, find, { grade, goals: ["win", "fast", "draw"], random });
    const known = await find(rules, found.tree.start);
    const again = puzzleOf(rules, found.tree.start, known, found.goal);
    assert.deepEqual(again.moves, found.moves);
    const outcome = found.goal === "draw" ? "draw" : "win";
    for (const { move, value } of known.moves) {
      if (found.moves.includes(move)) assert.equal(value.outcome, outcome);
      else if (found.goal !== "fast") assert.notEqual(value.outcome, outcome);
    }
    assert.ok(Math.abs(found.grade - grade) <= 2, `${found.grade} for ${grade}`);
    grades.add(found.grade);
  }
  assert.ok(grades.size >= 3, [...grades].join());
});

for (const [path, page] of [["/numerical", "numerical"], ["/ultimate", "ultimate"]]) {
  onPage(`${page} has an introduction and puzzles, too`, `${path}#mode=learn&game=${page === "ultimate" ? page : "numerical3"}`, async (tab) => {
    await tab.waitForFunction(() => document.querySelector(".progress").textContent === "1 of 3");
    await tab.click("#learn-puzzles");
    await tab.waitForFunction(() => /Find the/.test(document.querySelector(".verdict").textContent));
    assert.ok(await tab.locator(".takes").count() > 0);
  });
}

const SET = readFileSync(new URL("../site/puzzles/quixo5.txt", import.meta.url), "utf8");
const SHIPPED = SET.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => parse(line));
const FIVE = RULES.get("quixo5");

test("the puzzles that are shipped can be read and played, of all themes and grades, in 300 KB", () => {
  assert.ok(SET.length <= 300_000 && SHIPPED.length >= 1000, `${SHIPPED.length} puzzles, ${SET.length} bytes`);
  const kinds = new Map();
  for (const puzzle of SHIPPED) {
    kinds.set(`${puzzle.goal} ${puzzle.grade}`, (kinds.get(`${puzzle.goal} ${puzzle.grade}`) ?? 0) + 1);
    let at = FIVE.parse(puzzle.start);
    for (const moves of puzzle.line) {
      for (const move of moves) assert.ok(FIVE.moves(at).includes(move), `${puzzle.start} ${move}`);
      at = FIVE.play(at, moves[0]);
    }
    if (puzzle.goal === "fast") assert.equal(FIVE.ended(at)?.winner, puzzle.start.at(-1), puzzle.start);
  }
  assert.equal(kinds.size, 25);
  assert.ok(Math.min(...kinds.values()) >= 20, JSON.stringify([...kinds]));
});

const shipped = (page) => page.evaluate(() => [document.querySelector("#position").value, document.querySelector(".progress").textContent]);
const isShown = (page) => page.waitForFunction(() => /grade \d of 5/.test(document.querySelector(".progress").textContent));

onPage("5×5 has its puzzles without a database, from a link and after a skipped introduction, by grade", null, async (page) => {
  await page.goto(`${it.server.url}/#mode=learn&game=quixo4`);
  await says(page, "Take a blank tile");
  await page.click("#learn-puzzles");
  await isShown(page);
  await page.click("[data-variant=quixo5]");
  for (const [grade, meant] of [["rising", /grade 1 of/], [1, /grade [12] of/], [3, /grade 3 of/], [5, /grade [45] of/]]) {
    await page.waitForFunction(() => document.querySelector("#position").value.split("/").length === 5);
    await page.click(`[data-grade="${grade}"]`);
    await isShown(page);
    const [start, progress] = await shipped(page);
    assert.match(progress, meant);
    assert.ok(SHIPPED.some((puzzle) => puzzle.start === start), start);
  }
  // The introduction is not shown again.
  await page.reload();
  await isShown(page);
  await page.click("#learn-daily");
  await isShown(page);
  const [daily] = await shipped(page);
  await page.click("[data-grade=rising]");
  await isShown(page);
  await page.click("#learn-daily");
  await page.waitForFunction((start) => document.querySelector("#position").value === start, daily);
});

onPage("a link to 5×5 puzzles leads there, without any introduction", "/#mode=learn&game=quixo5", async (page) => {
  await isShown(page);
  const [start] = await shipped(page);
  assert.ok(SHIPPED.some((puzzle) => puzzle.start === start), start);
});

const linkOf = ({ start, goal }) => `/#mode=learn&game=quixo5&start=${start.replace(" ", "_")}&goal=${goal}`;

for (const goal of ["win", "fast", "draw", "refute", "escape"]) {
  const puzzle = SHIPPED.find((found) => found.goal === goal && found.line.length > 2);
  onPage(`a shared puzzle opens on every machine, has a hint in two steps, and its solution is played out: ${goal}`, linkOf(puzzle), async (page) => {
    await isShown(page);
    assert.equal(await position(page), puzzle.start);
    assert.match(await page.innerText("[role=status]"), new RegExp(`${puzzle.start.at(-1)} is to move`));
    await page.click("#learn-hint");
    const [right] = puzzle.moves;
    await page.waitForSelector(`.arrow-best[data-cell=${right.slice(0, 2)}]`);
    assert.equal(await page.locator(".arrow .head").count(), 0, "the tile alone");
    assert.match(await page.innerText("[role=status]"), new RegExp(`The tile is ${right.slice(0, 2)}\\.`));
    const wrong = FIVE.moves(FIVE.parse(puzzle.start)).find((move) => !puzzle.moves.includes(move));
    await push(page, wrong);
    await says(page, `Not ${wrong}`);
    await page.waitForSelector(".tile.takeable");
    for (let ply = 0; ply < (goal === "fast" ? puzzle.line.length : 1); ply += 2) {
      await page.waitForSelector(".tile.takeable");
      await push(page, puzzle.line[ply][0]);
      await says(page, goal === "fast" && ply + 1 < puzzle.line.length ? "Win in" : "Right, at last.");
    }
    const end = puzzle.line.reduce((at, [move]) => FIVE.play(at, move), FIVE.parse(puzzle.start));
    await page.waitForFunction((text) => document.querySelector("#position").value === text, FIVE.format(end));
  });
}

onPage("a shared puzzle that cannot be checked keeps its position and says so", "/#mode=learn&game=quixo5&start=O2XO/X4/5/5/XXO2_O&goal=draw", async (page) => {
  await says(page, "This puzzle cannot be checked here");
  assert.equal(await position(page), "O2XO/X4/5/5/XXO2 O");
  await page.click("#learn-analyse");
  await page.waitForSelector(".chip");
  assert.equal(await position(page), "O2XO/X4/5/5/XXO2 O");
});
