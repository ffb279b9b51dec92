"""Quixo as an environment of PettingZoo, for agents that learn.

    import quixotic.pettingzoo
    env = quixotic.pettingzoo.env(size=5)

The agents are `player_0`, who starts with X, and `player_1`. An observation is a dict:

- `observation`: int8 of shape (N, N, 2), rows from the top. The first plane has the tiles of the agent who
  observes, the second those of the other.
- `action_mask`: int8, 1 for every action that is legal now; all zero for the agent who is not to move.

Actions are numbered as in `quixotic.Game("quixo5").actions`: tile by tile of the border, row by row from the top
left, and for each tile by the end where it goes back in: left, right, top, bottom. There are 44 on 5×5.

The winner gets 1 and the other −1. Quixo may go on for ever: after `max_plies` both agents are truncated, with
0 for both.

With PettingZoo 1.26 or newer the environment is registered as `quixotic/quixo-v0`.
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("quixotic.pettingzoo needs PettingZoo: pip install 'quixotic-games[pettingzoo]'") from error

from .game import Game
from .image import position_image

__all__ = ["env", "raw_env"]

MAX_PLIES = 200
"""Plies after which a game is broken off when nothing is said, as in the arena."""


class raw_env(AECEnv):  # type: ignore[misc]  # PettingZoo has no types of its own.
    """The environment without the wrappers that check what agents do."""

    metadata: dict[str, Any] = {
        "name": "quixo_v0",
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, size: int = 5, max_plies: int = MAX_PLIES, render_mode: Optional[str] = None) -> None:
        super().__init__()
        if max_plies < 1:
            raise ValueError("a game has at least one ply")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}: there are {self.metadata['render_modes']}")
        self.game = Game(f"quixo{size}")
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        actions = len(self.game.actions)
        observation: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(low=0, high=1, shape=(*self.game.shape, 2), dtype=np.int8),
            "action_mask": spaces.Box(low=0, high=1, shape=(actions,), dtype=np.int8),
        }
        self._observation_spaces = {agent: spaces.Dict(observation) for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Starts a game. Nothing in it is random, so the seed is not used."""
        self.agents = self.possible_agents[:]
        self.position = self.game.start()
        self.plies = 0
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, npt.NDArray[np.int8]]:
        # The board is seen from the player to move.
        to_move = self.possible_agents[self.game.players.index(self.position.to_move)]
        mine = 1 if agent == to_move else -1
        board = self.position.board
        planes = np.stack([board == mine, board == -mine], axis=-1).astype(np.int8)
        is_turn = agent == to_move and not self.terminations.get(agent) and not self.truncations.get(agent)
        mask = self.position.action_mask if is_turn else np.zeros(len(self.game.actions), dtype=np.int8)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent whose game goes on has to move")
        self.position = self.position.play(int(action))
        self.plies += 1
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self.position.winner is not None:
            winner = self.possible_agents[self.game.players.index(self.position.winner)]
            self.rewards = {other: 1 if other == winner else -1 for other in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.plies == self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[1 - self.agents.index(agent)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board: printed, as text, or as a picture."""
        if self.render_mode == "rgb_array":
            return position_image(self.position)
        if self.render_mode == "ansi":
            return self.position.draw()
        if self.render_mode == "human":
            print(f"{self.position.draw()}\n{self.position.to_move} to move\n")
        return None

    def close(self) -> None:
        """There is nothing to close."""


def env(size: int = 5, max_plies: int = MAX_PLIES, render_mode: Optional[str] = None) -> AECEnv:
    """The environment, wrapped like those of PettingZoo's classic games: a move that is not legal loses.

    >>> env = quixotic.pettingzoo.env(size=4)
    >>> env.reset()
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> observation["observation"].shape, int(observation["action_mask"].sum())
    ((4, 4, 2), 32)
    >>> env.step(0)
    >>> env.agent_selection
    'player_1'
    """
    wrapped = raw_env(size, max_plies, render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def _register() -> None:
    try:
        from pettingzoo.env_registry.registration import register
    except ImportError:  # An older version has no registry.
        return
    register("aec", "quixotic/quixo-v0", entry_point="quixotic.pettingzoo:env")


_register()
