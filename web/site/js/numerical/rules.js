// The rules of Numerical Tic-Tac-Toe on a size×size board, odd numbers (first) against even
// ones (second), as the engine knows them. A position is `{ cells }`: numbers row by row
// from the top, `null` where a cell is free. Who is to move follows from their count.

import { cellMaps } from "../symmetry.js";

export function numerical(size) {
  const count = size * size;
  const target = (size * (count + 1)) / 2;
  const range = [...Array(size).keys()];
  const lines = [
    ...range.map((row) => range.map((column) => row * size + column)),
    ...range.map((column) => range.map((row) => row * size + column)),
    range.map((at) => at * size + at),
    range.map((at) => at * size + size - 1 - at),
  ];

  const square = (cell) => "abcd"[cell % size] + (size - Math.floor(cell / size));
  const cellOf = (name) => (size - Number(name[1])) * size + "abcd".indexOf(name[0]);

  const placed = (position) => position.cells.filter((number) => number !== null);
  const toMove = (position) => (placed(position).length % 2 === 0 ? "first" : "second");
  const owner = (number) => (number % 2 === 1 ? "first" : "second");

  /** Numbers that a player still holds. */
  const hand = (position, player) =>
    Array.from({ length: count }, (_, at) => at + 1)
      .filter((number) => owner(number) === player && !position.cells.includes(number));

  /** What a line comes to, and how many of its cells are free. */
  const sum = (position, line) => line.reduce((total, cell) => total + (position.cells[cell] ?? 0), 0);
  const free = (position, line) => line.filter((cell) => position.cells[cell] === null).length;

  function ended(position) {
    const made = lines.filter((line) => free(position, line) === 0 && sum(position, line) === target);
    // Whoever moved last made the line.
    if (made.length > 0) return { winner: toMove(position) === "first" ? "second" : "first", cells: made.flat() };
    const over = !position.cells.includes(null) || hand(position, toMove(position)).length === 0;
    return over ? { winner: null, cells: [] } : null;
  }

  function moves(position) {
    if (ended(position)) return [];
    const numbers = hand(position, toMove(position));
    return position.cells.flatMap((number, cell) =>
      number === null ? numbers.map((choice) => `${square(cell)}=${choice}`) : []);
  }

  function play(position, move) {
    const [name, number] = move.split("=");
    const cells = [...position.cells];
    cells[cellOf(name)] = Number(number);
    return { cells };
  }

  const format = (position) =>
    range.map((row) => position.cells.slice(row * size, (row + 1) * size).map((number) => number ?? ".").join(",")).join("/");

  function parse(text) {
    const rows = text.trim().split("/");
    if (rows.length !== size) throw new Error(`${rows.length} rows found, the board has ${size}`);
    const cells = rows.flatMap((row, at) => {
      const found = row.split(",");
      if (found.length !== size) throw new Error(`row ${at + 1}: ${found.length} cells found, a row has ${size}`);
      return found.map((cell) => {
        if (cell === ".") return null;
        if (!/^[1-9]\d?$/.test(cell) || Number(cell) > count) {
          throw new Error(`row ${at + 1}: “${cell}” is neither a number from 1 to ${count} nor “.”`);
        }
        return Number(cell);
      });
    });
    const numbers = cells.filter((number) => number !== null);
    if (new Set(numbers).size < numbers.length) throw new Error("a number is there twice");
    const odd = numbers.filter((number) => number % 2 === 1).length;
    if (odd !== Math.ceil(numbers.length / 2)) {
      throw new Error(`${odd} odd and ${numbers.length - odd} even numbers: odd and even take turns, odd first`);
    }
    return { cells };
  }

  const maps = cellMaps(size);

  /** The position turned and mirrored in all ways, and what becomes of moves. */
  function images(position) {
    return maps.map((map) => {
      const cells = [];
      position.cells.forEach((number, at) => { cells[map[at]] = number; });
      return {
        text: format({ cells }),
        move: (move) => {
          const [name, number] = move.split("=");
          return `${square(map[cellOf(name)])}=${number}`;
        },
      };
    });
  }

  /** Why a game has ended, in a sentence; `call` says what people call a player at its beginning. */
  function explain(position, { winner }, call) {
    if (winner === null) return `No line adds up to ${target}, and no move is left.`;
    const made = lines.find((line) => free(position, line) === 0 && sum(position, line) === target);
    return `${call(winner)} completed a line of ${target}: ${made.map((cell) => position.cells[cell]).join(" + ")}.`;
  }

  return {
    name: `numerical${size}`,
    size, target, lines,
    start: { cells: Array(count).fill(null) },
    toMove, ended, moves, play, format, parse, square, cellOf, hand, owner, sum, free, images, explain,
  };
}

/** The rules of both sizes, by name. */
export const RULES = new Map([3, 4].map((size) => [`numerical${size}`, numerical(size)]));
