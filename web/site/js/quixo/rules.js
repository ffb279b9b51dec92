// The rules of Quixo on a size×size board, as the engine knows them. A position is
// `{ cells, toMove }`: symbols row by row from the top, "" where a tile is blank.

import { other } from "../players.js";
import { cellMaps } from "../symmetry.js";

const ENDS = ["L", "R", "T", "B"];

/** The step from a cell towards an end, as [rows, columns]. */
export const STEPS = { L: [0, -1], R: [0, 1], T: [-1, 0], B: [1, 0] };

/** The rules on one size of board. */
export function quixo(size) {
  const last = size - 1;
  const cellAt = (row, column) => row * size + column;
  const rowOf = (cell) => Math.floor(cell / size);
  const columnOf = (cell) => cell % size;
  const isBorder = (cell) => [rowOf(cell), columnOf(cell)].some((at) => at === 0 || at === last);

  const square = (cell) => "abcde"[columnOf(cell)] + (size - rowOf(cell));
  const cellOf = (name) => cellAt(size - Number(name[1]), "abcde".indexOf(name[0]));

  /** Cells from the hole to the end, both included. */
  function path(move) {
    const [rows, columns] = STEPS[move[2]];
    const cells = [];
    let [row, column] = [rowOf(cellOf(move)), columnOf(cellOf(move))];
    while (row >= 0 && row < size && column >= 0 && column < size) {
      cells.push(cellAt(row, column));
      row += rows;
      column += columns;
    }
    return cells;
  }

  const squares = Array.from({ length: size * size }, (_, cell) => cell);
  const range = [...Array(size).keys()];
  const lines = [
    ...range.map((row) => range.map((column) => cellAt(row, column))),
    ...range.map((column) => range.map((row) => cellAt(row, column))),
    range.map((at) => cellAt(at, at)),
    range.map((at) => cellAt(at, last - at)),
  ];

  /** The lines that carry one player's symbol. */
  const linesOf = (position, player) =>
    lines.filter((line) => line.every((cell) => position.cells[cell] === player));

  /** Who has won and by which cells; `null` while the game goes on. */
  function ended(position) {
    // Who completes a line of the opponent's loses, even with an own line.
    for (const winner of [position.toMove, other(position.toMove)]) {
      const won = linesOf(position, winner);
      if (won.length > 0) return { winner, cells: won.flat() };
    }
    return null;
  }

  function moves(position) {
    if (ended(position)) return [];
    return squares
      .filter((cell) => isBorder(cell) && position.cells[cell] !== other(position.toMove))
      .flatMap((cell) => ENDS.map((end) => square(cell) + end))
      .filter((move) => path(move).length > 1);
  }

  function play(position, move) {
    const cells = [...position.cells];
    const along = path(move);
    along.forEach((cell, at) => {
      cells[cell] = at + 1 < along.length ? position.cells[along[at + 1]] : position.toMove;
    });
    return { cells, toMove: other(position.toMove) };
  }

  function format(position) {
    const rows = range.map((row) =>
      position.cells
        .slice(row * size, (row + 1) * size)
        .map((cell) => cell || "1")
        .join("")
        .replace(/1+/g, (run) => String(run.length)));
    return `${rows.join("/")} ${position.toMove}`;
  }

  function parse(text) {
    const [board, toMove, ...rest] = text.trim().split(/\s+/);
    if (rest.length > 0 || !["X", "O"].includes(toMove)) {
      throw new Error("after the rows comes the player to move, X or O");
    }
    const rows = board.split("/");
    if (rows.length !== size) throw new Error(`${rows.length} rows found, the board has ${size}`);
    const cells = rows.flatMap((row, number) => {
      const wrong = row.match(/[^XO1-9]/);
      if (wrong) throw new Error(`row ${number + 1}: “${wrong[0]}” is not X, O or a digit`);
      const found = [...row].flatMap((character) =>
        "XO".includes(character) ? [character] : Array(Number(character)).fill(""));
      if (found.length !== size) {
        throw new Error(`row ${number + 1}: ${found.length} cells found, a row has ${size}`);
      }
      return found;
    });
    return { cells, toMove };
  }

  const maps = cellMaps(size);

  /** The position turned and mirrored in all ways, and what becomes of moves. */
  function images(position) {
    return maps.map((map) => {
      const cells = [];
      position.cells.forEach((cell, at) => { cells[map[at]] = cell; });
      return {
        text: format({ ...position, cells }),
        move: (move) => {
          const along = path(move);
          const [from, to] = [along[0], along.at(-1)].map((cell) => map[cell]);
          return square(from) + ENDS.find((end) => path(square(from) + end).at(-1) === to && from !== to);
        },
      };
    });
  }

  const column = (cell) => "abcde"[columnOf(cell)];

  /** Where a line is, in words. */
  function nameOf(line) {
    if (line.every((cell) => rowOf(cell) === rowOf(line[0]))) return `row ${size - rowOf(line[0])}`;
    if (line.every((cell) => columnOf(cell) === columnOf(line[0]))) return `column ${column(line[0])}`;
    return `the diagonal from ${square(line[0])} to ${square(line.at(-1))}`;
  }

  /** Why a game has ended, in a sentence; `call` says what people call a player at its beginning. */
  /** What people call the line that decided a game: `row 5`. */
  const lineName = (position, { winner }) => nameOf(linesOf(position, winner)[0]);

  function explain(position, { winner }, call) {
    const mover = other(position.toMove);
    const line = lineName(position, { winner });
    if (winner === mover) return `${call(mover)} filled ${line} with ${winner}.`;
    const also = linesOf(position, mover).length > 0 ? ", even beside a line of one’s own" : "";
    return `${call(mover)} completed ${winner}’s line in ${line}: that loses${also}.`;
  }

  return {
    name: `quixo${size}`,
    size,
    start: { cells: Array(size * size).fill(""), toMove: "X" },
    toMove: (position) => position.toMove,
    ended, moves, play, format, parse, path, square, cellOf, rowOf, columnOf, isBorder, images, lineName, explain,
  };
}

/** The rules of all sizes that are served, by name. */
export const RULES = new Map([3, 4, 5].map((size) => [`quixo${size}`, quixo(size)]));
