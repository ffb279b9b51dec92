// Quixo as a game of boardgame.io, and a bot of theirs that asks the engine. By itself it plays some games against their bot of
// random moves:
//
//     npm install boardgame.io quixotic-engine-….tgz
//     node boardgame-io.mjs 4

import { fileURLToPath } from "node:url";
import { RULES } from "@quixotic/engine/rules";
import { open } from "@quixotic/engine";
// Bundlers know these as boardgame.io/ai, /client and /core; Node wants whole paths.
import ai from "boardgame.io/dist/cjs/ai.js";
import client from "boardgame.io/dist/cjs/client.js";
import core from "boardgame.io/dist/cjs/core.js";

const rules = RULES.get("quixo5");
const read = ({ position }) => rules.parse(position);

export const Quixo = {
  name: "quixo",
  setup: () => ({ position: rules.format(rules.start) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    push({ G }, move) {
      if (!rules.moves(read(G)).includes(move)) return core.INVALID_MOVE;
      return { position: rules.format(rules.play(read(G), move)) };
    },
  },
  endIf({ G }) {
    const ended = rules.ended(read(G));
    return ended ? { winner: ended.winner === "X" ? "0" : "1" } : undefined;
  },
  ai: { enumerate: (G) => rules.moves(read(G)).map((move) => ({ move: "push", args: [move] })) },
};

/** An agent of the engine: `new EngineBot({ enumerate: Quixo.ai.enumerate, agent: "search:1s" })`. */
export class EngineBot extends ai.Bot {
  constructor({ agent, ...options }) {
    super(options);
    this.agent = agent;
    this.engine = open("quixo5");
  }

  async play({ G, ctx }, playerID) {
    const { move } = await this.engine.best(G.position, this.agent);
    return { action: this.enumerate(G, ctx, playerID).find(({ payload }) => payload.args[0] === move) };
  }
}

async function main(games) {
  const { enumerate } = Quixo.ai;
  for (let number = 0; number < games; number += 1) {
    const bots = [new EngineBot({ enumerate, agent: "minimax:1" }), new ai.RandomBot({ enumerate, seed: number })];
    if (number % 2 === 1) bots.reverse();
    const table = client.Client({ game: Quixo, debug: false });
    const { state } = await ai.Simulate({ game: Quixo, bots, state: table.store.getState(), depth: 200 });
    const winner = bots[state.ctx.gameover?.winner];
    console.log(`game ${number + 1}: ${winner ? `${winner.constructor.name} wins` : "nobody wins"} after ${state.ctx.turn - 1} moves`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(Number(process.argv[2] ?? 4));
