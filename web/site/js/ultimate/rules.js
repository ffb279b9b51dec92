// The rules of Ultimate Tic-Tac-Toe in two readings. The paper's: a field that is won can
// still be played in and keeps its owner; only a full field gives a free choice. The usual
// ones: a won field is closed like a full one. A position is `{ fields, owners, toMove, active }`:
// nine fields of nine cells each, "" where a cell is free; `active` is a field's number, or
// `null` for a free choice.

import { other } from "../players.js";
import { cellMaps } from "../symmetry.js";

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const NINE = [...Array(9).keys()];
const MAPS = cellMaps(3);
const START = { fields: Array(9).fill(Array(9).fill("")), owners: Array(9).fill(""), toMove: "X", active: null };

/** The cells of a line of one player; `null` if there is none. */
const lineOf = (cells, player) => LINES.find((line) => line.every((cell) => cells[cell] === player)) ?? null;

const isFull = (field) => field.every(Boolean);

function format({ fields, owners, toMove, active }) {
  const written = fields.map((cells, at) => {
    const both = lineOf(cells, "X") && lineOf(cells, "O");
    return cells.map((cell) => cell || ".").join("") + (both ? `:${owners[at]}` : "");
  });
  return `${written.join("/")} ${toMove} ${active ?? "-"}`;
}

function parse(text) {
  const [board, toMove, active, ...rest] = text.trim().split(/\s+/);
  if (rest.length > 0 || !["X", "O"].includes(toMove)) throw new Error("after the fields comes the player to move, X or O");
  if (!/^[0-8-]$/.test(active ?? "")) throw new Error("at the end comes the active field, 0 to 8, or - for any");
  const written = board.split("/");
  if (written.length !== 9) throw new Error(`${written.length} fields found, there are 9`);
  const owners = Array(9).fill("");
  const fields = written.map((part, at) => {
    const [cells, owner] = part.split(":");
    if (!/^[XO.]{9}$/.test(cells)) throw new Error(`field ${at}: nine cells of X, O or . are needed`);
    const field = [...cells].map((cell) => (cell === "." ? "" : cell));
    owners[at] = owner ?? ["X", "O"].find((player) => lineOf(field, player)) ?? "";
    return field;
  });
  return { fields, owners, toMove, active: active === "-" ? null : Number(active) };
}

/** The position turned and mirrored in all ways, and what becomes of moves: fields and the spots in them turn alike. */
function images(position) {
  return MAPS.map((map) => {
    const turned = (list) => NINE.reduce((to, at) => to.with(map[at], list[at]), Array(9).fill(""));
    return {
      text: format({
        ...position,
        fields: turned(position.fields.map(turned)),
        owners: turned(position.owners),
        active: position.active === null ? null : map[position.active],
      }),
      move: (move) => [...move].map((digit) => map[digit]).join(""),
    };
  });
}

/** The rules of that name; `isClosed` says of a field and its owner whether nobody can play there. */
function readingOf(name, isClosed, nobodyWins) {
  const open = ({ fields, owners }) => NINE.filter((field) => !isClosed(fields[field], owners[field]));

  function ended(position) {
    for (const winner of ["X", "O"]) {
      // Fields are the cells of the large board.
      const cells = lineOf(position.owners, winner);
      if (cells) return { winner, cells };
    }
    return open(position).length === 0 ? { winner: null, cells: [] } : null;
  }

  function moves(position) {
    if (ended(position)) return [];
    const choice = position.active === null ? open(position) : [position.active];
    return choice.flatMap((field) => NINE.filter((spot) => !position.fields[field][spot]).map((spot) => `${field}${spot}`));
  }

  function play(position, move) {
    const [field, spot] = [...move].map(Number);
    const player = position.toMove;
    const fields = position.fields.map((cells, at) => (at === field ? cells.with(spot, player) : cells));
    const wins = !position.owners[field] && lineOf(fields[field], player);
    const owners = wins ? position.owners.with(field, player) : position.owners;
    return { fields, owners, toMove: other(player), active: isClosed(fields[spot], owners[spot]) ? null : spot };
  }

  /** Why a game has ended, in a sentence; `call` says what people call a player at its beginning. */
  function explain(position, { winner, cells }, call) {
    if (winner === null) return nobodyWins;
    return `${call(winner)} won the fields ${cells.slice(0, 2).join(", ")} and ${cells[2]}, which are in a line.`;
  }

  return { name, start: START, toMove: (position) => position.toMove, ended, moves, play, format, parse, images, explain };
}

/** The rules of the paper, for which there is a strategy. */
export const ultimate = {
  ...readingOf("ultimate", isFull, "All fields are full, and nobody has three in a line."),
  toggle: "Show the strategy",
  line: "Strategy’s line",
};

/** The rules that most people play. */
export const usual = readingOf(
  "ultimate --rules won-closed",
  (field, owner) => owner !== "" || isFull(field),
  "All fields are closed, and nobody has three in a line.",
);

export const RULES = new Map([ultimate, usual].map((rules) => [rules.name, rules]));
