// Learn: the introduction, and puzzles from what is known of positions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../site/js/answers.js";
import { findPuzzle, puzzleOf } from "../site/js/learn/puzzles.js";
import { RULES } from "../site/js/quixo/rules.js";
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
  await page.click("[data-mode=play]");
  assert.equal(await position(page), "4/4/4/4 X", "the game is as it was");
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
