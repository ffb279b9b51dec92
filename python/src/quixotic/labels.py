"""Random positions of Quixo with what they are worth, for those who learn from them.

All that is random comes from SplitMix64, since numpy does not promise that its own generators stay the same.
"""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple, Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["OF_A_BORDER", "Labels", "RandomBoards", "Symmetry", "words"]

_CHUNK = 1 << 16
"""Boards that are drawn together. Batches are cut from chunks, so what is drawn does not depend on their size."""

OF_A_BORDER = 64
"""Boards of 5×5 with the same border that are drawn together for a stream, where speed counts: so many give 10⁵ positions with their plies a
second on two cores, sixteen give half of that."""


class Labels(NamedTuple):
    """Positions as arrays, with what they are worth to the player to move."""

    boards: npt.NDArray[np.int8]
    """The positions, as `Game.encode` makes them."""
    outcomes: npt.NDArray[np.int8]
    """1, 0 and −1 for the player to move."""
    plies: npt.NDArray[np.int16]
    """Plies to the end of the game under best play; −1 for a draw."""
    moves: npt.NDArray[np.int8]
    """The outcome of every move by its action number, for the player who makes it; −2 where it is not legal. Without columns if moves were not
    asked for."""

    def at(self, rows: Any) -> Labels:
        """Some of the positions."""
        return Labels(self.boards[rows], self.outcomes[rows], self.plies[rows], self.moves[rows])

    @classmethod
    def joined(cls, parts: Sequence[Labels]) -> Labels:
        """Positions of some parts, one after the other."""
        boards, outcomes, plies, moves = (np.concatenate(column) for column in zip(*parts))
        return cls(boards, outcomes, plies, moves)


def words(seed: int, count: int) -> npt.NDArray[np.uint64]:
    """Random words of 64 bits: SplitMix64."""
    return _mix(np.uint64(seed) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E37_79B9_7F4A_7C15))


def _mix(word: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    word = (word ^ word >> np.uint64(30)) * np.uint64(0xBF58_476D_1CE4_E5B9)
    word = (word ^ word >> np.uint64(27)) * np.uint64(0x94D0_49BB_1331_11EB)
    return np.asarray(word ^ word >> np.uint64(31))


class RandomBoards:
    """Random boards: all levels are equally likely, and then all boards of a level.

    A database keeps boards of the same border near each other, and what it reads for one of them serves all. So boards of 5×5 are drawn
    some to a border, which differ in the tiles within it. Each of them alone has the same chances as any board.
    """

    def __init__(self, size: int, levels: Sequence[int], seed: int, of_a_border: int = OF_A_BORDER) -> None:
        self._size, self._levels, self._seed = size, np.array(levels), seed
        self._together = of_a_border if size == 5 else 1
        inner = np.zeros((size, size), dtype=bool)
        inner[1:-1, 1:-1] = True
        self._inner = np.flatnonzero(inner)

    def chunk(self, number: int) -> npt.NDArray[np.int8]:
        """A part of all that is drawn, which has no end; always the same boards for the same number."""
        cells = self._size**2
        borders = _CHUNK // self._together
        # The seed of a chunk is a word of the seed's own.
        seed = int(_mix(np.array([self._seed], dtype=np.uint64) + _mix(np.array([number], dtype=np.uint64)))[0])
        counts = [borders, borders, borders * cells, _CHUNK * self._inner.size, _CHUNK]
        level, sides, places, inner, order = np.split(words(seed, sum(counts)), np.cumsum(counts)[:-1])
        level = self._levels[(level >> np.uint64(32)) * np.uint64(len(self._levels)) >> np.uint64(32)]
        side = (sides[:, None] >> np.arange(cells, dtype=np.uint64) & np.uint64(1)).astype(np.int8) * 2 - 1
        place = places.reshape(borders, cells).argsort(axis=1)
        boards = np.zeros((borders, cells), dtype=np.int8)
        np.put_along_axis(boards, place, np.where(np.arange(cells) < level[:, None], side, np.int8(0)), axis=1)
        boards = np.repeat(boards, self._together, axis=0)
        if self._together > 1:
            shuffled = inner.reshape(_CHUNK, -1).argsort(axis=1)
            boards[:, self._inner] = np.take_along_axis(boards[:, self._inner], shuffled, axis=1)
        return boards[order.argsort()].reshape(-1, self._size, self._size)

    def __iter__(self) -> Iterator[npt.NDArray[np.int8]]:
        number = 0
        while True:
            yield self.chunk(number)
            number += 1


class Symmetry:
    """The symmetries of the square, eight of them: which boards are images of each other."""

    def __init__(self, size: int) -> None:
        powers = np.power(3.0, np.arange(size**2)).reshape(size, size)
        border = powers.copy()
        border[1:-1, 1:-1] = 0
        self._images, self._borders = self._weights(powers), self._weights(border)

    @staticmethod
    def _weights(powers: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        turned = [np.rot90(flipped, turns) for flipped in (powers, powers.T) for turns in range(4)]
        return np.stack([image.ravel() for image in turned], axis=1)

    def keys(self, boards: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
        """A number for each board, the same for its images and for no other board."""
        return self._least(boards, self._images)

    def borders(self, boards: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
        """The same of its border alone."""
        return self._least(boards, self._borders)

    def _least(self, boards: npt.NDArray[np.int8], weights: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
        # Numbers are below 3²⁵, so they are exact.
        digits = boards.reshape(len(boards), -1).astype(np.float64) + 1
        return np.asarray((digits @ weights).min(axis=1).astype(np.int64))
