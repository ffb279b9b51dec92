// A position that comes up for the third time is a draw, as in the arena.

import assert from "node:assert/strict";
import { RULES } from "../site/js/quixo/rules.js";
import { GameTree } from "../site/js/tree.js";
import { test, verdict } from "./harness.mjs";
import { passUntil, played, position, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;
const rules = RULES.get("quixo4");

// Each player pushes one tile to and fro.
const START = "X3/4/4/O3 X";
const ROUND = ["a4R", "a1R", "d4L", "d1L"];
const TWICE = [...ROUND, ...ROUND];

test("the third time counts, at whichever ply, and a game does not go on after it", () => {
  const start = rules.parse(START);
  const tree = new GameTree(rules, start, TWICE);
  assert.deepEqual(tree.ended, { winner: null, cells: [], isRepeated: true });
  for (const node of tree.line.slice(0, 8)) assert.equal(node.ended, null, `ply ${node.ply}`);
  tree.goTo(tree.atPly(7));
  tree.play("d1T");
  assert.equal(tree.ended, null, "another move is another game");
  assert.throws(() => new GameTree(rules, start, [...TWICE, "a4R"]), /move 9, a4R, comes after a draw by repetition/);
});

onPage("two agents who go round in circles end in a draw, and no more is asked of them", null, async (page) => {
  const next = new Map();
  const tree = new GameTree(rules, rules.parse(START), ROUND);
  ROUND.forEach((move, at) => next.set(tree.line[at].text, move));
  let asked = 0;
  await page.route("**/api/quixo4/move?*", (route) => {
    asked += 1;
    const text = new URL(route.request().url()).searchParams.get("position");
    return route.fulfill({ json: { game: "quixo4", rules: "standard", position: text, agent: "perfect", move: next.get(text), after: "" } });
  });
  await page.clock.install();
  await page.goto(`${it.server.url}/#mode=play&game=quixo4&start=${START.replace(" ", "_")}`);
  await page.waitForSelector("#opponent option[value=perfect]", { state: "attached" });
  await page.selectOption("#opponent", "perfect");
  await page.click("[data-side=watch]");
  await passUntil(page, 600, () => page.locator(".ply[data-ply='8']").count());
  assert.equal(await verdict(page), "A draw by repetition");
  assert.match(await page.innerText(".because"), /^This position has come up for the third time\./);
  assert.match(await page.innerText(".turn"), /The game is over/);
  await page.clock.runFor(10_000);
  assert.equal(await page.locator(".ply[data-ply]").count(), 8);
  assert.equal(asked, 8);
  assert.equal(await page.locator(".tile.takeable").count(), 0);

  // The link has the game, and its end.
  const tab = await page.context().newPage();
  await tab.goto(page.url().replace("mode=play&", ""));
  await played(tab, 8);
  assert.equal(await verdict(tab), "A draw by repetition");
  // Taken back, the game goes on.
  await tab.click("#undo");
  await tab.waitForFunction(() => document.querySelector(".verdict").textContent !== "A draw by repetition");
  await tab.click(".tile[data-cell=d1]");
  await tab.click(".end[data-move=d1T]");
  assert.equal(await position(tab), rules.format(rules.play(tree.line[3].position, "d1T")));
});

onPage("a position that has come up twice is announced", `/#mode=play&game=quixo4&start=${START.replace(" ", "_")}&moves=${ROUND.join(",")}`, async (page) => {
  assert.match(await page.innerText("[role=status]"), /This position has come up twice; the third time is a draw\./);
  await page.click("#undo");
  await page.waitForFunction(() => !/twice/.test(document.querySelector("[role=status]").textContent));
});
