"""Players against each other, and against the solution."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Callable, Optional, Sequence, Union

from . import _native
from .game import DbPath, Game, opened
from .limits import unsigned
from .position import Position
from .progress import Progress, part

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
        unsigned(64, seed=seed)
        self.game = game
        self.name = name
        self.seed = seed
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

    def __reduce__(self) -> tuple[Any, ...]:
        return Agent, (self.game, self.name, self.seed)  # What it remembers stays here.


def agent(game: Union[str, Game], name: str, *, seed: int = 0, db: Optional[DbPath] = None) -> Agent:
    """An agent: `random`, `minimax:DEPTH`, `search:TIME`, `search:POSITIONS`, `mcts:PLAYOUTS`, `dqn`, `net`,
    `rules`, `perfect`, `strategy`, `slips:PERCENT:AGENT` or `ugi:COMMAND`, a program that speaks UGI (docs/engine.md). Take no
    name of an agent from a stranger: that program is started. `Game.info()["agents"]` has those that are worth trying.

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
    """`rules`, `repetition` (a position for the third time: a draw), `too_long` (`max_plies`: a draw) or `forfeit` (a program
    failed and lost)."""
    reason: Optional[str] = None
    """How the program failed."""


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
    first: int = 0,
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

    >>> def leftmost(position):
    ...     return position.moves[0]
    >>> quixotic.arena("quixo4", "perfect", leftmost, games=10)
    <Match: 10 won, 0 lost, 0 drawn>

    Each game has a number, from 0, and what is random in it follows from that and the seed. `first` is the number of
    the first game to play, so that a match can be played in parts:

    >>> whole = quixotic.arena("quixo3", "random", "random", games=10)
    >>> whole.games[6:] == quixotic.arena("quixo3", "random", "random", games=4, first=6).games
    True
    """
    played = opened(game, db)
    unsigned(32, games=games, first=first, max_plies=max_plies)
    unsigned(64, seed=seed)
    if isinstance(a, str) and isinstance(b, str):
        found = played._engine.play_match(a, b, first, games, seed, starts, max_plies, progress)
        return Match.of([PlayedGame(**one) for one in json.loads(found)])
    if starts not in (None, "a", "b"):
        raise ValueError(f'starts is "a", "b" or None, not {starts!r}')
    results = []
    for number in range(first, first + games):
        a_starts = starts == "a" or starts is None and number % 2 == 0
        functions = [_function(played, player, own) for player, own in zip((a, b), _native.seeds(seed, number))]
        x, o = functions if a_starts else reversed(functions)
        found = played._engine.play_functions(x, o, max_plies)
        side = played.players[0 if a_starts else 1]
        results.append(PlayedGame(a=side, **json.loads(found)))
        if progress is not None:
            progress(number + 1 - first, games)
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
    unsigned(32, positions=positions)
    unsigned(64, seed=seed)
    if isinstance(players, str):
        raise TypeError("players are a list, also if there is only one")
    rows: list[dict[str, Any]] = []
    total = positions * len(players)
    for player in players:
        told = None if progress is None else part(progress, positions * len(rows), total)
        if isinstance(player, str):
            found = tried._engine.ladder([player], positions, seed, told)
        else:
            name = getattr(player, "__name__", None) or repr(player)
            asked = _counted(_function(tried, player, seed), told, positions)
            found = tried._engine.ladder_of_function(name, asked, positions, seed)
        rows.extend(json.loads(found)["agents"])
    if progress is not None:
        progress(total, total)  # There may be fewer positions than were asked for.
    return rows


def _function(game: Game, player: Player, seed: int) -> Callable[[str], str]:
    """A player as a function from text to text."""
    chosen = Agent(game, player, seed) if isinstance(player, str) else player

    def choose(text: str) -> str:
        return game.move(chosen(Position(game, text)))

    return choose


def _counted(choose: Callable[[str], str], progress: Optional[Progress], total: int) -> Callable[[str], str]:
    """The same function, whose calls are told."""
    if progress is None:
        return choose
    calls = 0

    def counted(text: str) -> str:
        nonlocal calls
        move = choose(text)
        calls += 1
        progress(calls, total)
        return move

    return counted
