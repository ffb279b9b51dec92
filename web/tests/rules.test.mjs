// The rules in the page against those of the server, on random games.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { RULES as NUMERICAL } from "../site/js/numerical/rules.js";
import { RULES } from "../site/js/quixo/rules.js";
import { ultimate, usual } from "../site/js/ultimate/rules.js";
import { serve, test } from "./harness.mjs";
import { dice } from "./page.mjs";

let server;
before(async () => { server = await serve(); });
after(() => server?.stop());

for (const name of ["quixo3", "quixo4"]) {
  test(`${name}: moves, what they lead to and the end of the game are those of the server`, async () => {
    const rules = RULES.get(name);
    const roll = dice(7);
    let seen = 0;
    let finished = 0;
    while (finished < 12) {
      let position = rules.start;
      for (let ply = 0; ply < 60; ply += 1) {
        const answer = await server.probe(name, rules.format(position));
        assert.equal(answer.position, rules.format(position));
        assert.equal(answer.to_move, rules.toMove(position));
        const moves = rules.moves(position);
        assert.deepEqual([...moves].sort(), answer.moves.map((found) => found.move).sort());
        for (const found of answer.moves) {
          assert.equal(rules.format(rules.play(position, found.move)), found.position);
        }
        const ended = rules.ended(position);
        assert.equal(ended !== null, answer.distance === 0 && answer.moves.length === 0);
        seen += 1;
        if (ended) {
          assert.equal(ended.winner, answer.winner);
          break;
        }
        position = rules.play(position, moves[roll(moves.length)]);
      }
      finished += 1;
    }
    assert.ok(seen > 60, `${seen} positions`);
  });
}

// No values are known of these here, but an agent's move and the position after it are.
for (const [name, all] of [["quixo5", RULES], ["numerical4", NUMERICAL]]) {
  test(`${name}: the moves of an agent are legal on the page, and lead to the same positions`, async () => {
    const rules = all.get(name);
    const roll = dice(11);
    for (let game = 0; game < 4; game += 1) {
      let position = rules.start;
      for (let ply = 0; ply < 60 && !rules.ended(position); ply += 1) {
        const text = rules.format(position);
        const answer = await server.json(`/api/${name}/move?agent=random&seed=${roll(1000)}&position=${encodeURIComponent(text)}`);
        assert.equal(answer.position, text);
        assert.ok(rules.moves(position).includes(answer.move), `${text}: ${answer.move}`);
        position = rules.play(position, answer.move);
        assert.equal(rules.format(position), answer.after);
      }
      // Over here is over there.
      const answer = await server.get(`/api/${name}/move?agent=random&position=${encodeURIComponent(rules.format(position))}`);
      assert.equal(answer.status, rules.ended(position) ? 400 : 200);
    }
  });
}

test("positions are read as they are written, and bad ones are refused", () => {
  for (const [name, text] of [
    ["quixo3", "XO1/3/2O X"],
    ["quixo4", "X3/4/1OO1/3X O"],
    ["quixo5", "X3O/5/2X2/5/O4 O"],
  ]) {
    const rules = RULES.get(name);
    assert.equal(rules.format(rules.parse(text)), text);
  }
  const rules = RULES.get("quixo4");
  for (const bad of ["", "4/4/4/4", "4/4/4/4 x", "4/4/4 X", "5/4/4/4 X", "4/4/4/3 X", "4/4/4/4 X X", "4/4/4/a X", "0/4/4/4 X"]) {
    assert.throws(() => rules.parse(bad), bad);
  }
});

test("numerical3: moves, what they lead to and the end of the game are those of the server", async () => {
  const rules = NUMERICAL.get("numerical3");
  const roll = dice(3);
  for (let game = 0; game < 6; game += 1) {
    let position = rules.start;
    for (;;) {
      const answer = await server.probe("numerical3", rules.format(position));
      assert.equal(answer.position, rules.format(position));
      assert.equal(answer.to_move, rules.toMove(position));
      const moves = rules.moves(position);
      assert.deepEqual([...moves].sort(), answer.moves.map((found) => found.move).sort());
      for (const found of answer.moves) {
        assert.equal(rules.format(rules.play(position, found.move)), found.position);
      }
      const ended = rules.ended(position);
      if (ended) {
        assert.equal(ended.winner, answer.winner);
        break;
      }
      position = rules.play(position, moves[roll(moves.length)]);
    }
  }
});

test("ultimate: the server reads every position that the page writes, and moves as the page does", async () => {
  const roll = dice(5);
  let ends = 0;
  for (let game = 0; game < 3; game += 1) {
    let position = ultimate.start;
    while (!ultimate.ended(position)) {
      const text = ultimate.format(position);
      assert.equal(ultimate.format(ultimate.parse(text)), text);
      const moves = ultimate.moves(position);
      // The strategy thinks a moment where it does not lead.
      if (roll(8) === 0) {
        const answer = await server.json(`/api/ultimate/move?agent=strategy&position=${encodeURIComponent(text)}`);
        assert.equal(answer.position, text);
        assert.ok(moves.includes(answer.move), answer.move);
        assert.equal(ultimate.format(ultimate.play(position, answer.move)), answer.after);
      }
      position = ultimate.play(position, moves[roll(moves.length)]);
    }
    ends += 1;
    const over = await server.get(`/api/ultimate/move?agent=strategy&position=${encodeURIComponent(ultimate.format(position))}`);
    assert.equal(over.status, 400);
  }
  assert.equal(ends, 3);
});

/** Where few spots are left the server has looked through all that can follow within a moment. */
const LATE = 45;

test("the usual rules of ultimate: moves, what they lead to and the end of the game are those of the server", async () => {
  const roll = dice(17);
  const ask = async (path, text) => server.get(`/api/ultimate${path}rules=${encodeURIComponent("--rules won-closed")}&position=${encodeURIComponent(text)}`);
  const ends = new Set();
  let closed = 0;
  for (let game = 0; game < 8 || !ends.has(null); game += 1) {
    let position = usual.start;
    for (let ply = 0; !usual.ended(position); ply += 1) {
      const text = usual.format(position);
      assert.equal(usual.format(usual.parse(text)), text);
      const moves = usual.moves(position);
      const answer = await (await ask(`/move?agent=random&seed=${roll(1000)}&`, text)).json();
      assert.ok(moves.includes(answer.move), `${text}: ${answer.move}`);
      assert.equal(usual.format(usual.play(position, answer.move)), answer.after);
      if (ply >= LATE) {
        const known = await (await ask("?", text)).json();
        assert.deepEqual([...moves].sort(), known.moves.map((found) => found.move).sort());
      }
      if (position.active === null && position.owners.some(Boolean)) closed += 1;
      position = usual.play(position, moves[roll(moves.length)]);
    }
    const { winner } = usual.ended(position);
    const known = await (await ask("?", usual.format(position))).json();
    assert.deepEqual([known.winner, known.moves.length], [winner, 0]);
    ends.add(winner);
  }
  assert.ok(closed > 20, `${closed} free choices`);
});
