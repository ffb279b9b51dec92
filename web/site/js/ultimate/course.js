// The introduction to Ultimate Tic-Tac-Toe.

export const COURSE = {
  game: "ultimate",
  steps: [
    {
      start: "........./........./........./........./........./........./........./........./......... X -",
      task: "Play anywhere. The spot that you take is the field in which O has to answer.",
      hint: "Take the centre of a field, and O has to answer in the centre field.",
      done: "The bright field is where O has to play.",
      accept: () => null,
    },
    {
      start: "XX......./O......../O......../........./........./........./........./........./......... X 0",
      task: "Three in a line win a field. Win the bright one.",
      hint: "Its first row has two X.",
      done: "The field is yours. By the paper’s rules it can still be played in, and stays yours.",
      accept: (rules, before, move, after) => (after.owners[0] === "X" ? null : "The field is not won yet."),
    },
    {
      start: "XXX....../OO......./O......../OO......./XXX....../O......../OO......./........./XX....... X 8",
      task: "Three fields in a line win the game. You have 0 and 4.",
      hint: "Win field 8.",
      done: "Fields 0, 4 and 8: you win.",
      accept: (rules, before, move, after) => (rules.ended(after) ? null : "The game is not won yet."),
    },
  ],
};
