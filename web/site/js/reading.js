// A game from text that somebody pasted: a link, a saved game, a position, or a list of
// moves, in upper or lower case.

import { idOf, partsOf } from "./id.js";
import * as link from "./link.js";
import { GameTree } from "./tree.js";

/**
 * Reads a game of a kind as `{ tree, problem }`, with `friend` if it is one with a friend; `current` is the game that moves alone are
 * meant for. A move that cannot be played is the `problem`, and the moves before it are
 * kept. Throws an error that says what is wrong.
 */
export function readGame(text, kind, current) {
  const written = text.trim();
  if (written.includes("#") && /game=/.test(written)) return readLink(written, kind);
  if (written.startsWith("{")) return readSaved(written, kind);
  if (/^\S+\/\S+/.test(written)) return readPosition(written, kind, current.rules);
  return readMoves(written, kind, new GameTree(current.rules));
}

function readLink(text, kind) {
  // It may stand in a text.
  const [hash] = text.slice(text.indexOf("#")).split(/\s/);
  const found = link.read(hash, (name) => kind.rules.get(name));
  return { tree: found.tree, friend: found.friend, problem: found.problem && `The link does not work: ${found.problem}.` };
}

/** One game as `arena --save` and `play` write it; of more than one, the first. */
function readSaved(text, kind) {
  let saved;
  try {
    saved = JSON.parse(text.split("\n")[0]);
  } catch {
    throw new Error("That is not a saved game: it is not JSON.");
  }
  if (!kind.rules.has(saved.game)) throw new Error(`That is a game of ${saved.game ?? "something else"}, which is not played on this page.`);
  const rules = kind.rules.get(idOf(saved));
  if (!rules) throw new Error(`That game has the rules “${saved.rules}”, which are not played on this page.`);
  const start = saved.start ? rules.parse(saved.start) : rules.start;
  return readMoves((saved.moves ?? []).join(" "), kind, new GameTree(rules, start));
}

function readPosition(text, kind, currentRules) {
  const [, position, moves] = text.match(/^(\S+(?:\s+[XOxo](?:\s+[0-8-])?)?)\s*(.*)$/s);
  const rules = kind.rulesOf?.(position) ?? currentRules;
  try {
    return readMoves(moves, kind, new GameTree(rules, rules.parse(position.toUpperCase())));
  } catch (error) {
    throw new Error(`That is not a position: ${error.message}.`);
  }
}

/** Moves with or without numbers and marks: `1. a4R a3r?? 2. d4L`. */
function readMoves(text, kind, tree) {
  const words = text.replace(/\b\d+\.+\s*/g, " ").replace(/[?!,;*#]+/g, " ").replace(/:/g, "=").trim();
  try {
    tree.addText(words, (word) => kind.readMove?.(word) ?? word);
    return { tree, problem: null };
  } catch (error) {
    if (tree.root.children.length === 0) throw new Error(`That is neither a position nor a game: ${error.message}.`);
    return { tree, problem: `The game is shown up to here: ${error.message}.` };
  }
}

/** The main line as the command saves and reads games; variations have no place there. */
export function writeGame(tree, { x, o }) {
  const { rules } = tree;
  const main = [];
  let node = tree.root;
  while (node.children[0]) {
    [node] = node.children;
    main.push(node.move);
  }
  const isStandard = rules.format(tree.start) === rules.format(rules.start);
  const ending = node.ended ? (node.ended.isRepeated ? "repetition" : "rules") : "open";
  const winner = node.ended?.winner ?? null;
  return `${JSON.stringify({
    ...partsOf(rules.name),
    x,
    o,
    ...(isStandard ? {} : { start: rules.format(tree.start) }),
    moves: main,
    winner: { first: "X", second: "O" }[winner] ?? winner,
    ending,
  })}\n`;
}
