"""The solution of a game."""

from __future__ import annotations

import json
import operator
from typing import Any, Callable, Iterator, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _native
from .answer import Answer, Line, Stats
from .errors import MissingDatabase
from .game import TOGETHER, DbPath, Game
from .labels import Labels, RandomBoards
from .limits import unsigned
from .position import Position
from .progress import Progress

__all__ = ["Database", "open", "solve"]

_OPEN = 2
"""What the extension module says of a position whose value is not here."""

_WITH_MOVES = TOGETHER // 8
"""Positions that are passed at a time with all their moves, which bounds the memory that a call takes."""


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
        """Where values come from: `embedded`, `directory`, `remote`, `search` or `none`."""
        return str(self.game.info()["solution"]["source"])

    def probe(
        self,
        position: Union[str, Position] = "start",
        seconds: Optional[float] = None,
        traps: Union[bool, str] = False,
    ) -> Answer:
        """The value of a position and of its moves, the best first. `seconds` bounds a search; an answer may be
        `partial` then. `traps` is an opponent, "beginner", "club" (or True) or "strong": the moves that keep a draw or a
        loss have the chance that this one errs within two replies as their `trap`, and come in that order.

        >>> db = quixotic.open("quixo4")
        >>> db.probe("X3/2O1/4/3X O")
        <Answer X3/2O1/4/3X O: X wins in 18 plies, best c4B>
        >>> drawn = db.probe("2X1/4/O2O/1X2 X", traps=True)
        >>> drawn.opponent, 0 < drawn.moves[0].trap.chance < 1
        ('club', True)
        """
        opponent = "club" if traps is True else traps or None
        return Answer(json.loads(self.game._engine.probe(self.game._text(position), seconds, opponent)))

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
        checked = self.game._boards(boards)
        plies = np.empty(len(checked), dtype=np.int16)
        return self._ask(checked, plies, open_as, progress), plies

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
        return self._ask(self.game._boards(boards), None, open_as, progress)

    def probe_many_with_moves(
        self,
        boards: npt.ArrayLike,
        *,
        open_as: Optional[int] = None,
        progress: Optional[Progress] = None,
    ) -> Labels:
        """Outcomes and plies of many positions and the outcomes of all their moves: see `probe_many`.

        `moves` of what is returned has a row for each position and a column for each action number, with −2
        where the move is not legal. A game that is over has no moves.

        >>> db = quixotic.open("quixo4")
        >>> found = db.probe_many_with_moves(db.game.encode(["X3/2O1/4/3X O"]))
        >>> [(move, int(outcome)) for move, outcome in zip(db.game.actions, found.moves[0]) if outcome > -2][:4]
        [('b4L', -1), ('b4R', -1), ('b4B', -1), ('c4L', -1)]
        """
        checked = self.game._boards(boards)
        count, actions = len(checked), len(self.game.actions)
        plies = np.empty(count, dtype=np.int16)
        moves = np.empty((count, actions), dtype=np.int8)

        def ask(some: bytes, report: Optional[Progress]) -> Sequence[bytes]:
            return self.game._engine.probe_many_with_moves(some, report)

        return Labels(checked, self._found(checked, ask, plies, moves, open_as, progress), plies, moves)

    def labelled(
        self, batch: int = 65_536, *, seed: int = 0, moves: bool = False, levels: Optional[Sequence[int]] = None
    ) -> Iterator[Labels]:
        """Random positions of Quixo with their values, for ever, `batch` at a time.

        All levels (numbers of marked tiles) are equally likely, or those of `levels`, and then all boards of a level; those
        on which the game is over are left out. On 5×5, positions come 64 to a border, which differ in the
        tiles within it. With `moves` every move has its outcome, see `probe_many_with_moves`. The same seed gives the
        same positions, whatever the batch.

        >>> batch = next(quixotic.open("quixo4").labelled(1000, seed=1))
        >>> batch.boards.shape, batch.outcomes.shape, batch.plies.dtype
        ((1000, 4, 4), (1000,), dtype('int16'))
        """
        unsigned(64, seed=seed)
        if operator.index(batch) < 1:
            raise ValueError(f"a batch is at least one position, not {batch}")
        drawn = RandomBoards(self.game.shape[0], self._whole_levels(levels), seed)
        return self._labelled(drawn, batch, moves)

    def _labelled(self, drawn: RandomBoards, batch: int, moves: bool) -> Iterator[Labels]:
        parts: list[Labels] = []
        count = 0
        for boards in drawn:
            parts.append(self.label(boards, moves))
            count += len(parts[-1].boards)
            if count < batch:
                continue
            together = Labels.joined(parts)
            ends = range(batch, count + 1, batch)
            for end in ends:
                yield together.at(slice(end - batch, end))
            parts = [together.at(slice(ends[-1], count))]
            count -= ends[-1]

    def label(self, boards: npt.NDArray[np.int8], moves: bool = False) -> Labels:
        """The positions of an array on which the game is not over, with their values."""
        if moves:
            found = self.probe_many_with_moves(boards)
        else:
            found = Labels(boards, *self.probe_many(boards), np.empty((len(boards), 0), dtype=np.int8))
        return found.at(found.plies != 0)

    def _whole_levels(self, wanted: Optional[Sequence[int]]) -> list[int]:
        """The levels of which all positions and all moves have a value here, or those that are wanted of them."""
        here = self.levels
        if here is None:
            raise ValueError(f"{self.game.id} has no levels: random positions are those of Quixo")
        cells = self.game.shape[0] ** 2
        whole = [level for level in here if level == cells or level + 1 in here]
        if wanted is None:
            wanted = whole
        missing = [level for level in wanted if level not in whole]
        if missing or not wanted:
            self.game._engine.require_solution()
            raise MissingDatabase(f"of {self.game.id}, the levels that are here with all their moves are {whole}, not {missing}")
        return list(wanted)

    def _ask(
        self,
        boards: npt.NDArray[Any],
        plies: Optional[npt.NDArray[np.int16]],
        open_as: Optional[int],
        progress: Optional[Progress],
    ) -> npt.NDArray[np.int8]:
        """The outcomes of many positions; their plies are written to an array if there is one."""
        def ask(some: bytes, report: Optional[Progress]) -> Sequence[bytes]:
            return self.game._engine.probe_many(some, plies is not None, report)

        return self._found(boards, ask, plies, None, open_as, progress)

    def _found(
        self,
        boards: npt.NDArray[Any],
        ask: Callable[[bytes, Optional[Progress]], Sequence[bytes]],
        plies: Optional[npt.NDArray[np.int16]],
        moves: Optional[npt.NDArray[np.int8]],
        open_as: Optional[int],
        progress: Optional[Progress],
    ) -> npt.NDArray[np.int8]:
        """What is asked about many positions, some at a time: their outcomes; plies and outcomes of moves are written to arrays."""
        if open_as is not None and not -128 <= operator.index(open_as) <= 127:
            raise ValueError(f"open_as is an int8, not {open_as}")
        outcomes = np.empty(len(boards), dtype=np.int8)
        together = TOGETHER if moves is None else _WITH_MOVES
        for start, some, found in self.game._in_parts(boards, progress, ask, together):
            here = slice(start, start + len(some))
            outcomes[here] = np.frombuffer(found[0], dtype=np.int8)
            if plies is not None:
                plies[here] = np.frombuffer(found[1], dtype=np.int16)
            if moves is not None:
                moves[here] = np.frombuffer(found[2], dtype=np.int8).reshape(len(some), -1)
            for column in [outcomes] if moves is None else [outcomes, moves]:
                is_open = column[here] == _OPEN
                if is_open.any():
                    if open_as is None:
                        raise self._missing(some[int(is_open.reshape(len(some), -1).any(axis=1).argmax())])
                    column[here][is_open] = open_as
        return outcomes

    def _missing(self, board: npt.NDArray[np.int8]) -> MissingDatabase:
        position = self.game.decode(board)
        note = position.probe().note or "its value was not found"
        return MissingDatabase(f"{position} is not known here. {note}")

    def __repr__(self) -> str:
        return f"<Database {self.game.id}: {self.source}>"


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
    memory: Optional[float] = None,
    progress: Optional[Progress] = None,
) -> Database:
    """Makes the database of Quixo under some rules, or goes on making it.

    It goes to the directory `db`, or where the command puts it. `until` is the last level to solve,
    `memory` is in GiB, half of the machine's without it, but 9 to 16; 5×5 wants 9 and takes an hour of one core's time.

    >>> with tempfile.TemporaryDirectory() as directory:
    ...     quixotic.solve("quixo3 --double-line mover", directory).probe("start").plies
    7
    """
    unsigned(8, until=until)
    name = game.id if isinstance(game, Game) else game
    return Game(name, _native.solve(name, db, until, memory, progress)).database
