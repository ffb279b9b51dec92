// What puzzles ask for, whether they come with the page or are made on it.

export const THEMES = {
  win: { name: "The only winning move", task: () => "Find the only move that wins" },
  fast: { name: "Win in so many moves", task: ({ plies }) => `Win in ${plies} moves` },
  draw: { name: "The only drawing move", task: () => "Find the only move that draws" },
  refute: { name: "Refute the blunder", task: ({ blunder }) => `${blunder} was a mistake: find the only move that wins` },
  escape: { name: "Escape", task: () => "Find the only move that does not lose" },
  strategy: { name: "The strategy", task: () => "Find the strategy’s move" },
};
