// The two players.

/** The opponent. */
export const other = (player) => (player === "X" ? "O" : "X");
