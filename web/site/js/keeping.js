// Nothing is lost: the game stands in the address, and the last one of a page, with its
// variations, in the browser's memory, and so does the one that is played of each size.

import * as link from "./link.js";
import { recall, remember } from "./memory.js";
import { GameTree } from "./tree.js";

/** Puts a link into the address; `enters` makes it an entry of its own, so that *Back* leads to what was before. */
export function showAddress(address, enters) {
  if (enters && address !== location.hash) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

/** Keeps a game for the next visit; `isOwn`, as the one that is played of its size. */
export function keep(page, address, tree, isOwn) {
  const kept = { link: address, moves: tree.toText(), person: tree.person };
  for (const name of isOwn ? [page, tree.rules.name] : [page]) remember(keyOf(name), kept);
}

/** The game that was kept of a page or of a size, `{ address, tree, mode, friend }`; `null` if there is none. */
export function keptGame({ rules }, name) {
  const kept = recall(keyOf(name));
  if (!kept) return null;
  try {
    const { tree: line, mode, friend } = link.read(kept.link, (game) => rules.get(game));
    const tree = new GameTree(line.rules, line.start);
    tree.person = kept.person ?? null;
    tree.addText(kept.moves);
    tree.goTo(tree.root);
    for (const move of line.moves) tree.play(move);
    tree.goTo(tree.atPly(line.ply));
    return { address: kept.link, tree, mode, friend };
  } catch {
    // It was kept by another version.
    return null;
  }
}

const keyOf = (name) => `game-${name}`;
