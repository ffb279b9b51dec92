// Whether play can lead to a position: moves are taken back until the empty board is
// reached. Taking back pushes of blank tiles leads there soon, so the search is short unless
// there is no way.

import { other } from "../players.js";

/** Positions that are looked at before giving up. */
const MOST = 30_000;

/** `true`, `false`, or `null` if it was not found out. */
export function canOccur(rules, position) {
  // The empty board is seen by both players alike, but X begins.
  const start = rules.format(rules.start);
  const seen = new Set([rules.format(position)]);
  const open = [position];
  while (open.length > 0) {
    const at = open.pop();
    if (rules.format(at) === start) return true;
    if (seen.size > MOST) return null;
    for (const before of pasts(rules, at)) {
      const text = rules.format(before);
      if (!seen.has(text)) {
        seen.add(text);
        open.push(before);
      }
    }
  }
  return false;
}

/** The positions from which a move leads to this one, those that took a blank tile last. */
function pasts(rules, position) {
  const mover = other(position.toMove);
  const found = [[], []];
  position.cells.forEach((_, hole) => {
    if (!rules.isBorder(hole)) return;
    for (const end of "LRTB") {
      const path = rules.path(rules.square(hole) + end);
      if (path.length < 2 || position.cells[path.at(-1)] !== mover) continue;
      [mover, ""].forEach((taken, which) => {
        const cells = [...position.cells];
        path.forEach((cell, at) => { cells[cell] = at === 0 ? taken : position.cells[path[at - 1]]; });
        const before = { cells, toMove: mover };
        if (!rules.ended(before)) found[which].push(before);
      });
    }
  });
  return found.flat();
}
