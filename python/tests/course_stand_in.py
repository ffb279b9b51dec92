"""A game like that of the course, written from its description alone; see quixotic.course."""

from __future__ import annotations

from enum import Enum
from typing import Any, Optional

import numpy as np
import numpy.typing as npt


class Move(Enum):
    TOP = 0
    BOTTOM = 1
    LEFT = 2
    RIGHT = 3


class Refused(Exception):
    """The course's game would ask again for ever."""


class OldGame:
    """As in older copies: nobody tells whose turn it is."""

    def __init__(self) -> None:
        self._board = np.full((5, 5), -1)

    def get_board(self) -> npt.NDArray[Any]:
        return self._board.copy()

    def winner(self) -> int:
        """The topmost row, then the leftmost column, then the diagonals decide; −1 for nobody."""
        lines = [*self._board, *self._board.T, self._board.diagonal(), np.fliplr(self._board).diagonal()]
        for line in lines:
            if line[0] != -1 and (line == line[0]).all():
                return int(line[0])
        return -1

    def play(self, *players: Any, longest: int = 300) -> int:
        for ply in range(longest):
            self._side = ply % 2
            position, slide = players[self._side].make_move(self)
            self._push(position, slide, self._side)
            if self.winner() != -1:
                return self.winner()
        return -1

    def _push(self, position: tuple[int, int], slide: Move, side: int) -> None:
        x, y = position
        if not isinstance(slide, Move):
            raise Refused(f"{slide!r} is not one of the game's moves")
        if not (0 <= x < 5 and 0 <= y < 5) or (x not in (0, 4) and y not in (0, 4)):
            raise Refused(f"{position} is not on the border")
        if self._board[y, x] == 1 - side:
            raise Refused(f"the tile on {position} is the other's")
        end: Optional[tuple[int, int]] = {
            Move.TOP: (x, 0),
            Move.BOTTOM: (x, 4),
            Move.LEFT: (0, y),
            Move.RIGHT: (4, y),
        }[slide]
        assert end is not None
        if end == (x, y):
            raise Refused("a tile may not go back where it was")
        line = self._board[:, x] if slide in (Move.TOP, Move.BOTTOM) else self._board[y, :]
        at = y if slide in (Move.TOP, Move.BOTTOM) else x
        tiles = [tile for number, tile in enumerate(line) if number != at]
        line[:] = [side, *tiles] if slide in (Move.TOP, Move.LEFT) else [*tiles, side]


class NewGame(OldGame):
    """As in newer copies."""

    def get_current_player(self) -> int:
        return self._side
