"""The solution of a game."""

from __future__ import annotations

import json
from typing import Any, Iterator, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _native
from .answer import Answer, Line, Stats
from .errors import MissingDatabase
from .game import DbPath, Game, Progress
from .position import Position

__all__ = ["Database", "open", "solve"]

_TOGETHER = 1 << 20
"""Positions that are passed at a time, which bounds the memory that a call takes."""

_OPEN = 2
"""What the extension module says of a position whose value is not here."""


class Database:
    """Who wins, in how many plies, and how: of a database, or searched for as it is asked.

    It can be asked from any number of threads at once.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        """The game."""

    @property
    def levels(self) -> Optional[list[int]]:
        """The numbers of marked tiles of which all positions are here; None for games without levels."""
        levels: Optional[list[int]] = self.game.info()["levels"]
        return levels

    @property
    def is_complete(self) -> bool:
        """Whether every position has a value here."""
        return bool(self.game.info()["complete"])

    @property
    def source(self) -> str:
        """Where values come from: `embedded`, `directory`, `search` or `none`."""
        return str(self.game.info()["solution"]["source"])

    def probe(self, position: Union[str, Position] = "start", seconds: Optional[float] = None) -> Answer:
        """The value of a position and of its moves, the best first. `seconds` bounds a search; an answer may be
        `partial` then.

        >>> quixotic.open("quixo4").probe("X3/2O1/4/3X O")
        <Answer X3/2O1/4/3X O: X wins in 18 plies, best c4B>
        """
        return Answer(json.loads(self.game._engine.probe(self.game._text(position), seconds)))

    def line(self, position: Union[str, Position] = "start", seconds: Optional[float] = None) -> Line:
        """One game from a position in which nobody makes a mistake."""
        return Line(json.loads(self.game._engine.line(self.game._text(position), seconds)))

    def stats(self) -> Stats:
        """How many positions have which outcome and distance."""
        return Stats(json.loads(self.game._engine.stats()))

    def probe_many(
        self,
        boards: npt.ArrayLike,
        *,
        open_as: Optional[int] = None,
        progress: Optional[Progress] = None,
    ) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int16]]:
        """Outcomes and plies of many positions, on all cores.

        `boards` is an array of int8 as `Game.encode` makes it. Outcomes are 1, 0 and −1 for the
        player to move, plies are −1 for draws and where a game does not count them. Where a
        value is not here, `open_as` is its outcome; without it that is a `MissingDatabase`.

        >>> db = quixotic.open("quixo4")
        >>> boards = db.game.encode(["4/4/4/4 X", "2X1/4/O2O/1X2 X"])
        >>> db.probe_many(boards)
        (array([1, 0], dtype=int8), array([21, -1], dtype=int16))
        """
        outcomes, plies = [], []
        for part in self._asked(boards, True, open_as, progress):
            outcomes.append(part[0])
            plies.append(part[1])
        return np.concatenate(outcomes), np.concatenate(plies)

    def outcomes_many(
        self,
        boards: npt.ArrayLike,
        *,
        open_as: Optional[int] = None,
        progress: Optional[Progress] = None,
    ) -> npt.NDArray[np.int8]:
        """Outcomes alone, which may be much quicker than with the plies: see `probe_many`.

        >>> db = quixotic.open("quixo4")
        >>> db.outcomes_many(db.game.encode(["4/4/4/4 X", "2X1/4/O2O/1X2 X"]))
        array([1, 0], dtype=int8)
        """
        return np.concatenate([part[0] for part in self._asked(boards, False, open_as, progress)])

    def _asked(
        self, boards: npt.ArrayLike, distances: bool, open_as: Optional[int], progress: Optional[Progress]
    ) -> Iterator[tuple[npt.NDArray[np.int8], npt.NDArray[np.int16]]]:
        checked = self.game._boards(boards)
        count = len(checked)
        for start in range(0, max(count, 1), _TOGETHER):
            part = checked[start : start + _TOGETHER]
            told = None if progress is None else _shifted(progress, start, count)
            found = self.game._engine.probe_many(part.tobytes(), distances, told)
            outcomes = np.frombuffer(found[0], dtype=np.int8).copy()
            is_open = outcomes == _OPEN
            if is_open.any():
                if open_as is None:
                    first = self.game.decode(part[int(is_open.argmax())])
                    note = first.probe().note or "its value was not found"
                    raise MissingDatabase(f"{first} is not known here. {note}")
                outcomes[is_open] = open_as
            yield outcomes, np.frombuffer(found[1], dtype=np.int16).copy()

    def __repr__(self) -> str:
        return f"<Database {self.game.id}: {self.source}>"


def _shifted(progress: Progress, before: int, total: int) -> Progress:
    """Progress of one part of the positions as that of them all."""

    def told(done: int, _: int) -> Any:
        return progress(before + done, total)

    return told


def open(name: str, db: Optional[DbPath] = None, *, cache: Optional[int] = None, **rules: Union[str, int]) -> Database:
    """The solution of a game, or the part of it that is here; `MissingDatabase` if there is none.

    3×3 and 4×4 are part of the package, and so are the first seven plies of 5×5.

    >>> quixotic.open("quixo4")
    <Database quixo4: embedded>
    >>> quixotic.open("quixo4", line=3)
    Traceback (most recent call last):
    ...
    quixotic.errors.MissingDatabase: there is no database of quixo4 --line 3 ...
    """
    game = Game(name, db, cache=cache, **rules)
    game._engine.require_solution()
    return game.database


def solve(
    game: Union[str, Game],
    db: Optional[DbPath] = None,
    *,
    until: int = 0,
    memory: float = 2.0,
    progress: Optional[Progress] = None,
) -> Database:
    """Makes the database of Quixo under some rules, or goes on making it.

    It goes to the directory `db`, or where the command puts it. `until` is the last level to solve,
    `memory` is in GiB; 5×5 wants 9 and takes an hour of one core's time.

    >>> with tempfile.TemporaryDirectory() as directory:
    ...     quixotic.solve("quixo3 --double-line mover", directory).probe("start").plies
    7
    """
    directory = _native.solve(game if isinstance(game, str) else game.id, db, until, memory, progress)
    return Game(game if isinstance(game, str) else game.id, directory).database
