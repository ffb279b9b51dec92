"""Quixo against an agent as an environment of Gymnasium, for a learner who plays one side.

    import gymnasium
    import quixotic.gymnasium
    env = gymnasium.make("quixotic/Quixo-v0", size=4, opponent="minimax:1")

An observation is int8 of shape (N, N), rows from the top: 1 for tiles of the learner, −1 for the opponent's, 0 for blank ones.
Actions are numbered as in `quixotic.Game("quixo5").actions`. Which of them are legal is in `info["action_mask"]`, int8, after every step and
after `reset`: `env.action_space.sample(info["action_mask"])` is a legal move.

The reward is 1 for a win, −1 for a loss, else 0. An action that is not legal loses. Quixo may go on for ever: after
`max_plies` plies of both players the game is truncated, with 0.
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("quixotic.gymnasium needs Gymnasium: pip install 'quixotic-games[gymnasium]'") from error

from .arena import Agent, Player
from .game import DbPath, Game
from .image import position_image

__all__ = ["QuixoEnv"]


class QuixoEnv(gymnasium.Env[npt.NDArray[np.int8], np.int64]):
    """A game against an agent, or against a function from a position to a move.

    `side` is `"X"`, who starts, or `"O"`; without it each game draws one. What is random follows from the seed of `reset`.

    >>> env = quixotic.gymnasium.QuixoEnv(size=4, opponent=lambda position: position.moves[0], side="X")
    >>> board, info = env.reset(seed=1)
    >>> board, reward, terminated, truncated, info = env.step(0)
    >>> board.shape, reward, int(info["action_mask"].sum())
    ((4, 4), 0.0, 30)
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        size: int = 5,
        opponent: Player = "minimax:1",
        side: Optional[str] = None,
        max_plies: int = 200,
        db: Optional[DbPath] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        if max_plies < 2:
            raise ValueError(f"a game has at least two plies, not {max_plies}")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}: there are {self.metadata['render_modes']}")
        self.game = Game(f"quixo{size}", db)
        if side not in (None, *self.game.players):
            raise ValueError(f"the learner's side is X, O or None, not {side!r}")
        if isinstance(opponent, str):
            Agent(self.game, opponent)  # A name that is none is refused now.
        self.opponent, self.side, self.max_plies, self.render_mode = opponent, side, max_plies, render_mode
        self.observation_space = spaces.Box(low=-1, high=1, shape=self.game.shape, dtype=np.int8)
        self.action_space = spaces.Discrete(len(self.game.actions))

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        """Starts a game; the opponent has moved already if the learner has O."""
        super().reset(seed=seed)
        self.action_space.seed(seed)
        # Both are drawn always, so that games of a seed do not depend on what is fixed.
        drawn, of_opponent = self.game.players[int(self.np_random.integers(2))], int(self.np_random.integers(2**63))
        self.learner = drawn if self.side is None else self.side
        self._choose = Agent(self.game, self.opponent, of_opponent) if isinstance(self.opponent, str) else self.opponent
        self.position = self.game.start()
        self.plies = 0
        if self.position.to_move != self.learner:
            self._play(self._choose(self.position))
        return self._seen()

    def step(self, action: np.int64) -> tuple[npt.NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """The learner's move and the opponent's answer."""
        if self.position.is_over or self.plies >= self.max_plies:
            raise ValueError("the game is over: reset starts the next one")
        if not self.position.action_mask[int(action)]:
            board, info = self._seen()
            return board, -1.0, True, False, info
        self._play(int(action))
        if not self.position.is_over and self.plies < self.max_plies:
            self._play(self._choose(self.position))
        winner = self.position.winner
        reward = 0.0 if winner is None else 1.0 if winner == self.learner else -1.0
        is_over = self.position.is_over
        board, info = self._seen()
        if self.render_mode == "human":
            self.render()
        return board, reward, is_over, not is_over and self.plies >= self.max_plies, info

    def _play(self, move: Any) -> None:
        self.position = self.position.play(move)
        self.plies += 1

    def _seen(self) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        """The board as the learner sees it, and what is legal."""
        is_turn = self.position.to_move == self.learner
        board = self.position.board
        mask = self.position.action_mask if is_turn else np.zeros(len(self.game.actions), dtype=np.int8)
        return board if is_turn else -board, {"action_mask": mask, "position": self.position.text}

    def render(self) -> Any:
        """The board: printed, as text, or as a picture."""
        if self.render_mode == "rgb_array":
            return position_image(self.position)
        if self.render_mode == "ansi":
            return self.position.draw()
        if self.render_mode == "human":
            print(f"{self.position.draw()}\n{self.position.to_move} to move\n")
        return None


gymnasium.register("quixotic/Quixo-v0", entry_point="quixotic.gymnasium:QuixoEnv")
