// The players of games with two symbols.

/** The opponent. */
export const other = (player) => (player === "X" ? "O" : "X");
