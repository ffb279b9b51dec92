// The engine of a page without a server against the server: the same bytes, on many positions of
// each game, and the same moves of agents.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { Data } from "../site/js/engine/data.js";
import { RULES as NUMERICAL } from "../site/js/numerical/rules.js";
import { RULES } from "../site/js/quixo/rules.js";
import { ultimate, usual } from "../site/js/ultimate/rules.js";
import { start } from "./engine.mjs";
import { ALL, serve, test } from "./harness.mjs";
import { dice } from "./page.mjs";

let engine;
let server;
before(async () => {
  server = await serve();
  engine = await start();
});
after(async () => {
  await engine?.stop();
  await server?.stop();
});

/** The address of the question that an engine is asked by an object. */
function address({ ask, game, ...rest }) {
  const path = ask === "games" ? "/api/games" : `/api/${game}${ask === "probe" ? "" : `/${ask}`}`;
  const query = new URLSearchParams(Object.entries(rest).filter(([, value]) => value !== undefined));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Asks both, and compares everything that a page sees of the answer. */
async function same(question) {
  const [told, response] = await Promise.all([engine.ask(question), server.get(address(question))]);
  const body = await response.text();
  if (response.ok) {
    assert.equal(told.body, body, address(question));
    assert.equal(told.lasts, !response.headers.get("cache-control").includes("no-store"), address(question));
  } else {
    assert.deepEqual(
      { kind: told.kind, message: told.message, again: told.again },
      { kind: "refused", message: JSON.parse(body).error, again: response.headers.has("retry-after") },
    );
  }
  return told;
}

/** Different positions of random games; `from` leaves out those with fewer moves made. */
function positions(rules, count, { seed = 1, from = 0 } = {}) {
  const roll = dice(seed);
  const found = new Set();
  while (found.size < count) {
    let position = rules.start;
    for (let ply = 0; ply < 100; ply += 1) {
      if (ply >= from) found.add(rules.format(position));
      if (rules.ended(position) || found.size === count) break;
      const moves = rules.moves(position);
      position = rules.play(position, moves[roll(moves.length)]);
    }
  }
  return [...found];
}

// What takes both of them seconds is left to the games' own tests: they share all code but the
// compiler. So Numerical 4×4 is asked where nine cells are filled.
const GAMES = [
  { game: "quixo3", rules: RULES.get("quixo3") },
  { game: "quixo4", rules: RULES.get("quixo4") },
  { game: "quixo5", rules: RULES.get("quixo5") },
  { game: "numerical3", rules: NUMERICAL.get("numerical3") },
  { game: "numerical4", rules: NUMERICAL.get("numerical4"), from: 9 },
  { game: "ultimate", rules: ultimate },
  // By these rules the start has more moves that take long.
  { game: "ultimate", options: "--rules won-closed", rules: usual, from: 45 },
];

const POSITIONS = ALL ? 1000 : 200;

for (const { game, options, rules, from } of GAMES) {
  test(`${rules.name}: ${POSITIONS} positions have the same answers, byte for byte`, async () => {
    for (const position of positions(rules, POSITIONS, { from })) await same({ ask: "probe", game, rules: options, position });
  });

  test(`${rules.name}: lines and agents' moves are the same`, async () => {
    const { games } = JSON.parse((await engine.ask({ ask: "games" })).body);
    // A time is another number of positions each time. What `strategy` plays as O depends on what it was
    // asked before; it is followed below.
    const agents = games.find((found) => found.game === game && found.rules === (options ?? "standard")).agents.map((offer) => offer.agent);
    const repeatable = agents.filter((agent) => !/:\d+m?s$/.test(agent) && agent !== "strategy");
    for (const position of positions(rules, 12, { seed: 2, from })) {
      await same({ ask: "line", game, rules: options, position });
      for (const agent of repeatable) await same({ ask: "move", game, rules: options, position, agent, seed: 5 });
    }
  });
}

test("the list of games, and the counts of positions", async () => {
  await same({ ask: "games" });
  for (const { game } of GAMES) await same({ ask: "stats", game });
});

test("without a position the question is about the start", async () => {
  for (const { game } of GAMES) await same({ ask: "probe", game });
});

test("the strategy of Ultimate plays a game of both sides, the certificate included", async () => {
  let position = ultimate.start;
  for (let ply = 0; ply < 12; ply += 1) {
    const told = await same({ ask: "move", game: "ultimate", agent: "strategy", seed: 1, position: ultimate.format(position) });
    position = ultimate.play(position, JSON.parse(told.body).move);
  }
});

test("what is no question, and what is not offered, is refused with the server's words", async () => {
  await same({ ask: "probe", game: "quixo4", position: "nonsense" });
  await same({ ask: "probe", game: "chess" });
  await same({ ask: "move", game: "quixo4" });
  await same({ ask: "move", game: "quixo4", agent: "minimax:9" });
  await same({ ask: "move", game: "quixo4", agent: "nobody" });
  await same({ ask: "move", game: "quixo3", agent: "perfect", seed: 1, position: "XXX/3/3 O" });
  const odd = await engine.ask({ ask: "anything", game: "quixo4" });
  assert.equal(odd.kind, "refused");
});

test("a search plays, and ends in time", async () => {
  const told = await engine.ask({ ask: "move", game: "quixo5", agent: "search:1s", position: "XXX2/5/2O2/OO3/O3X X" });
  assert.match(JSON.parse(told.body).move, /^[a-e][1-5][LRTB]$/);
});

test("data is fetched when a game needs it, and once", async (context) => {
  const fresh = await start();
  context.after(() => fresh.stop());
  await fresh.ask({ ask: "games" });
  assert.equal(fresh.data.requests, 0);
  await Promise.all([fresh.ask({ ask: "probe", game: "quixo4" }), fresh.ask({ ask: "probe", game: "quixo4" })]);
  await fresh.ask({ ask: "line", game: "quixo4" });
  assert.equal(fresh.data.requests, 1);
  fresh.data.fault = "missing";
  fresh.data.on = "all";
  const told = await fresh.ask({ ask: "probe", game: "quixo5" });
  assert.deepEqual([told.kind, told.again], ["refused", true]);
  assert.match(told.message, /quixo5-opening\.qxb/);
  fresh.data.fault = null;
  assert.equal((await fresh.ask({ ask: "probe", game: "quixo5" })).kind, "answer");
});

test("a module that fails while it takes data is not said to be a file that is missing", async () => {
  const trap = () => { throw new WebAssembly.RuntimeError("unreachable"); };
  await assert.rejects(new Data(engine.data.url).bring({ supply: trap }, "quixo4.qxb"), WebAssembly.RuntimeError);
});
