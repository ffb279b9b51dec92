// How the page reads answers, and which of them it keeps.

import assert from "node:assert/strict";
import { bestOf, read } from "../site/js/answers.js";
import { puzzleOf } from "../site/js/learn/puzzles.js";
import { RULES } from "../site/js/numerical/rules.js";
import { RULES as QUIXO } from "../site/js/quixo/rules.js";
import { RANK, mistake } from "../site/js/words.js";
import { test, verdict } from "./harness.mjs";
import { dice, passUntil, setUp } from "./page.mjs";

const it = setUp();
const { onPage } = it;
const NAMES = { first: "Odd", second: "Even" };

const valued = (outcome, winner, distance = null) =>
  ({ known: outcome === "open" ? "unknown" : "proved", outcome, winner, distance });
const estimated = (win) => ({ ...valued("open", null), known: "estimated", estimate: { win, draw: 0, loss: 1 - win } });

test("the verdict names the winner, whoever is to move", () => {
  const words = (value, names = NAMES) => {
    const { kind, words } = read({ moves: [], ...value }, names);
    return [kind, words];
  };
  assert.deepEqual(words(valued("win", "first")), ["win", "Odd wins"]);
  assert.deepEqual(words(valued("loss", "first")), ["loss", "Odd wins"]);
  assert.deepEqual(words(valued("loss", "O", 12), { X: "X", O: "O" }), ["loss", "O wins in 12 moves"]);
  assert.deepEqual(words(valued("loss", "O", 0), { X: "X", O: "O" }), ["loss", "O has won"]);
  assert.deepEqual(words(valued("draw", null)), ["draw", "A draw"]);
  assert.deepEqual(words(valued("open", null)), ["open", "Not solved yet"]);
  assert.deepEqual(words({ ...valued("open", null), within: 6, advice: null }), ["open", "Open for 6 moves"]);
  const moves = [{ move: "44", ...valued("open", null) }];
  assert.deepEqual(words({ ...valued("open", null), moves, within: 6, advice: { move: "44", reason: "opening" } }),
    ["advice", "The strategy plays 44"]);
});

test("moves that are not known are neither listed nor recommended, and may be better than others", () => {
  const moves = [
    { move: "a1=1", ...valued("draw", null) },
    { move: "a1=3", ...valued("open", null) },
    { move: "a2=1", ...valued("open", null) },
    { move: "b1=1", ...valued("loss", "second") },
  ];
  const known = read({ ...valued("open", null), moves, partial: true }, NAMES);
  assert.deepEqual(known.moves.map(({ move, kind }) => [move, kind]), [["a1=1", "draw"], ["b1=1", "loss"]]);
  assert.deepEqual(known.open, ["a1=3", "a2=1"]);
  assert.equal(known.best, null, "the best move may be one of the others");
  assert.equal(bestOf(known, (move) => move.startsWith("a1")), null);
  assert.equal(bestOf(known, (move) => move.startsWith("a2")), null);
  assert.equal(bestOf(known, (move) => move.startsWith("b1")).kind, "loss");
  assert.equal(read({ ...valued("draw", null), moves, partial: true }, NAMES).best, "a1=1");
});

test("an estimate stands above a proved loss, and is what a tile and a hint show", () => {
  const moves = [
    { move: "c1T", ...estimated(0.1) },
    { move: "a5B", ...estimated(0.05) },
    { move: "a5R", ...valued("loss", "O", 4) },
    { move: "e1T", ...valued("loss", "O", 2) },
  ];
  const known = read({ ...estimated(0.1), to_move: "X", moves }, { X: "X", O: "O" });
  assert.deepEqual(known.moves.map(({ move }) => move), ["c1T", "a5B", "a5R", "e1T"]);
  assert.deepEqual([known.best, known.words], ["c1T", "About 10 % for X"]);
  assert.equal(bestOf(known, (move) => move.startsWith("a5")).kind, "estimate");
  assert.equal(bestOf(known, (move) => move.startsWith("e1")).kind, "loss");
  const drawn = read({ ...estimated(0.5), to_move: "X", moves: [{ move: "a5T", ...valued("draw", null) }, ...moves] }, { X: "X", O: "O" });
  assert.equal(bestOf(drawn, (move) => move.startsWith("a5")).isLeast, true, "the other one may be better");
});

test("a win that comes much later, or a loss much sooner, has a lesser mark, and a little of it a dot", () => {
  const mark = (outcome, best, made) => mistake({ outcome, distance: best }, { outcome, distance: made })?.mark;
  assert.equal(mark("loss", 20, 2), "?");
  assert.equal(mark("win", 5, 21), "?");
  assert.equal(mark("win", 21, 25), "·");
  assert.equal(mark("loss", 4, 2), "·");
  assert.equal(mark("win", 5, 5), undefined);
  assert.equal(mistake({ outcome: "win", distance: 5 }, { outcome: "draw", distance: null }).mark, "??");
});

/** What the engine would answer if positions with more than so many tiles were not known, some of them not even by an estimate. */
function hidden(answer, most, roll) {
  const isHidden = (position) => position.replace(/[^XO]/g, "").length - 1 > most;
  const hide = (found) => ({ ...found, ...(roll(4) > 0 ? estimated(roll(101) / 100) : valued("open", null)), holding: undefined });
  const moves = answer.moves.map((found) => (isHidden(found.position) ? hide(found) : found));
  const place = ({ known, outcome }) => (known === "proved" ? { win: 0, draw: 1, loss: 4 }[outcome] : known === "estimated" ? 2 : 3);
  moves.sort((a, b) => place(a) - place(b));
  // What a proved win among the moves proves is known too.
  const isProved = !isHidden(answer.position) || moves[0].outcome === "win" || moves.every(({ known }) => known === "proved");
  return { ...(isProved ? answer : { ...answer, ...estimated(0.5) }), moves };
}

test("what is shown as proved without a database is what the whole database says, on a thousand positions of play", async () => {
  const rules = QUIXO.get("quixo4");
  const roll = dice(28);
  let position = rules.start;
  const seen = { tiles: 0, estimates: 0, puzzles: 0 };
  for (let count = 0; count < 1000;) {
    if (rules.ended(position)) position = rules.start;
    const truth = await it.server.probe("quixo4", rules.format(position));
    const known = read(hidden(truth, 2 + roll(10), roll), { X: "X", O: "O" });
    const values = new Map(truth.moves.map((found) => [found.move, found]));
    if (known.isProved) assert.equal(known.value.outcome, truth.outcome);
    for (const { move, kind, value } of known.moves) {
      if (kind === "estimate") seen.estimates += 1;
      else assert.deepEqual([kind, value.distance], [values.get(move).outcome, values.get(move).distance]);
    }
    for (const cell of rules.start.cells.keys()) {
      const isOf = (move) => rules.cellOf(move) === cell;
      const best = bestOf(known, isOf);
      if (!best || best.kind === "estimate") continue;
      const ranks = truth.moves.filter(({ move }) => isOf(move)).map(({ outcome }) => RANK[outcome]);
      seen.tiles += 1;
      assert.ok(best.isLeast ? RANK[best.kind] <= Math.max(...ranks) : RANK[best.kind] === Math.max(...ranks), rules.format(position));
    }
    for (const goal of ["win", "draw"]) {
      const puzzle = puzzleOf(rules, position, known, goal);
      if (!puzzle) continue;
      seen.puzzles += 1;
      assert.deepEqual(puzzle.moves.sort(), truth.moves.filter(({ outcome }) => outcome === goal).map(({ move }) => move).sort());
    }
    const moves = rules.moves(position);
    position = rules.play(position, moves[roll(moves.length)]);
    count += 1;
  }
  for (const [what, number] of Object.entries(seen)) assert.ok(number > 0, `${what} are never looked at`);
});

test("advice comes first, with its reason and its value", () => {
  const moves = [
    { move: "40", ...valued("win", "X", 3) },
    { move: "44", ...valued("win", "X", 5) },
    { move: "00", ...valued("open", null) },
  ];
  const known = read({ ...valued("win", "X", 3), moves, within: 6, advice: { move: "00", reason: "endgame: block" } }, { X: "X", O: "O" });
  assert.deepEqual(known.moves.map(({ move, kind, words }) => [move, kind, words]),
    [["00", "advice", "endgame: block"], ["40", "win", "win in 3 moves"], ["44", "win", "win in 5 moves"]]);
  assert.deepEqual([known.words, known.because, known.best], ["X wins in 3 moves", "Endgame: block.", "00"]);
  assert.equal(known.byMove.get("00").value.outcome, "open");
});

// An answer of the server: the first moves are solved, and lose.
const rules = RULES.get("numerical4");
function solved(position, count) {
  const moves = rules.moves(rules.parse(position)).map((move, at) =>
    ({ move, position: "", ...(at < count ? valued("loss", "second") : valued("open", null)) }));
  const partial = count < moves.length;
  const value = partial ? valued("open", null) : valued("loss", "second");
  return { game: "numerical4", rules: "standard", position, to_move: "first", ...value, moves, ...(partial ? { partial } : {}) };
}

/** How many moves are listed; those that are equal by symmetry are one in the list. */
const known = (page) => page.$$eval(".chip", (all) => all.flatMap((chip) => chip.dataset.equal.split(" ")).length);

/** Answers questions about Numerical 4×4 with as many solved moves as `count` says, and counts the questions. */
async function solving(page, count) {
  const asked = { times: 0 };
  await page.route("**/api/numerical4?*", (route) => {
    asked.times += 1;
    const position = new URL(route.request().url()).searchParams.get("position");
    return route.fulfill({ json: solved(position, count(asked.times)) });
  });
  // Time passes only when it is told to.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto(`${it.server.url}/numerical#game=numerical4`);
  return asked;
}

onPage("a partial answer is shown and asked for again until it is whole", null, async (page) => {
  const asked = await solving(page, (times) => [10, 127, 128][Math.min(times, 3) - 1]);
  await page.waitForSelector(".chip.is-loss");
  assert.equal(await verdict(page), "Not solved yet");
  assert.equal(await known(page), 10);
  assert.match(await page.innerText(".values"), /118 more moves are not solved yet/);
  await page.clock.runFor(2000);
  assert.equal(asked.times, 1, "there is a pause");
  await passUntil(page, 1000, async () => await known(page) === 127);
  assert.match(await page.innerText(".values"), /1 more move is not solved yet/);
  await passUntil(page, 1000, async () => (await verdict(page)).endsWith("Even wins"));
  assert.equal(await known(page), 128);
  assert.doesNotMatch(await page.innerText(".values"), /more move/);
  await page.clock.runFor(60_000);
  assert.equal(asked.times, 3);
});

onPage("the page does not ask for ever", null, async (page) => {
  const asked = await solving(page, () => 10);
  await page.waitForSelector(".chip");
  await passUntil(page, 6000, async () => /118 more moves take too long to solve/.test(await page.innerText(".values")));
  await page.clock.runFor(60_000);
  assert.ok(asked.times > 2 && asked.times <= 10, `${asked.times} questions`);
});

onPage("the focus stays on a move while more of them become known", null, async (page) => {
  await solving(page, (times) => 10 * times);
  await page.waitForSelector(".chip");
  await page.focus(".chip >> nth=1");
  const move = await page.evaluate(() => document.activeElement.dataset.move);
  await passUntil(page, 1000, async () => await known(page) === 20);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.move), move);
});

onPage("the games are asked about anew, since the server says that they may change", null, async (page) => {
  const real = await it.server.json("/api/games");
  const offered = ["random"];
  await page.route("**/api/games", (route) => {
    const games = real.games.map((info) => ({ ...info, agents: offered.map((agent) => ({ agent, title: agent })) }));
    return route.fulfill({ json: { games }, headers: { "cache-control": "no-store" } });
  });
  await page.goto(`${it.server.url}/#mode=play&game=quixo4`);
  const agents = () => page.$$eval("#opponent option", (all) => all.map((option) => option.value));
  await page.waitForSelector("#opponent option[value=random]", { state: "attached" });
  assert.deepEqual(await agents(), ["random", "friend", "link"]);
  offered.push("perfect");
  await page.click("#new-game");
  await page.waitForSelector("#opponent option[value=perfect]", { state: "attached" });
});
