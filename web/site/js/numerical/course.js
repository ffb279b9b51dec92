// The introduction to Numerical Tic-Tac-Toe.

const wins = (rules, position) => rules.moves(position).some((move) => rules.ended(rules.play(position, move))?.winner);

export const COURSE = {
  game: "numerical3",
  steps: [
    {
      start: ".,.,./.,.,./.,.,.",
      task: "You hold the odd numbers. Place one of them anywhere.",
      hint: "Press a cell and a number, in any order; or drag a number to a cell.",
      done: "Even answers with an even number. Each number can be placed once.",
      accept: () => null,
    },
    {
      start: "2,.,./.,9,./6,.,5",
      task: "Who completes a line that adds up to 15 wins, whoever placed the other numbers. Do it.",
      hint: "The figures at the rim say what each line still needs.",
      done: "2 + 7 + 6 = 15: you win.",
      accept: (rules, before, move, after) => (rules.ended(after)?.winner ? null : "No line adds up to 15 yet."),
    },
    {
      start: "3,.,./.,8,./.,.,5",
      task: "You are Even this time. Leave Odd no line to complete.",
      hint: "A line with two numbers that needs an odd number, which Odd still holds, is a gift.",
      done: "Odd cannot win at once.",
      accept: (rules, before, move, after) => (wins(rules, after) ? "Odd can complete a line of 15 now." : null),
    },
  ],
};
