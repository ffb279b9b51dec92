"""For the Quixo of the AI course at Politecnico di Torino: our agents as players of that interface.

    from quixotic.course import Player
    game.play(MyPlayer(), Player("minimax:3"))

A player there has `make_move(game)`, which returns `((x, y), Move)`. `game.get_board()` is an array indexed `[y, x]`, −1 for
a blank tile, 0 and 1 for the players; x counts from the left and y from the top, so (0, 0) is our `a5`. `Move` is the end
where the tile goes back in. It has to be the `Move` of the game's own module, since a member of any other `Enum` is refused
for ever; it is looked for where the game's class comes from, or given as `move`.

`game.get_current_player()` is missing in older copies. There a player tells its side by itself: who sees the empty board
starts, and who sees a single tile does not. Who joins in the middle of a game has to say `player=0` or `player=1`.

Their rule for double lines is not the official one. If a move makes lines of both players, one of the lines decides, and not
that the mover loses: in older copies the topmost row or the leftmost column, in newer ones the lowest or the rightmost. So
a game with `check_winner()` is asked itself, on a copy of it; for others the rule of older copies is taken. Agents play by the
official rules, so this adapter looks two plies ahead itself: it takes a line that wins at once by the course's
rule, and avoids moves after which the opponent has one, if there are others. Further ahead the difference is not seen.

The other way round, `quixotic.score("quixo5", MyPlayer())` scores a player of the course.
"""

from __future__ import annotations

import copy
import sys
from enum import Enum
from typing import Any, Callable, Optional, Protocol, Type

import numpy as np
import numpy.typing as npt

from .arena import Agent
from .errors import MissingDatabase
from .game import DbPath, Game
from .position import Position

__all__ = ["Player"]

_ENDS = {"T": "TOP", "B": "BOTTOM", "L": "LEFT", "R": "RIGHT"}
_BLANK = -1

Board = npt.NDArray[Any]


class CourseGame(Protocol):
    """What the adapter wants of a game."""

    def get_board(self) -> Board:
        """The board, indexed [y, x]."""


class CoursePlayer(Protocol):
    """What a player of the course is."""

    def make_move(self, game: Any) -> tuple[tuple[int, int], Any]:
        """The tile to take, as (x, y), and the end where it goes back in."""


class Move(Enum):
    """The ends, for players whose module has no game of its own."""

    TOP = 0
    BOTTOM = 1
    LEFT = 2
    RIGHT = 3


class _Game:
    """A game of the course as far as players look at it."""

    def __init__(self) -> None:
        self._board = np.full((5, 5), _BLANK)
        self.current_player_idx = 0

    def get_board(self) -> Board:
        return self._board.copy()

    def get_current_player(self) -> int:
        return self.current_player_idx


def function_of(player: CoursePlayer) -> Callable[[Position], str]:
    """A player of the course as a function from a position to a move. It is shown a game of the class that its own module
    has, if it has one, since players may use more of it than the board."""
    if not hasattr(player, "make_move"):
        raise TypeError(
            "a player is an agent's name, a function from a position to a move, or has make_move(game) as in the course, "
            f"not {player!r}"
        )

    def choose(position: Position) -> str:
        if position.game.id != "quixo5":
            raise ValueError(f"players of the course play quixo5, not {position.game.id}")
        mover = position.game.players.index(position.to_move)
        game = _their_game(player)
        if game is None or not _set(game, _as_course(position, mover), mover):
            game = _Game()
            _set(game, _as_course(position, mover), mover)
        (x, y), end = player.make_move(game)
        if not (0 <= x < 5 and 0 <= y < 5):
            raise ValueError(f"{(x, y)} is no tile: x and y are 0 to 4")
        return f"{'abcde'[x]}{5 - y}{end.name[0]}"

    return choose


def _their_game(player: CoursePlayer) -> Any:
    """A new game of the class `Game` in the module that the player, or a class that it extends, comes from."""
    for cls in type(player).__mro__:
        found = getattr(sys.modules.get(cls.__module__), "Game", None)
        if isinstance(found, type) and hasattr(found, "get_board"):
            try:
                return found()
            except Exception:  # It is somebody else's, and copies differ.
                return None
    return None


class Player:
    """An agent of quixotic as a player of the course.

    `agent` is any agent that plays Quixo. `perfect` wants the whole database of 5×5, at `db` or where the command
    puts it; `search:…` follows what is here of it and searches beyond.
    """

    def __init__(
        self,
        agent: str = "search:200ms",
        *,
        seed: int = 0,
        db: Optional[DbPath] = None,
        player: Optional[int] = None,
        move: Optional[Type[Enum]] = None,
    ) -> None:
        self._game = Game("quixo5", db)
        self._agent = Agent(self._game, agent, seed)
        self._given = player
        self._move = move
        self._side = player
        self._plays_both = False
        self._left: Optional[Board] = None

    def make_move(self, game: CourseGame) -> tuple[tuple[int, int], Enum]:
        """The tile to take, as (x, y), and the end where it goes back in."""
        board = np.array(game.get_board())
        if board.shape != self._game.shape or not np.isin(board, [_BLANK, 0, 1]).all():
            raise ValueError("a board of the course is a 5×5 array of -1, 0 and 1")
        side = self._side_of(game, board)
        position = self._position(board, side)
        if position.is_over:
            raise ValueError("the game is over: there is no move to make")
        chosen = self._choose(position, _Referee(game))
        self._side = side
        self._left = _as_course(position.play(chosen), 1 - side)
        column, row, end = list(chosen)
        member = getattr(self._move or _their_move(game), _ENDS[end])
        return ("abcde".index(column), 5 - int(row)), member

    def _choose(self, position: Position, referee: _Referee) -> str:
        """The agent's move, but for what the course's rule decides within two plies."""
        mover = position.to_move
        wins = [move for move in position.moves if referee.winner(position.play(move)) == mover]
        if wins:
            return wins[0]
        chosen = self._agent.choose(position)
        if not referee.loses_in_two(position, chosen):
            return chosen
        return next((move for move in self._by_value(position) if not referee.loses_in_two(position, move)), chosen)

    def _by_value(self, position: Position) -> list[str]:
        """The moves, the best first where that is known."""
        try:
            return [answer.move for answer in position.probe().moves]
        except MissingDatabase:
            return position.moves

    def _position(self, board: Board, side: int) -> Position:
        seen = np.where(board == _BLANK, 0, np.where(board == side, 1, -1))
        return self._game.decode(seen, to_move=self._game.players[side])

    def _side_of(self, game: CourseGame, board: Board) -> int:
        """Which player we are, 0 or 1."""
        if self._given is not None:
            return self._given
        current = getattr(game, "get_current_player", None)
        if current is not None:
            return int(current())
        marked = int((board != _BLANK).sum())
        if marked <= 1:  # The first two plies; the number of tiles never falls.
            # Whoever finds the single tile that she left herself plays both sides. Later that would prove nothing, since
            # a push may leave the board as it was.
            self._plays_both = marked == 1 and self._left is not None and bool((board == self._left).all())
            return marked
        if self._side is None:
            raise ValueError("a game that is under way does not tell whose turn it is: say player=0 or player=1")
        return 1 - self._side if self._plays_both else self._side


def _their_move(game: CourseGame) -> Type[Enum]:
    """The `Move` of the module that the game, or a class that it extends, comes from."""
    for cls in type(game).__mro__:
        found = getattr(sys.modules.get(cls.__module__), "Move", None)
        if isinstance(found, type) and issubclass(found, Enum) and all(hasattr(found, end) for end in _ENDS.values()):
            return found
    raise ValueError("there is no Move beside the game's class: give it as Player(move=Move)")


def _as_course(position: Position, to_move: int) -> Board:
    """A position as the course has it."""
    board = position.board
    return np.where(board == 0, _BLANK, np.where(board == 1, to_move, 1 - to_move))


def _set(game: Any, board: Board, mover: int) -> bool:
    """Sets a board and who is to move in a game of the course; whether it shows them then."""
    try:
        game._board = board.astype(np.asarray(game.get_board()).dtype)
        game.current_player_idx = mover
        current = getattr(game, "get_current_player", lambda: mover)
        return bool(np.array_equal(game.get_board(), board) and current() == mover)
    except Exception:  # It is somebody else's, and copies differ.
        return False


class _Referee:
    """Tells who has won by the rule of a game of the course."""

    def __init__(self, game: CourseGame) -> None:
        self._game = game

    def winner(self, position: Position) -> Optional[str]:
        """Who has won, if somebody has."""
        if not position.is_over:
            return None
        board = position.board
        lines = [*board, *board.T, board.diagonal(), np.fliplr(board).diagonal()]
        owners = [int(line[0]) for line in lines if line[0] != 0 and (line == line[0]).all()]
        players = position.game.players
        to_move = players.index(position.to_move)
        if len(set(owners)) > 1:
            asked = self._ask(_as_course(position, to_move), 1 - to_move)
            if asked is not None:
                return players[asked]
        return players[to_move if owners[0] == 1 else 1 - to_move]

    def loses_in_two(self, position: Position, move: str) -> bool:
        """Whether a move loses at once, or lets the opponent win with the next."""
        after, mover = position.play(move), position.to_move
        if after.is_over:
            return self.winner(after) != mover
        return any(self.winner(after.play(reply)) == after.to_move for reply in after.moves)

    def _ask(self, board: Board, mover: int) -> Optional[int]:
        """Who has won after a move of `mover`, by the game's own word. None if it does not tell."""
        game: Any = copy.copy(self._game)
        try:
            told = int(game.check_winner()) if _set(game, board, mover) else _BLANK
        except Exception:  # It is somebody else's, and copies differ.
            return None
        return told if told in (0, 1) else None
