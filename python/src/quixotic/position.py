"""A position of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
import numpy.typing as npt

from .answer import Answer, Line

if TYPE_CHECKING:
    from .game import Game

__all__ = ["Position"]


class Position:
    """A position: a board and whose turn it is. It never changes; `play` gives another one.

    >>> position = quixotic.Game("quixo5").start().play("a5R")
    >>> position
    <Position 4X/5/5/5/5 O>
    >>> position.to_move, position.is_over, position.moves[:3]
    ('O', False, ['a5R', 'a5B', 'b5L'])
    >>> print(position.draw())
    5  · · · · X
    4  · · · · ·
    3  · · · · ·
    2  · · · · ·
    1  · · · · ·
       a b c d e
    """

    __slots__ = ("game", "text", "to_move", "is_over", "winner", "moves")

    game: Game
    """The game."""
    text: str
    """The position in the game's notation; the same as `str(position)`."""
    to_move: str
    """Who is to move, in the game's own words."""
    is_over: bool
    """Whether the game is over."""
    winner: Optional[str]
    """Who has won; None for a draw and while the game goes on."""
    moves: list[str]
    """The legal moves; none when the game is over."""

    def __init__(self, game: Game, text: str) -> None:
        self.game = game
        status = game._engine.status(text)
        self.text, self.to_move, self.is_over, self.winner, self.moves = status

    def play(self, *moves: Union[str, int]) -> Position:
        """The position after some moves, by notation or by action number.

        >>> start = quixotic.Game("quixo4").start()
        >>> start.play("a4R", "a4B") == start.play(0, 1)
        True
        >>> start.play("b3R")
        Traceback (most recent call last):
        ...
        ValueError: bad move `b3R`: b3 is not on the border, its tile cannot be taken
        """
        after = self.text
        for move in moves:
            after = self.game._engine.play(after, self.game.move(move))
        return Position(self.game, after)

    @property
    def board(self) -> npt.NDArray[np.int8]:
        """The position as an array, seen from the player to move; see `Game.shape`."""
        return self.game.encode(self)

    @property
    def actions(self) -> list[int]:
        """The numbers of the legal moves."""
        return [self.game.action(move) for move in self.moves]

    @property
    def action_mask(self) -> npt.NDArray[np.int8]:
        """1 for each action number that is legal, 0 for the others."""
        mask = np.zeros(len(self.game.actions), dtype=np.int8)
        mask[self.actions] = 1
        return mask

    def probe(self, seconds: Optional[float] = None) -> Answer:
        """The value of the position and of its moves; see `Database.probe`."""
        return self.game.database.probe(self, seconds)

    def line(self, seconds: Optional[float] = None) -> Line:
        """One game without a mistake from here; see `Database.line`."""
        return self.game.database.line(self, seconds)

    def draw(self, last: Optional[str] = None) -> str:
        """The board as text; what the last move changed is marked if it is told."""
        return "\n".join(self.game._engine.draw(self.text, last))

    def svg(self, values: Optional[bool] = None) -> str:
        """The board as SVG, with the value of every move on its tile. Without `values` being
        said, values are drawn where a database tells them at once."""
        from .svg import position_svg

        return position_svg(self, values)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Position {self.text}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.text == other.text and self.game.id == other.game.id

    def __hash__(self) -> int:
        return hash((self.game.id, self.text))

    def __deepcopy__(self, _: Any) -> Position:
        return self  # It never changes.

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self.text)
