// Learn: the introduction, and puzzles from what is known of positions.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { read } from "../site/js/answers.js";
import { findPuzzle, puzzleOf } from "../site/js/learn/puzzles.js";
import { parse } from "../site/js/learn/set.js";
import { RULES as NUMERICAL } from "../site/js/numerical/rules.js";
import { RULES } from "../site/js/quixo/rules.js";
import { test, visit } from "./harness.mjs";
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
  // What was solved is kept by theme, with what was asked for.
  const progress = () => page.$$eval(".themes li", (all) => all.map((row) => row.textContent.match(/: (\d+) of (\d+)$/).slice(1).map(Number)));
  const total = (rows) => rows.reduce(([solved, of], row) => [solved + row[0], of + row[1]], [0, 0]);
  assert.deepEqual(total(await progress()), [2, 2]);
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
  assert.deepEqual(total(await progress()), [2, 3]);
  await page.waitForSelector(".tile.takeable");
  assert.equal(await position(page), text);
  await page.click("#learn-solve");
  await page.waitForSelector(".arrow-best");
  await page.click("#learn-analyse");
  await page.waitForSelector(".chip");
  assert.equal(await position(page), text);
});

const NAMES = { X: "X", O: "O", first: "Odd", second: "Even" };
const find = async (of, at) => read(await it.server.probe(of.name, of.format(at)), NAMES);

test("a puzzle has one kind of solution, and its grade grows with the distance", async () => {
  const roll = dice(4);
  const random = () => roll(1 << 20) / (1 << 20);
  const grades = new Set();
  for (const grade of [1, 2, 3, 4, 5]) {
    const found = await findPuzzle(rules, find, { grades: [grade], goals: ["win", "fast", "draw"], random });
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

for (const [of, goals, skip] of [[rules, ["win", "fast", "draw"], 0], [NUMERICAL.get("numerical3"), ["win", "draw"], 0], [NUMERICAL.get("numerical4"), ["win", "draw"], 9]]) {
  test(`puzzles of ${of.name} are of the grade that was asked for`, async () => {
    const roll = dice(11);
    const random = () => roll(1 << 20) / (1 << 20);
    for (const grades of [[1, 2], [3], [4, 5]]) {
      for (let count = 0; count < 6; count += 1) {
        const found = await findPuzzle(of, find, { grades, goals, skip, random });
        assert.ok(grades.includes(found.grade), `${found.grade} for ${grades.join(" or ")}`);
      }
    }
  });
}

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
  for (const line of SET.split("\n").filter((line) => line && !line.startsWith("#"))) {
    const kind = line.slice(0, line.indexOf(" ") + 2);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  for (const puzzle of SHIPPED) {
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

test("an easy puzzle ends soon, and every grade has enough of them", () => {
  for (const grade of [1, 2, 3, 4, 5]) {
    const found = SHIPPED.filter((puzzle) => puzzle.grade === grade);
    assert.ok(found.length >= 150, `${found.length} of grade ${grade}`);
    const most = [9, 21, 41, Infinity, Infinity][grade - 1];
    const plies = SET.split("\n").filter((line) => found.some(({ start }) => line.includes(` ${start} `))).map((line) => Number(line.split(" ")[2]) || 0);
    assert.ok(Math.max(...plies) <= most, `a win in ${Math.max(...plies)} plies is of grade ${grade}`);
  }
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
    // A drawn line may come back to where it was.
    await page.waitForFunction((moves) => location.hash.endsWith(`moves=${moves}`), puzzle.line.map(([move]) => move).join(","));
  });
}

onPage("a second hint shows the whole move, which ends the row", linkOf(SHIPPED[0]), async (page) => {
  await isShown(page);
  const [right] = SHIPPED[0].moves;
  await page.click("#learn-hint");
  await page.waitForSelector(`.arrow-best[data-cell=${right.slice(0, 2)}]`);
  await page.click("#learn-hint");
  await page.waitForSelector(`.arrow-best[data-move=${right}]`);
  assert.match(await page.innerText("[role=status]"), new RegExp(`The solution is ${right}\\.`));
  assert.equal(await page.isVisible("#learn-hint"), false);
  await push(page, right);
  await says(page, "That is it.");
  assert.match(await page.textContent(".themes li"), /: 0 of 1$/);
  await page.reload();
  await isShown(page);
  assert.match(await page.textContent(".themes li"), /: 0 of 1$/);
});

const OTHER = SHIPPED.find(({ goal, line }) => goal === "fast" && line.length === 3 && line[0].length > 1);

onPage("another right move is right, too, and the game goes on from it to its end", linkOf(OTHER), async (page) => {
  await isShown(page);
  await push(page, OTHER.moves[1]);
  await says(page, "Win in 1 ply");
  const at = FIVE.parse(await position(page));
  const wins = FIVE.moves(at).filter((move) => FIVE.ended(FIVE.play(at, move))?.winner === at.toMove);
  await push(page, wins[0]);
  await says(page, "Right!");
});

test("the solution of a puzzle of 4×4 is played out", async () => {
  const roll = dice(6);
  const found = await findPuzzle(rules, find, { grades: [3], goals: ["win"], random: () => roll(1 << 20) / (1 << 20) });
  const start = rules.format(found.tree.start);
  const page = await visit(it.browser, `${it.server.url}/#mode=learn&game=quixo4&start=${start.replace(" ", "_")}&goal=win`);
  await isShown(page);
  await push(page, found.moves[0]);
  await says(page, "Right!");
  const after = rules.play(found.tree.start, found.moves[0]);
  const { moves } = await it.server.json(`/api/quixo4/line?position=${encodeURIComponent(rules.format(after))}`);
  const shown = moves.slice(0, 8);
  assert.ok(shown.length > 1);
  await page.waitForFunction((text) => document.querySelector("#position").value === text, shown.at(-1).position);
  await page.context().close();
});

test("the puzzle of the day is the same for everybody, and another one the next day", async () => {
  const daily = async (date) => {
    const page = await visit(it.browser, null);
    await page.clock.setFixedTime(date);
    await page.goto(`${it.server.url}/#mode=learn&game=quixo5`);
    await isShown(page);
    await page.click("#learn-daily");
    await page.waitForFunction(() => document.querySelector("#learn-title").textContent === "Puzzle of the day");
    const start = await position(page);
    await page.context().close();
    return start;
  };
  const days = ["2026-11-18T09:00", "2026-11-18T21:00", "2026-11-19T09:00", "2026-11-20T09:00"];
  const [morning, evening, ...later] = await Promise.all(days.map((day) => daily(day)));
  assert.equal(morning, evening);
  assert.equal(new Set([morning, ...later]).size, 3);
});

onPage("numerical has a hint in two steps, too", "/numerical#mode=learn&game=numerical3", async (page) => {
  await page.click("#learn-puzzles");
  await isShown(page);
  await page.click("#learn-hint");
  await page.waitForFunction(() => /The cell is [a-c][1-3]\./.test(document.querySelector(".because").textContent));
  assert.equal(await page.locator(".cell.arrow-best").count(), 1);
  assert.equal(await page.locator(".cell .ghost").count(), 0, "the number is the second step");
  await page.click("#learn-hint");
  await page.waitForSelector(".cell .ghost.arrow-best");
});

onPage("a shared puzzle that cannot be checked keeps its position and says so", "/#mode=learn&game=quixo5&start=O2XO/X4/5/5/XXO2_O&goal=draw", async (page) => {
  await says(page, "This puzzle cannot be checked here");
  assert.match(await page.innerText(".because"), /^Of its 33 moves is proved: 1 draws, 6 lose\. Analyse it, or take another one\.$/);
  assert.equal(await position(page), "O2XO/X4/5/5/XXO2 O");
  await page.click("#learn-analyse");
  await page.waitForSelector(".chip");
  assert.equal(await position(page), "O2XO/X4/5/5/XXO2 O");
});
