// The card of rules of thumb: its course, a check-up, the card to print, and the rule that a review names.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { CHECKED, IN_A_ROW, Progress, parse } from "../site/js/learn/card.js";
import { RULES } from "../site/js/quixo/rules.js";
import { test } from "./harness.mjs";
import { dice, position, push, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;
const FIVE = RULES.get("quixo5");
const COURSE = parse(readFileSync(new URL("../site/puzzles/course-quixo5.txt", import.meta.url), "utf8"));
const puzzles = (purpose) => [...COURSE[purpose].values()].flat();
const says = (page, text) => page.waitForFunction((words) => document.querySelector(".verdict")?.textContent.includes(words), text);
const explains = (page, text) => page.waitForFunction((words) => document.querySelector("[role=status]")?.textContent.includes(words), text);
const LEARN = "/#mode=learn&game=quixo5";

test("the course has at most eight rules, and what it asks can be played", () => {
  assert.ok(COURSE.rules.length >= 4 && COURSE.rules.length <= 8);
  assert.ok(puzzles("learn").length >= 60 && puzzles("check").length >= 40);
  for (const { start, moves } of [...puzzles("learn"), ...puzzles("check")]) {
    const legal = FIVE.moves(FIVE.parse(start));
    assert.ok(moves.length > 0 && moves.length * 2 <= legal.length && moves.every((move) => legal.includes(move)), start);
  }
  const seen = new Set(puzzles("learn").map(({ start }) => start));
  assert.ok(puzzles("check").every(({ start }) => !seen.has(start)), "a check-up asks for what no lesson has");
});

test("the card to print is that of the course", () => {
  const page = readFileSync(new URL("../site/rules.html", import.meta.url), "utf8");
  const section = page.slice(page.indexOf('id="card"'));
  const printed = [...section.slice(0, section.indexOf("</ol>")).matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => text.replaceAll("’", "'"));
  assert.deepEqual(printed, COURSE.rules.map(({ text }) => text));
});

test("a rule is learnt by some positions in a row, and a check-up asks for each rule", () => {
  const roll = dice(3);
  const progress = new Progress({ name: "a test" }, COURSE, () => roll(1 << 20) / (1 << 20));
  const [first] = COURSE.rules;
  for (const isRight of [true, true, false]) assert.equal(progress.learn(first, isRight), false);
  for (let row = 1; row < IN_A_ROW; row += 1) assert.equal(progress.learn(first, true), false);
  assert.equal(progress.place, 0);
  assert.equal(progress.learn(first, true), true);
  assert.equal(progress.place, 1);
  const asked = progress.checkUp();
  for (const rule of COURSE.rules) {
    const wanted = Math.min(CHECKED, COURSE.check.get(rule.name).length);
    assert.equal(asked.filter((puzzle) => puzzle.rule === rule).length, wanted);
  }
  progress.check(first, true);
  progress.check(first, false);
  assert.deepEqual([progress.rules[0].right, progress.rules[0].of, progress.rules[0].isLearnt], [1, 2, true]);
});

/** The puzzle on the board. */
const shown = async (page) => {
  const start = await position(page);
  return [...puzzles("learn"), ...puzzles("check")].find((puzzle) => puzzle.start === start);
};

onPage("one rule after the other is learnt, and a check-up counts what is right", LEARN, async (page) => {
  await page.waitForFunction(() => /grade \d of 5/.test(document.querySelector(".progress").textContent));
  await page.click("#learn-card");
  await says(page, COURSE.rules[0].text);
  assert.match(await page.innerText(".progress"), /^Rule 1 of \d, 0 in a row$/);
  const { start, moves } = await shown(page);
  const wrong = FIVE.moves(FIVE.parse(start)).find((move) => !moves.includes(move));
  await push(page, wrong);
  await says(page, `Not ${wrong}: it makes the outcome worse. Rule 1: ${COURSE.rules[0].text}`);
  await page.waitForSelector(".tile.takeable");
  await push(page, moves[0]);
  await says(page, "Right, at last.");
  for (let row = 1; row <= IN_A_ROW; row += 1) {
    await page.click("#learn-next");
    await says(page, COURSE.rules[0].text);
    await push(page, (await shown(page)).moves[0]);
    await says(page, "Right!");
  }
  await page.click("#learn-next");
  await says(page, COURSE.rules[1].text);
  assert.match(await page.textContent(".card-rules li"), /\u2713/);
  await page.click("#learn-check");
  const count = COURSE.rules.reduce((sum, { name }) => sum + Math.min(CHECKED, COURSE.check.get(name).length), 0);
  for (let asked = 1; asked <= count; asked += 1) {
    await page.waitForFunction((words) => document.querySelector(".progress").textContent === words, `Check-up, ${asked} of ${count}`);
    await push(page, (await shown(page)).moves[0]);
    await says(page, "Right!");
    await page.click("#learn-next");
  }
  await says(page, `${count} of ${count} right at the first attempt`);
  await page.reload();
  await page.waitForSelector("#learn-card");
  await page.click("#learn-card");
  await page.waitForSelector(".card-rules li");
  assert.match(await page.textContent(".card-rules li"), /\u2713.* \d of \d$/);
});

// A game on 4×4 whose fifth move overlooks a win at once.
onPage("a review names the rule that would have avoided a mistake", null, async (page) => {
  const rules = RULES.get("quixo4");
  const start = "XXX1/1OO1/1O2/4 X";
  const { moves } = await it.server.probe("quixo4", start);
  const wrong = moves.find(({ outcome }) => outcome === "loss") ?? moves.at(-1);
  assert.notEqual(wrong.outcome, "win");
  const after = rules.format(rules.play(rules.parse(start), wrong.move));
  assert.ok(after);
  await page.goto(`${it.server.url}/#game=quixo4&start=${start.replace(" ", "_")}&moves=${wrong.move}`);
  await explains(page, "Rule 1 of the card would have avoided it: “Win at once if you can.”");
});
