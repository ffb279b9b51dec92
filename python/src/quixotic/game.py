"""Games by their names."""

from __future__ import annotations

import json
import operator
import os
import re
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Callable, Iterator, NamedTuple, Optional, Sequence, SupportsIndex, TypeVar, Union

import numpy as np
import numpy.typing as npt

from . import _native
from .limits import unsigned
from .position import Position
from .progress import Progress, part

if TYPE_CHECKING:
    from .database import Database

__all__ = ["Game", "RandomGames", "games"]

DbPath = Union[str, "os.PathLike[str]"]

TOGETHER = 1 << 20
"""Positions that are passed at a time, which bounds the memory that a call takes."""

_Found = TypeVar("_Found")

_LOGIN = re.compile("^(https?://)[^/]*@", re.IGNORECASE)
"""A user and a password in an address."""

_known_logins: dict[str, str] = {}
"""The addresses with a user or a password that this process has opened, by the same without."""


class RandomGames(NamedTuple):
    """Random games as arrays: all plies of all games one after the other."""

    boards: npt.NDArray[np.int8]
    """The position before each move, seen from the player to move."""
    actions: npt.NDArray[np.uint16]
    """The number of each move."""
    starts: npt.NDArray[np.int64]
    """Where each game starts, and after the last where it ends: game i is `starts[i]:starts[i + 1]`."""
    outcomes: npt.NDArray[np.int8]
    """1 if the first player won a game, −1 if the second did, 0 for a draw."""
    broken_off: npt.NDArray[np.bool_]
    """Whether a game was broken off after `max_plies`; its outcome is 0 then."""


def games() -> list[str]:
    """The names of all games.

    >>> quixotic.games()
    ['quixo3', 'quixo4', 'quixo5', 'numerical3', 'numerical4', 'ultimate']
    """
    return [name for name, _ in _native.kinds()]


class Game:
    """A game and its rules.

    >>> game = quixotic.Game("quixo4", line=3)
    >>> game
    <Game quixo4 --line 3>
    >>> game.start(), game.players, game.shape, len(game.actions)
    (<Position 4/4/4/4 X>, ('X', 'O'), (4, 4), 32)

    `db` is the directory of its database, if it is not where the command puts it, or its address:
    `s3://bucket/quixo5`, `https://example.org/quixo5`. `cache` is how many bytes of the database are
    kept in memory at most. Rules are keywords, those of the command's options.

    A pickled game has no password of its address: another process that unpickles it has to have
    the address with the password in `QUIXOTIC_DB`.
    """

    def __init__(
        self,
        name: str,
        db: Optional[DbPath] = None,
        *,
        cache: Optional[int] = None,
        **rules: Union[str, int],
    ) -> None:
        options = [f"--{rule.replace('_', '-')} {value}" for rule, value in rules.items()]
        if cache is not None:
            unsigned(64, cache=cache)
        self._db = None if db is None else os.fspath(db)
        self._cache = cache
        self._engine = _native.Engine(" ".join([name, *options]), self._db, cache)
        if self._db is not None and (public := _without_login(self._db)) != self._db:
            _known_logins[public] = self._db

    @cached_property
    def id(self) -> str:
        """The name with the rules, as they are typed: `quixo4 --line 3`."""
        return self._engine.id()

    @property
    def name(self) -> str:
        """The name without the rules: `quixo4`."""
        return self.id.split(" ")[0]

    def info(self) -> dict[str, Any]:
        """What is here of it: title, levels of the database, agents that are worth trying."""
        info: dict[str, Any] = json.loads(self._engine.info())
        return info

    def explain(self, position: Union[str, Position] = "start") -> dict[str, Any]:
        """What the card of the agent `rules` says of a position: its `steps`, each a rule with its `name`, its `text`
        and the `moves` that it and the rules before it leave, and the `rule` that decided; None if none did.

        >>> quixotic.Game("quixo5").explain("XXXX1/1OO2/1O3/5/5 X")["rule"]
        {'name': 'win', 'text': 'Win at once if you can.'}
        """
        explained: dict[str, Any] = json.loads(self._engine.explain(self._text(position)))
        return explained

    @cached_property
    def players(self) -> tuple[str, str]:
        """The names of the first and the second player."""
        first, second = self._engine.players()
        return first, second

    @cached_property
    def database(self) -> Database:
        """The solution, as far as it is here. `quixotic.open` asks for it at once."""
        from .database import Database

        return Database(self)

    def start(self) -> Position:
        """The position in which a game starts."""
        return Position(self, self._engine.start())

    def position(self, text: Union[str, Position]) -> Position:
        """Reads a position.

        >>> quixotic.Game("quixo4").position("X3/2O1/4/3X O").to_move
        'O'
        """
        return Position(self, self._text(text))

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The shape of a position as an array of int8.

        Arrays are seen from the player to move. Quixo: (N, N), rows from the top, 1 for her
        tiles, −1 for the other's, 0 for blank. Numerical: (N, N), the numbers, those that the other
        placed negative. Ultimate: (11, 9), nine fields of nine spots, the owners of the fields,
        and a 1 for the field that has to be played in.
        """
        return tuple(self._engine.shape())

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """Every move that exists, by its action number.

        >>> quixotic.Game("quixo5").actions[:4]
        ('a5R', 'a5B', 'b5L', 'b5R')
        """
        return tuple(self._engine.actions())

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {move: number for number, move in enumerate(self.actions)}

    def action(self, move: str) -> int:
        """The number of a move.

        >>> quixotic.Game("quixo5").action("a5R")
        0
        """
        number = self._numbers.get(move)
        if number is None:
            raise ValueError(f"{move!r} is not a move of {self.id}")
        return number

    def move(self, action: Union[SupportsIndex, str]) -> str:
        """The move of a number; a move is taken as it is.

        >>> quixotic.Game("quixo5").move(3)
        'b5R'
        """
        if isinstance(action, str):
            return action
        try:
            number = operator.index(action)
        except TypeError:
            raise TypeError(f"a move is a str in the game's notation or an action number, not {action!r}") from None
        if not 0 <= number < len(self.actions):
            raise ValueError(f"there is no action {number}: {self.id} has 0 to {len(self.actions) - 1}")
        return self.actions[number]

    def encode(self, position: Union[str, Position, Sequence[Union[str, Position]]]) -> npt.NDArray[np.int8]:
        """A position as an array, or many as one with a dimension more.

        >>> quixotic.Game("quixo3").encode("X2/3/2O O")
        array([[-1,  0,  0],
               [ 0,  0,  0],
               [ 0,  0,  1]], dtype=int8)
        """
        if isinstance(position, (str, Position)):
            encoded = self._engine.encode(self._text(position))
            return np.frombuffer(encoded, dtype=np.int8).reshape(self.shape).copy()
        encoded = b"".join(self._engine.encode(self._text(one)) for one in position)
        return np.frombuffer(encoded, dtype=np.int8).reshape(-1, *self.shape).copy()

    def decode(self, board: npt.ArrayLike, to_move: Optional[str] = None) -> Position:
        """An array as a position. On a board of Quixo either player may be to move: the first, unless
        `to_move` says otherwise.

        >>> quixotic.Game("quixo3").decode([[-1, 0, 0], [0, 0, 0], [0, 0, 1]], to_move="O")
        <Position X2/3/2O O>
        """
        checked = self._checked(self._whole(board))
        if checked.shape != self.shape:
            raise ValueError(f"a position of {self.id} has the shape {self.shape}, not {checked.shape}")
        return Position(self, self._engine.decode(checked.tobytes(), to_move))

    def decode_many(self, boards: npt.ArrayLike) -> list[Position]:
        """Arrays as positions."""
        return [self.decode(board) for board in self._boards(boards)]

    def estimate_many(
        self,
        boards: npt.ArrayLike,
        *,
        progress: Optional[Progress] = None,
    ) -> npt.NDArray[np.float32]:
        """What the network of the game makes of many positions, on all cores: an array of shape (n, 3) with the
        likelihood of a win, a draw and a loss for the player to move. They are estimates also where the
        solution is here, unless the game is over or won with the next move. 4×4 and 5×5 Quixo have
        a network; for other games it is a `ValueError`.

        >>> game = quixotic.Game("quixo5")
        >>> boards = game.encode(["start", "XXXX1/5/5/5/OOOO1 X"])
        >>> game.estimate_many(boards).argmax(axis=1)
        array([1, 0])
        """
        checked = self._boards(boards)
        shares = np.empty((len(checked), 3), dtype=np.float32)

        def ask(some: bytes, report: Optional[Progress]) -> bytes:
            return self._engine.estimate_many(some, report)

        for start, some, found in self._in_parts(checked, progress, ask):
            shares[start : start + len(some)] = np.frombuffer(found, dtype=np.float32).reshape(-1, 3)
        return shares

    def play_many(
        self,
        games: int,
        *,
        seed: int = 0,
        max_plies: int = 200,
        progress: Optional[Progress] = None,
    ) -> RandomGames:
        """Games of random moves, on all cores. Game 17 of a seed is always the same.

        >>> played = quixotic.Game("quixo4").play_many(100, seed=1)
        >>> played.boards.shape[1:], len(played.outcomes), len(played.starts)
        ((4, 4), 100, 101)
        """
        unsigned(32, games=games, max_plies=max_plies)
        unsigned(64, seed=seed)
        played = self._engine.play_many(games, max_plies, seed, progress)
        boards, actions, lengths, outcomes, broken_off = played
        ends = np.cumsum(np.frombuffer(lengths, dtype=np.uint32), dtype=np.int64)
        return RandomGames(
            boards=np.frombuffer(boards, dtype=np.int8).reshape(-1, *self.shape),
            actions=np.frombuffer(actions, dtype=np.uint16),
            starts=np.concatenate([np.zeros(1, dtype=np.int64), ends]),
            outcomes=np.frombuffer(outcomes, dtype=np.int8),
            broken_off=np.frombuffer(broken_off, dtype=np.bool_),
        )

    def _text(self, position: Union[str, Position]) -> str:
        if isinstance(position, Position):
            if position.game.id != self.id:
                raise ValueError(f"a position of {position.game.id} is not one of {self.id}")
            return position.text
        return position

    def _checked(self, boards: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
        """Whole numbers as int8. What does not fit is refused, not cut off."""
        if boards.dtype == np.int8:
            return boards
        if boards.size and (boards.min() < -128 or boards.max() > 127):
            raise ValueError("boards are arrays of int8: a number is out of range")
        return boards.astype(np.int8)

    def _whole(self, boards: npt.ArrayLike) -> npt.NDArray[Any]:
        """An array of whole numbers."""
        given = np.asarray(boards)
        if given.dtype.kind not in "iub" and given.size:
            raise ValueError(f"boards are arrays of whole numbers, not of {given.dtype}")
        return given

    def _boards(self, boards: npt.ArrayLike) -> npt.NDArray[Any]:
        """Arrays of many positions."""
        given = self._whole(boards)
        if given.ndim == 0 or given.shape[1:] != self.shape:
            wanted = ", ".join(["n", *map(str, self.shape)])
            raise ValueError(f"positions of {self.id} have the shape ({wanted}), not {given.shape}")
        return given

    def _in_parts(
        self,
        boards: npt.NDArray[Any],
        progress: Optional[Progress],
        ask: Callable[[bytes, Optional[Progress]], _Found],
        together: int = TOGETHER,
    ) -> Iterator[tuple[int, npt.NDArray[np.int8], _Found]]:
        """Asks about many positions, some at a time: where each part starts, the part, and what was found."""
        for start in range(0, len(boards), together):
            some = self._checked(boards[start : start + together])
            report = None if progress is None else part(progress, start, len(boards))
            try:
                found = ask(some.tobytes(), report)
            except ValueError:
                # It counts from the beginning of the part.
                self._find_bad(some, start)
                raise
            yield start, some, found

    def _find_bad(self, boards: npt.NDArray[Any], first: int) -> None:
        """Raises the error of the first board that is none, with its number."""
        for number, board in enumerate(boards, first):
            try:
                self.decode(board)
            except ValueError as error:
                raise ValueError(f"position {number}: {error}") from None

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.id, self._db) == (other.id, other._db)

    def __hash__(self) -> int:
        return hash((self.id, self._db))

    def __deepcopy__(self, _: Any) -> Game:
        return self  # It never changes, and opening it again takes time.

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopened, (self.id, self._db and _without_login(self._db), self._cache)


@lru_cache(maxsize=8)
def _reopened(name: str, db: Optional[str], cache: Optional[int]) -> Game:
    """The game that was pickled. A worker that gets it with every task opens it once."""
    return Game(name, db and _with_login(db), cache=cache)


def _without_login(db: str) -> str:
    return _LOGIN.sub(r"\1", db)


def _with_login(db: str) -> str:
    """The address with the user and password that this process has for it, if there are any."""
    configured = os.environ.get("QUIXOTIC_DB", "")
    return configured if _without_login(configured) == db else _known_logins.get(db, db)


def opened(game: Union[str, Game], db: Optional[DbPath] = None) -> Game:
    """The game of that name, or the game itself."""
    if isinstance(game, str):
        return Game(game, db)
    if db is not None:
        raise ValueError("db is for a game that is given by its name")
    return game
