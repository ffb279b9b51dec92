"""Games like those of the course by another hand than course_stand_in.py, and after what copies of the course really do.

The player to move is counted up before each move, the board is an array of small integers, and a move that is not accepted is
asked for again; here that is an error. Copies differ in two ways, which are the two games here.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

import numpy as np
import numpy.typing as npt


class Move(Enum):
    TOP = 0
    BOTTOM = 1
    LEFT = 2
    RIGHT = 3


class Older:
    """Nobody tells whose turn it is, and of several lines the topmost or leftmost decides."""

    def __init__(self) -> None:
        self._board = np.full((5, 5), -1, dtype=np.int16)
        self.current_player_idx = 1
        self.plies = 0

    def get_board(self) -> npt.NDArray[Any]:
        return self._board.copy()

    def check_winner(self) -> int:
        complete = self._complete()
        return complete[0] if complete else -1

    def _complete(self) -> list[int]:
        """The owners of complete lines: rows from the top, columns from the left, the diagonals."""
        size = range(5)
        lines = [[(y, x) for x in size] for y in size] + [[(y, x) for y in size] for x in size]
        lines += [[(i, i) for i in size], [(i, 4 - i) for i in size]]
        tiles = [{int(self._board[cell]) for cell in line} for line in lines]
        return [owners.pop() for owners in tiles if len(owners) == 1 and -1 not in owners]

    def play(self, first: Any, second: Any) -> int:
        while self.check_winner() < 0 and self.plies < 300:
            self.current_player_idx = (self.current_player_idx + 1) % 2
            chosen, slide = (first, second)[self.current_player_idx].make_move(self)
            assert self.accepts(chosen, slide), f"{chosen} {slide} is refused on\n{self._board}"
            self.move(chosen, slide)
            self.plies += 1
        return self.check_winner()

    def accepts(self, chosen: tuple[int, int], slide: object) -> bool:
        x, y = chosen
        if not {x, y} <= set(range(5)) or not {x, y} & {0, 4}:
            return False
        at_end = {Move.TOP: y == 0, Move.BOTTOM: y == 4, Move.LEFT: x == 0, Move.RIGHT: x == 4}
        is_free = self._board[y, x] in (-1, self.current_player_idx)
        return bool(is_free) and isinstance(slide, Move) and not at_end[slide]

    def move(self, chosen: tuple[int, int], slide: Move) -> None:
        x, y = chosen
        is_column = slide in (Move.TOP, Move.BOTTOM)
        line = (self._board[:, x] if is_column else self._board[y]).tolist()
        del line[y if is_column else x]
        line.insert(0 if slide in (Move.TOP, Move.LEFT) else 4, self.current_player_idx)
        if is_column:
            self._board[:, x] = line
        else:
            self._board[y] = line


class Newer(Older):
    """The game tells whose turn it is, and the last complete row or column decides."""

    def get_current_player(self) -> int:
        return self.current_player_idx

    def check_winner(self) -> int:
        complete = self._complete()
        return complete[-1] if complete else -1
