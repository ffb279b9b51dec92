"""Learns Quixo on 4×4 from random games and judges itself by the solution. Cells of a notebook start at `# %%`.

    python python/examples/learn_quixo4.py --games 20000

The agent is as plain as can be: a value for each pattern that a line of the board can show, and a board is worth the
sum over its ten lines. The values follow from who won the games in which a pattern stood on the board. A move is
judged by the board that it leaves to the opponent.
"""

# %%
from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import numpy.typing as npt

import quixotic

GAME = quixotic.Game("quixo4")
Array = npt.NDArray[Any]

# %% The lines of a board: rows, columns, diagonals. A pattern is a number of four digits, base 3.
CELLS = np.arange(16).reshape(4, 4)
LINES = np.array([*CELLS, *CELLS.T, CELLS.diagonal(), np.fliplr(CELLS).diagonal()])
DIGITS = 3 ** np.arange(4)
PATTERNS = 3**4


def patterns(boards: Array) -> Array:
    """The patterns of the lines of some boards."""
    return np.asarray((boards.reshape(-1, 16)[:, LINES] + 1) @ DIGITS)


# %% Learning: a regression of the outcome for the player to move, made by gradient descent.
def learn(games: int, seed: int, passes: int = 60, rate: float = 2.0) -> Array:
    """A value for each pattern."""
    played = GAME.play_many(games, seed=seed)
    lengths = np.diff(played.starts)
    plies = np.arange(len(played.boards)) - np.repeat(played.starts[:-1], lengths)
    # Outcomes are for the first player, boards are seen from the player to move. Late positions tell the most.
    outcome = np.repeat(played.outcomes, lengths) * np.where(plies % 2 == 0, 1, -1)
    left = np.repeat(lengths, lengths) - plies
    weight = 0.8**left
    seen = patterns(played.boards)
    values = np.zeros(PATTERNS)
    count = np.zeros(PATTERNS)
    np.add.at(count, seen, weight[:, None])
    for _ in range(passes):
        error = outcome - np.tanh(values[seen].sum(axis=1))
        change = np.zeros(PATTERNS)
        np.add.at(change, seen, (weight * error)[:, None])
        values += rate * change / (count + 1)
    return values


# %% Playing: the board after each move, as the opponent sees it, should be worth as little as possible.
def player(values: Array) -> Any:
    """The player that follows some values."""

    def learned(position: quixotic.Position) -> str:
        def worth(move: str) -> float:
            after = position.play(move)
            if after.is_over:
                return -1000.0 if after.winner == position.to_move else 1000.0
            return float(values[patterns(after.board)].sum())

        return min(position.moves, key=worth)

    return learned


# %% Judging: by the ladder, where the solution counts the errors, and by games.
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000, help="random games to learn from")
    parser.add_argument("--positions", type=int, default=200, help="positions of the ladder")
    parser.add_argument("--matches", type=int, default=40, help="games against each opponent")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    learned = player(learn(options.games, options.seed))
    print(f"{'agent':<12}{'errors':>8}")
    for row in quixotic.ladder(GAME, ["random", learned, "minimax:1", "minimax:3"], positions=options.positions):
        print(f"{row['agent']:<12}{row['error_rate']:>8.1%}")
    for opponent in ("random", "minimax:1"):
        print(f"against {opponent}: {quixotic.arena(GAME, learned, opponent, games=options.matches)}")


if __name__ == "__main__":
    main()
