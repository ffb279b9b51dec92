"""The score of a player: how often it errs where there is something to lose, how strong it is, and where it erred worst.

The positions are the same for everybody, a set with a name and a version. On 3×3 and 4×4 they come from the solution in the
package, on 5×5 they are part of it with the exact values of all moves, so that nobody needs the database.
"""

from __future__ import annotations

import json
from os import PathLike
from pathlib import Path
from typing import Any, Callable, Optional, Union

from .arena import Agent, Move
from .course import CoursePlayer, function_of
from .game import DbPath, Game, opened
from .limits import unsigned
from .position import Position
from .progress import Progress

__all__ = ["Score", "score"]

Candidate = Union[str, Callable[[Position], Move], CoursePlayer]
"""An agent by its name, a function from a position to a move, or a player of the course (`make_move(game)`)."""


class Score:
    """The score of a player. In a notebook it is the page that `html` writes."""

    def __init__(self, native: Any) -> None:
        self._native = native
        self._fields: dict[str, Any] = json.loads(native.json())

    @property
    def agent(self) -> str:
        """The name of the player."""
        return str(self._fields["agent"])

    @property
    def set(self) -> Optional[str]:
        """The set of positions, with its version; None if they were drawn with a seed."""
        return self._fields["set"]  # type: ignore[no-any-return]

    @property
    def positions(self) -> int:
        """How many positions the player was asked about."""
        return int(self._fields["positions"])

    @property
    def errors(self) -> int:
        """Moves that made the outcome worse."""
        return int(self._fields["errors"])

    @property
    def error_rate(self) -> float:
        """Their share."""
        return float(self._fields["error_rate"])

    @property
    def error_range(self) -> tuple[float, float]:
        """The range of 95 % confidence of that share."""
        return float(self._fields["error_rate_low"]), float(self._fields["error_rate_high"])

    @property
    def wins_lost(self) -> int:
        """Errors that gave a win away."""
        return int(self._fields["wins_lost"])

    @property
    def plies_short(self) -> float:
        """By how much the other moves win later or lose sooner than need be, on average."""
        return float(self._fields["mean_shortfall"])

    @property
    def levels(self) -> list[dict[str, int]]:
        """Positions and errors by level, the number of marked tiles."""
        return self._fields["levels"]  # type: ignore[no-any-return]

    @property
    def elo(self) -> Optional[float]:
        """The rating by games against agents that have one; None without games. `random` has 0."""
        found = self._fields["elo"]
        return None if found is None else float(found["elo"])

    @property
    def perfect(self) -> Optional[dict[str, Any]]:
        """Games against `perfect` by who starts; None where the solution is not here."""
        return self._fields["perfect"]  # type: ignore[no-any-return]

    @property
    def mistakes(self) -> list[dict[str, Any]]:
        """The worst mistakes, the worst first."""
        return self._fields["mistakes"]  # type: ignore[no-any-return]

    @property
    def seconds_per_move(self) -> float:
        """The mean time for a move."""
        return float(self._fields["seconds_per_move"])

    def as_dict(self) -> dict[str, Any]:
        """All of it, as `quixotic score --json` prints it."""
        return json.loads(self.to_json())  # type: ignore[no-any-return]

    def to_json(self) -> str:
        """All of it as JSON."""
        return str(self._native.json())

    def html(self, path: Union[str, PathLike[str]]) -> None:
        """Writes a page that needs no other file."""
        Path(path).write_text(self._native.html(), encoding="utf-8")

    def badge(self, path: Union[str, PathLike[str]]) -> None:
        """Writes a badge with the error rate, as SVG."""
        Path(path).write_text(self._native.badge(), encoding="utf-8")

    def _repr_html_(self) -> str:
        return str(self._native.fragment())

    def __repr__(self) -> str:
        low, high = (100 * end for end in self.error_range)
        elo = "" if self.elo is None else f", Elo {self.elo:.0f}"
        of = self.set or f"{self._fields['game']} with seed {self._fields['seed']}"
        return f"<Score of {self.agent} on {of}: {100 * self.error_rate:.1f} % errors ({low:.1f}–{high:.1f}){elo}>"


def score(
    game: Union[str, Game],
    agent: Candidate,
    *,
    name: Optional[str] = None,
    positions: int = 1000,
    seed: Optional[int] = None,
    games: int = 20,
    page: Optional[str] = None,
    db: Optional[DbPath] = None,
    progress: Optional[Progress] = None,
) -> Score:
    """Scores a player: an agent by its name, a function from a position to a move, or a player of the course.

    >>> def first(position):
    ...     return position.moves[0]
    >>> quixotic.score("quixo4", first, positions=100, games=2).errors
    73

    It is asked about the first `positions` of the set, which has 4,000, and then plays `games` against each of some agents that have
    ratings, and against `perfect`, where the solution is here. With a `seed` other positions are drawn, from the solution.
    `page` is the address of the page for links. Agents think on all cores; functions and players are called on this thread, and
    their `progress` is that of the positions.
    """
    tried = opened(game, db)
    unsigned(32, positions=positions, games=games)
    if seed is not None:
        unsigned(64, seed=seed)
    engine = tried._engine
    if isinstance(agent, str):
        return Score(engine.score(agent, positions, seed, games, page, progress))
    called = name or _name(agent)
    chosen = agent if callable(agent) else function_of(agent)
    done = 0

    def choose(text: str) -> str:
        nonlocal done
        move = tried.move(chosen(Position(tried, text)))
        if progress is not None and done < positions:
            done += 1
            progress(done, positions)
        return move

    return Score(engine.score_of_function(called, choose, positions, seed, games, page))


def _name(agent: Any) -> str:
    """What a player is called when nobody says."""
    if isinstance(agent, Agent):
        return agent.name
    return str(getattr(agent, "__name__", None) or type(agent).__name__)
