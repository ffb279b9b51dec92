"""A board as pixels, for those who want a picture without drawing software."""

from __future__ import annotations

from typing import Optional

import numpy as np
import numpy.typing as npt

from .position import Position

__all__ = ["position_image"]

_TILE = 48
"""Pixels of a tile."""
_WOOD = (226, 200, 160)
_GRID = (150, 115, 75)
_INK = (40, 40, 45)


def position_image(position: Position) -> npt.NDArray[np.uint8]:
    """A position of Quixo as an array of shape (height, width, 3)."""
    board = position.board
    mover = 1 if position.to_move == "X" else -1
    symbols = {mover: _cross(), -mover: _ring()}
    rows = [np.hstack([_tile(symbols.get(int(tile))) for tile in row]) for row in board]
    return np.vstack(rows)


def _tile(symbol: Optional[npt.NDArray[np.bool_]]) -> npt.NDArray[np.uint8]:
    tile = np.full((_TILE, _TILE, 3), _WOOD, dtype=np.uint8)
    tile[[0, -1], :] = tile[:, [0, -1]] = _GRID
    if symbol is not None:
        tile[symbol] = _INK
    return tile


def _offsets() -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """How far each pixel of a tile is below and right of its centre."""
    centred = np.arange(_TILE) - (_TILE - 1) / 2
    return np.asarray(centred[:, None]), np.asarray(centred[None, :])


def _cross() -> npt.NDArray[np.bool_]:
    down, right = _offsets()
    on_a_stroke = np.abs(np.abs(down) - np.abs(right)) < _TILE / 14
    return np.asarray(on_a_stroke & (np.maximum(np.abs(down), np.abs(right)) < _TILE / 3))


def _ring() -> npt.NDArray[np.bool_]:
    down, right = _offsets()
    return np.asarray(np.abs(np.hypot(down, right) - _TILE * 0.29) < _TILE / 18)
