"""What is answered: every field of the JSON that the command and the API give."""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple, Optional

__all__ = ["Answer", "Estimate", "Line", "MoveAnswer", "Stats", "Trap"]


class Estimate(NamedTuple):
    """How likely outcomes are, by a network; they add up to 1. Never a fact."""

    win: float
    draw: float
    loss: float


class Trap(NamedTuple):
    """How likely the opponent errs after a move, by a model."""

    chance: float
    """That one of the next two replies makes the outcome worse for who makes it."""

    known: str
    """How far it is known which replies err: `proved`, or `estimated` by a network."""


class _Fields:
    """Data with names. What only some games have to say is there as well."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    def as_dict(self) -> dict[str, Any]:
        """All fields, as in the JSON."""
        return self._fields

    def __getattr__(self, name: str) -> Any:
        # Also asked while an object is unpickled, when there is nothing yet.
        if name != "_fields" and name in self._fields:
            return self._fields[name]
        raise AttributeError(f"{type(self).__name__} has no field {name!r}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._fields == getattr(other, "_fields")

    def __hash__(self) -> int:
        return hash(repr(self._fields))


class _Valued(_Fields):
    known: str
    """How far the outcome is known: `proved`, `estimated` by a network, or `unknown`."""

    outcome: str
    """For the player to move, or who makes the move: `win`, `loss`, `draw`, or `open` where it is not known."""

    winner: Optional[str]
    """Who wins, in the game's own words; None for a draw and while it is open."""

    position: str
    """The position; of a move that after it."""

    @property
    def plies(self) -> Optional[int]:
        """Plies to the end under best play, the move included; None for a draw, and where it is not known."""
        plies: Optional[int] = self._fields["distance"]
        return plies

    @property
    def estimate(self) -> Optional[Estimate]:
        """What a network makes of a position that is not solved here; None where the value is known, and for games
        without a network. `Game.estimate_many` tells it of any position."""
        shares = self._fields.get("estimate")
        return None if shares is None else Estimate(**shares)

    def _told(self) -> str:
        if self.winner is None:
            return self.outcome
        if self.plies is None:
            return f"{self.winner} wins"
        return f"{self.winner} wins in {self.plies} plies" if self.plies else f"{self.winner} has won"


class MoveAnswer(_Valued):
    """A move and what it is worth to the player who makes it."""

    move: str
    """The move in the game's notation."""

    @property
    def trap(self) -> Optional[Trap]:
        """How likely the opponent errs after it; None if that was not asked, and for moves that give the outcome away or
        win."""
        trap = self._fields.get("trap")
        return None if trap is None else Trap(**trap)

    def __repr__(self) -> str:
        return f"<{self.move}: {self._told()}>"


class Answer(_Valued):
    """The value of a position and of its moves.

    >>> answer = quixotic.open("quixo3").probe("OO1/X2/1X1 X")
    >>> answer.outcome, answer.plies, answer.winner
    ('win', 3, 'X')
    >>> answer.best, answer.moves[-1].outcome
    (<a1T: X wins in 3 plies>, 'loss')

    Fields that only one game has are there too:

    >>> quixotic.open("numerical3").probe("start").target
    15
    """

    to_move: str
    """Who is to move, in the game's own words."""

    moves: list[MoveAnswer]
    """The moves, the best first."""

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        self.moves = [MoveAnswer(move) for move in fields["moves"]]

    @property
    def best(self) -> Optional[MoveAnswer]:
        """The first of the best moves; None when the game is over."""
        return self.moves[0] if self.moves else None

    @property
    def partial(self) -> bool:
        """Whether the time ran out: asking again may tell more."""
        return bool(self._fields.get("partial", False))

    @property
    def note(self) -> Optional[str]:
        """Where a part of a database is missing: which part is here, and how to get the rest."""
        return self._fields.get("note")

    def __repr__(self) -> str:
        best = f", best {self.best.move}" if self.best and self.outcome != "open" else ""
        return f"<Answer {self.position}: {self._told()}{best}>"


class Line(Answer):
    """One game without a mistake: its moves in their order. Drawn as a strip of boards in a notebook.

    >>> line = quixotic.open("quixo3").line()
    >>> len(line), line[0], line[-1].position
    (7, <a3R: X wins in 7 plies>, 'XXX/O2/O2 O')
    """

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[MoveAnswer]:
        return iter(self.moves)

    def __getitem__(self, ply: int) -> MoveAnswer:
        return self.moves[ply]

    def __repr__(self) -> str:
        moves = " ".join(move.move for move in self.moves)
        return f"<Line {self.position}: {moves}, {self._told()}>"

    def _repr_svg_(self) -> str:
        from .svg import line_svg

        return line_svg(self)


class Stats(_Fields):
    """How many positions have which outcome and distance.

    `by_distance` and `by_class` are columns by their names, as pandas takes them:
    `pandas.DataFrame(stats.by_distance)`.

    >>> stats = quixotic.open("quixo3").stats()
    >>> stats.positions, stats.win, stats.loss, stats.draw, stats.reachable
    (19683, 12748, 6935, 0, 16021)
    >>> stats.by_distance["plies"][:5], stats.by_distance["win"][:5]
    ([0, 1, 2, 3, 4], [4435, 7359, 0, 650, 0])
    """

    positions: int
    win: int
    loss: int
    draw: int
    reachable: Optional[int]
    signature: str

    @property
    def by_distance(self) -> dict[str, list[int]]:
        """Columns `plies`, `win` and `loss`."""
        return _columns(self._fields["by_distance"])

    @property
    def by_class(self) -> dict[str, list[int]]:
        """Columns `mover` and `other` (tiles on the board), `win`, `loss` and `draw`."""
        return _columns(self._fields["by_class"])

    def __repr__(self) -> str:
        counts = f"{self.win:,} won, {self.loss:,} lost, {self.draw:,} drawn"
        return f"<Stats {self._fields['game']}: {self.positions:,} positions, {counts}>"


def _columns(rows: list[dict[str, int]]) -> dict[str, list[int]]:
    names = rows[0] if rows else {}
    return {name: [row[name] for row in rows] for name in names}
