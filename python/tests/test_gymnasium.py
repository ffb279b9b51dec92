"""Gymnasium's own checker, and what it does not ask."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quixotic
import quixotic.gymnasium


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("side", [None, "X", "O"])
def test_their_checker(size: int, side: Any) -> None:
    check_env(made(size=size, side=side, render_mode="ansi").unwrapped)


def made(**options: Any) -> Any:
    return gymnasium.make("quixotic/Quixo-v0", **options)


def played(env: Any, seed: int, choose: Any) -> tuple[list[str], float, bool, bool]:
    """One game: its positions, and how it ended."""
    board, info = env.reset(seed=seed)
    positions, terminated, truncated, reward = [info["position"]], False, False, 0.0
    while not (terminated or truncated):
        assert reward == 0 and env.observation_space.contains(board) and info["action_mask"].any()
        board, reward, terminated, truncated, info = env.step(choose(env, info))
        positions.append(info["position"])
    assert not info["action_mask"].any() or truncated
    return positions, reward, terminated, truncated


def by_chance(env: Any, info: dict[str, Any]) -> Any:
    return env.action_space.sample(info["action_mask"])


def test_games_are_games_and_a_seed_gives_the_same() -> None:
    env = made(size=4, opponent="random")
    sides = set()
    for seed in range(10):
        one = played(env, seed, by_chance)
        sides.add(env.unwrapped.learner)
        assert one == played(env, seed, by_chance)
        position = env.unwrapped.game.position(one[0][-1])
        assert one[2] == position.is_over
        assert one[1] == {None: 0, env.unwrapped.learner: 1}.get(position.winner, -1)
    assert sides == {"X", "O"}


def test_perfect_wins_4x4_against_perfect_play_if_it_starts() -> None:
    perfect = quixotic.agent("quixo4", "perfect")

    def best(env: Any, info: dict[str, Any]) -> int:
        return env.unwrapped.game.action(perfect.choose(info["position"]))

    positions, reward, _, _ = played(made(size=4, opponent="perfect", side="X"), 1, best)
    # In 21 plies, eleven of them the learner's.
    assert reward == 1 and len(positions) == 12
    assert played(made(size=4, opponent=perfect, side="O"), 1, best)[1] == -1


def test_the_board_is_the_learners() -> None:
    env = made(size=5, opponent=lambda position: "a5R", side="O")
    board, info = env.reset()
    assert board[0].tolist() == [0, 0, 0, 0, -1] and info["position"] == "4X/5/5/5/5 O"
    assert info["action_mask"].sum() == 42
    # O takes a1; X pushes the top row once more.
    board, *_ = env.step(env.unwrapped.game.action("a1R"))
    assert board[4, 4] == 1 and board[0].tolist() == [0, 0, 0, -1, -1]


def test_a_lost_board_is_the_learners_too() -> None:
    moves = iter(["a3R", "a3R", "a3R"])
    env = made(size=3, opponent=lambda position: next(moves), side="O")
    env.reset()
    env.step(env.unwrapped.game.action("a1R"))
    board, reward, terminated, truncated, info = env.step(env.unwrapped.game.action("a1R"))
    assert (reward, terminated, truncated) == (-1, True, False)
    assert board[0].tolist() == [-1, -1, -1] and not info["action_mask"].any()
    with pytest.raises(ValueError, match="the game is over"):
        env.unwrapped.step(0)


def test_illegal_moves_lose_and_long_games_are_truncated() -> None:
    env = made(size=5, opponent=lambda position: "a5R", side="O")
    _, info = env.reset()
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    assert env.step(illegal)[1:4] == (-1, True, False)
    short = made(size=5, opponent="random", max_plies=7)
    for seed in range(4):
        positions, reward, terminated, truncated = played(short, seed, by_chance)
        assert (reward, terminated, truncated) == (0, False, True)
        assert short.unwrapped.plies == 7


def test_pictures() -> None:
    env = made(size=4, render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape == (192, 192, 3)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"size": 9}, "there is no game `quixo9`"),
        ({"render_mode": "hologram"}, "render mode"),
        ({"max_plies": 1}, "at least two plies"),
        ({"side": "Z"}, "X, O or None"),
        ({"opponent": "nobody"}, "nobody"),
    ],
)
def test_bad_arguments(options: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        quixotic.gymnasium.QuixoEnv(**options)
