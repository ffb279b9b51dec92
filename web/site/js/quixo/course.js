// The introduction to Quixo: four moves, the rule about the opponent's line included.

export const COURSE = {
  game: "quixo4",
  steps: [
    {
      start: "4/4/4/4 X",
      task: "Take a blank tile from the border and push it back in.",
      hint: "Press a tile at the border, then an arrow; or drag the tile to an end.",
      done: "It came back with your symbol, X, and the tiles between moved up.",
      accept: () => null,
    },
    {
      start: "X2O/4/4/O2X X",
      task: "Your own tiles may be taken too, never your opponent’s. Move one of your X.",
      hint: "Only blank tiles and your own can be pressed.",
      done: "Own tiles travel; the number of tiles on the board stays the same then.",
      accept: (rules, before, move) => (before.cells[rules.cellOf(move)] === "X" ? null : "That was a blank tile. Take one of your X."),
    },
    {
      start: "O3/XXX1/2O1/3O X",
      task: "A full row, column or diagonal wins. One push does it.",
      hint: "The blank tile at the end of your row can go round to its other end.",
      done: "Four in a row: you win.",
      accept: (rules, before, move, after) => (rules.ended(after)?.winner === "X" ? null : "That does not complete a line of X."),
    },
    {
      start: "1O2/O2X/O2X/O2X X",
      task: "Now beware: if your push completes a line of O, you lose, even with a line of your own. Win.",
      hint: "a4 to the right fills column d, but it also shifts O into the gap of column a.",
      done: "You win, and column a stays open. That is all there is to know.",
      accept: (rules, before, move, after) => {
        const ended = rules.ended(after);
        if (ended?.winner === "X") return null;
        return ended ? "Column a is full of O now: you would have lost, though your line is full too." : "That does not complete a line of X.";
      },
    },
  ],
};

/** What somebody who is new sees move: column d fills, push by push. */
export const EXAMPLE = { start: "3X1/O2X1/5/5/5 X", moves: ["d1T", "a1T", "d1T", "e5B", "d1T"] };
