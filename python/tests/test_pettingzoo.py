"""PettingZoo's own tests, and what they do not ask."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from quixotic import pettingzoo


# The empty board is all zeros, and an observation with a mask is a dict, which is known for some names only.
@pytest.mark.filterwarnings("ignore:.* is all zeros", "ignore:Observation (is not a NumPy array|space for each agent)")
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [3, 4, 5])
def test_api(size: int) -> None:
    api_test(pettingzoo.env(size=size), num_cycles=1000)
    api_test(pettingzoo.env(size=size, max_plies=7), num_cycles=1000)


def test_seeds() -> None:
    seed_test(pettingzoo.env, num_cycles=200)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(pettingzoo.env)
    assert "X to move" in capsys.readouterr().out
    env = pettingzoo.env(size=4, render_mode="rgb_array")
    env.reset()
    assert env.render().shape[0] == env.render().shape[1]


def test_rewards_and_observations_are_right_for_both() -> None:
    env = pettingzoo.env(size=3)
    env.reset()
    for move in ["a3R", "a3B", "a3R", "c1L", "a3R"]:
        env.step(env.unwrapped.game.action(move))
    assert env.unwrapped.position.winner == "X"
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 1, "player_1": -1}
    first, second = env.observe("player_0")["observation"], env.observe("player_1")["observation"]
    assert (first[:, :, 0] == second[:, :, 1]).all() and (first[:, :, 1] == second[:, :, 0]).all()
    assert first[0, :, 0].tolist() == [1, 1, 1]
    assert not env.observe("player_1")["action_mask"].any()


def test_the_mask_is_that_of_the_player_to_move() -> None:
    env = pettingzoo.env(size=5)
    env.reset()
    assert env.observe("player_0")["action_mask"].sum() == 44
    assert env.observe("player_1")["action_mask"].sum() == 0
    env.step(0)  # a5R
    observation = env.observe("player_1")
    assert observation["action_mask"].sum() == 42 and observation["observation"][0, 4].tolist() == [0, 1]
    assert env.observe("player_0")["observation"][0, 4].tolist() == [1, 0]


def test_a_game_that_is_too_long_is_truncated() -> None:
    env = pettingzoo.env(size=5, max_plies=3)
    env.reset()
    for _ in range(3):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.terminations == {"player_0": False, "player_1": False}
    assert env.rewards == {"player_0": 0, "player_1": 0}


def test_an_illegal_action_loses() -> None:
    env = pettingzoo.env(size=5)
    env.reset()
    env.step(0)
    taken = env.unwrapped.game.action("e5L")
    env.step(taken)
    assert env.rewards["player_1"] == -1


def test_the_registry_knows_it() -> None:
    registration = pytest.importorskip("pettingzoo.env_registry.registration")
    env = registration.make("aec", "quixotic/quixo-v0", size=4)
    env.reset()
    assert len(env.last()[0]["action_mask"]) == 32


def test_bad_arguments() -> None:
    with pytest.raises(ValueError, match="there is no game `quixo9`"):
        pettingzoo.env(size=9)
    with pytest.raises(ValueError, match="render mode"):
        pettingzoo.env(render_mode="hologram")
    with pytest.raises(ValueError, match="at least one ply"):
        pettingzoo.env(max_plies=0)
