"""Quixo as a game of OpenSpiel.

    import quixotic.openspiel
    game = pyspiel.load_game("quixotic_quixo(size=5,max_plies=200)")

Importing this module registers the game. Actions are numbered as in `quixotic.Game("quixo5").actions`. Player 0
starts with X. The winner gets 1 and the other −1. OpenSpiel wants games that end: after `max_plies` a game is
a draw, with 0 for both.

An observation is a tensor of shape (3, N, N), rows from the top: tiles of the player who observes, tiles of the
other, blank tiles.
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise ImportError("quixotic.openspiel needs OpenSpiel: pip install 'quixotic-games[openspiel]'") from error

from .game import Game

__all__ = ["QuixoGame", "QuixoState"]

_DEFAULTS = {"size": 5, "max_plies": 200}

_TYPE = pyspiel.GameType(
    short_name="quixotic_quixo",
    long_name="Quixo",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class QuixoGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types of its own.
    """Quixo on a board of some size, with games of `max_plies` at most.

    >>> game = pyspiel.load_game("quixotic_quixo(size=4)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.legal_actions()[0])
    >>> print(state)
    4  · · · X
    3  · · · ·
    2  · · · ·
    1  · · · ·
       a b c d
    O to move
    """

    def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        if given["max_plies"] < 1:
            raise ValueError("a game has at least one ply")
        self.rules = Game(f"quixo{given['size']}")
        self.max_plies = given["max_plies"]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.rules.actions),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self, state: Optional[str] = None) -> QuixoState:
        """The start of a game, which is always the empty board."""
        if state is not None:
            raise ValueError("a game starts with the empty board: there is no other state to start from")
        return QuixoState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Tells what a player sees."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _BoardObserver(self.rules, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class QuixoState(pyspiel.State):  # type: ignore[misc]
    """A position, and how many plies led to it."""

    def __init__(self, game: QuixoGame) -> None:
        super().__init__(game)
        self._rules = game.rules
        self._max_plies = game.max_plies
        self._plies = 0
        self.position = game.rules.start()
        """The position."""

    def current_player(self) -> int:
        """Who is to move."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self._rules.players.index(self.position.to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.actions)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(action)
        self._plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self._rules.move(action)

    def is_terminal(self) -> bool:
        """Whether the game is over, by a line or by its length."""
        return self.position.is_over or self._plies == self._max_plies

    def returns(self) -> list[float]:
        """1 for the winner and −1 for the other; 0 for a draw and while the game goes on."""
        winner = self.position.winner
        if winner is None:
            return [0.0, 0.0]
        return [1.0 if player == winner else -1.0 for player in self._rules.players]

    def __str__(self) -> str:
        return f"{self.position.draw()}\n{self.position.to_move} to move"


class _BoardObserver:
    """What a player sees: her tiles, the other's, and the blank ones."""

    def __init__(self, rules: Game, params: Any) -> None:
        if params:
            raise ValueError(f"observations of Quixo have no parameters: {params}")
        self.tensor = np.zeros(3 * int(np.prod(rules.shape)), np.float32)
        self._planes = self.tensor.reshape(3, *rules.shape)
        self.dict = {"observation": self._planes}

    def set_from(self, state: QuixoState, player: int) -> None:
        """Writes the tensor."""
        board = state.position.board
        mine = 1 if state._rules.players[player] == state.position.to_move else -1
        self._planes[:] = board == mine, board == -mine, board == 0

    def string_from(self, state: QuixoState, player: int) -> str:
        """The same as text."""
        return str(state)


pyspiel.register_game(_TYPE, QuixoGame)
