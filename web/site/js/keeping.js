// Nothing is lost: the game stands in the address, and the last one of a page, with its
// variations, in the browser's memory.

import * as link from "./link.js";
import { recall, remember } from "./memory.js";
import { GameTree } from "./tree.js";

/** Puts a link into the address; `enters` makes it an entry of its own, so that *Back* leads to what was before. */
export function showAddress(address, enters) {
  if (enters && address !== location.hash) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

/** Keeps a game for the next visit. */
export function keep(page, address, tree) {
  remember(keyOf(page), { link: address, moves: tree.toText(), person: tree.person });
}

/** The last game of a page, `{ tree, mode }`, where the address names none or the same one; else `null`. */
export function lastGame({ page, rules }) {
  const kept = recall(keyOf(page));
  if (!kept || (location.hash.includes("game=") && location.hash !== kept.link)) return null;
  try {
    const { tree: line, mode } = link.read(kept.link, (name) => rules.get(name));
    const tree = new GameTree(line.rules, line.start);
    tree.person = kept.person ?? null;
    tree.addText(kept.moves);
    tree.goTo(tree.root);
    for (const move of line.moves) tree.play(move);
    tree.goTo(tree.atPly(line.ply));
    return { tree, mode };
  } catch {
    // It was kept by another version.
    return null;
  }
}

const keyOf = (page) => `game-${page}`;
