"""Players against each other, and against the solution."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Callable, Optional, Sequence, Union

from . import _native
from .game import DbPath, Game, Progress, opened
from .position import Position

__all__ = ["Agent", "Match", "PlayedGame", "agent", "arena", "ladder"]

Move = Union[str, int]
"""A move by its notation or by its action number."""

Player = Union[str, Callable[[Position], Move]]
"""An agent by its name, or a function from a position to a move."""


class Agent:
    """An agent for one side of one game. It may remember what it has thought.

    >>> quixotic.agent("quixo4", "perfect").choose("XX1X/4/4/OO1O X")
    'c1T'
    """

    def __init__(self, game: Game, name: str, seed: int = 0) -> None:
        self.game = game
        self.name = name
        self._agent = game._engine.agent(name, seed)

    def choose(self, position: Union[str, Position] = "start", seconds: Optional[float] = None) -> str:
        """The move to play. `seconds` bounds the time, if the agent's own limit is not smaller."""
        asked = self.game.position(position)
        if asked.is_over:
            raise ValueError("the game is over: there is no move to choose")
        return self._agent.choose(asked.text, seconds)

    def __call__(self, position: Position) -> str:
        return self.choose(position)

    def __repr__(self) -> str:
        return f"<Agent {self.name} for {self.game.id}>"


def agent(game: Union[str, Game], name: str, *, seed: int = 0, db: Optional[DbPath] = None) -> Agent:
    """An agent: `random`, `minimax:DEPTH`, `search:TIME`, `search:POSITIONS`, `mcts:PLAYOUTS`, `dqn`, `perfect` or
    `strategy`. `Game.info()["agents"]` has those that are worth trying.

    >>> quixotic.agent("ultimate", "strategy").choose("start")
    '44'
    """
    return Agent(opened(game, db), name, seed)


@dataclass(frozen=True)
class PlayedGame:
    """A game of a match."""

    a: str
    """The side of A, in the game's own words."""
    moves: list[str]
    """The moves."""
    winner: Optional[str]
    """The side that won; None for a draw."""
    ending: str
    """`rules`, `repetition` (a position for the third time: a draw) or `too_long` (`max_plies`: a draw)."""


@dataclass(frozen=True)
class Match:
    """A match, counted for A."""

    wins: int
    losses: int
    draws: int
    games: list[PlayedGame]

    @classmethod
    def of(cls, games: list[PlayedGame]) -> Match:
        """Counts some games."""
        wins = sum(game.winner == game.a for game in games)
        draws = sum(game.winner is None for game in games)
        return cls(wins, len(games) - wins - draws, draws, games)

    def __repr__(self) -> str:
        return f"<Match: {self.wins} won, {self.losses} lost, {self.draws} drawn>"


def arena(
    game: Union[str, Game],
    a: Player,
    b: Player,
    *,
    games: int = 100,
    seed: int = 0,
    starts: Optional[str] = None,
    max_plies: int = 200,
    db: Optional[DbPath] = None,
    progress: Optional[Progress] = None,
) -> Match:
    """Plays a match of two players, who start in turn unless `starts` is `"a"` or `"b"`.

    A player is the name of an agent, or a function from a position to a move. Two agents play on all
    cores; functions are called on this thread. A game in which a position comes up for the third
    time, or that takes `max_plies`, is a draw.

    >>> def first(position):
    ...     return position.moves[0]
    >>> quixotic.arena("quixo4", "perfect", first, games=10)
    <Match: 10 won, 0 lost, 0 drawn>
    """
    played = opened(game, db)
    if isinstance(a, str) and isinstance(b, str):
        found = played._engine.play_match(a, b, games, seed, starts, max_plies, progress)
        return Match.of([PlayedGame(**one) for one in json.loads(found)])
    if starts not in (None, "a", "b"):
        raise ValueError(f'starts is "a", "b" or None, not {starts!r}')
    results = []
    for number in range(games):
        a_starts = starts == "a" or starts is None and number % 2 == 0
        functions = [_function(played, player, own) for player, own in zip((a, b), _native.seeds(seed, number))]
        x, o = functions if a_starts else reversed(functions)
        found = played._engine.play_functions(x, o, max_plies)
        side = played.players[0 if a_starts else 1]
        results.append(PlayedGame(a=side, **json.loads(found)))
        if progress is not None:
            progress(number + 1, games)
    return Match.of(results)


def ladder(
    game: Union[str, Game],
    players: Sequence[Player],
    *,
    positions: int = 200,
    seed: int = 0,
    db: Optional[DbPath] = None,
    progress: Optional[Progress] = None,
) -> list[dict[str, Any]]:
    """How often players err, by the solution: on the same random positions for all, in which the moves have
    different outcomes. One row for a player, as `pandas.DataFrame` takes them.

    >>> rows = quixotic.ladder("quixo4", ["random", "perfect"], positions=50)
    >>> [(row["agent"], row["positions"], row["errors"]) for row in rows]
    [('random', 50, 31), ('perfect', 50, 0)]
    """
    tried = opened(game, db)
    rows: list[dict[str, Any]] = []
    for player in players:
        if isinstance(player, str):
            found = tried._engine.ladder([player], positions, seed, progress)
        else:
            name = getattr(player, "__name__", None) or repr(player)
            found = tried._engine.ladder_of_function(name, _function(tried, player, seed), positions, seed)
        rows.extend(json.loads(found)["agents"])
    return rows


def _function(game: Game, player: Player, seed: int) -> Callable[[str], str]:
    """A player as a function from text to text."""
    chosen = Agent(game, player, seed) if isinstance(player, str) else player

    def choose(text: str) -> str:
        return game.move(chosen(Position(game, text)))

    return choose
