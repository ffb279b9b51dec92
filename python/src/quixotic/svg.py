"""Boards as SVG, for notebooks: positions with the value of every move on its tile, lines as a strip of boards."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Optional, Union

from .errors import MissingDatabase
from .game import Game
from .position import Position

if TYPE_CHECKING:
    from .answer import Line, MoveAnswer

__all__ = ["line_svg", "position_svg"]

_CELL = 56
_GAP = 20
"""Room for coordinates, and between boards."""
_COLOURS = {"win": "#1a7f37", "draw": "#6e7781", "loss": "#cf222e", "open": "#9a6700"}
_IN_A_ROW = 6
"""Boards of a strip beside each other."""

# Where the value of a move stands on its tile: at the side to which the tile goes.
_SIDES = {"L": (0.2, 0.55), "R": (0.8, 0.55), "T": (0.5, 0.22), "B": (0.5, 0.92)}


def position_svg(position: Position, values: Optional[bool] = None) -> str:
    """A position. Without `values` being said, they are drawn where a database tells them at once."""
    drawing = _drawing(position.game)
    parts = drawing.board(position)
    if values is None:
        values = position.game.database.source in ("embedded", "directory", "remote")
    if values and not position.is_over:
        try:
            parts += drawing.values(position.probe().moves)
        except MissingDatabase:
            pass
    title = f"{position.winner} has won" if position.winner else f"{position.to_move} to move"
    if position.is_over and not position.winner:
        title = "a draw"
    parts.append(_text(drawing.width / 2, drawing.height + 14, title, 13))
    return _svg(drawing.width, drawing.height + _GAP, parts)


def line_svg(line: Line) -> str:
    """A line: the position before the first move, then that after each."""
    game = Game(line.as_dict()["game"] if line.as_dict()["rules"] == "standard" else f"{line.game} {line.rules}")
    steps = [("", line.position), *((f"{ply}. {step.move}", step.position) for ply, step in enumerate(line, 1))]
    drawing = _drawing(game)
    boards = []
    for number, (title, text) in enumerate(steps):
        x = number % _IN_A_ROW * (drawing.width + _GAP)
        y = number // _IN_A_ROW * (drawing.height + 2 * _GAP)
        parts = drawing.board(Position(game, text))
        parts.append(_text(drawing.width / 2, drawing.height + 14, title or line.to_move + " to move", 13))
        boards.append(f'<g transform="translate({x} {y})">{"".join(parts)}</g>')
    columns = min(len(steps), _IN_A_ROW)
    rows = -(-len(steps) // _IN_A_ROW)
    return _svg(columns * (drawing.width + _GAP), rows * (drawing.height + 2 * _GAP), boards)


class _Grid:
    """A square board with coordinates: letters from the left, numbers from the bottom."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.width = self.height = size * _CELL + _GAP

    def board(self, position: Position) -> list[str]:
        parts = []
        for row, cells in enumerate(self.symbols(position)):
            for column, symbol in enumerate(cells):
                x, y = _GAP + column * _CELL, row * _CELL
                parts.append(_tile(x, y, _CELL))
                if symbol:
                    parts.append(_text(x + _CELL / 2, y + _CELL * 0.65, symbol, 22))
        for number in range(self.size):
            middle = number * _CELL + _CELL / 2
            parts.append(_text(_GAP + middle, self.height - 6, "abcdefgh"[number], 12))
            parts.append(_text(_GAP / 2, middle + 4, str(self.size - number), 12))
        return parts

    def symbols(self, position: Position) -> list[list[str]]:
        """What stands on each cell."""
        raise NotImplementedError

    def values(self, moves: list[MoveAnswer]) -> list[str]:
        """The values of the moves."""
        raise NotImplementedError

    def corner(self, square: str) -> tuple[float, float]:
        """The top left corner of a square by its name."""
        return _GAP + "abcdefgh".index(square[0]) * _CELL, (self.size - int(square[1])) * _CELL


class _QuixoBoard(_Grid):
    def symbols(self, position: Position) -> list[list[str]]:
        mover = 1 if position.to_move == "X" else -1
        names = {0: "", mover: "X", -mover: "O"}
        return [[names[int(tile)] for tile in row] for row in position.board]

    def values(self, moves: list[MoveAnswer]) -> list[str]:
        parts = []
        for move in moves:
            x, y = self.corner(move.move)
            right, down = _SIDES[move.move[2]]
            label = {"draw": "=", "open": "?"}.get(move.outcome, str(move.plies if move.plies is not None else "∞"))
            parts.append(_text(x + right * _CELL, y + down * _CELL, label, 11, _COLOURS[move.outcome]))
        return parts


class _NumericalBoard(_Grid):
    def symbols(self, position: Position) -> list[list[str]]:
        return [[str(abs(int(number))) if number else "" for number in row] for row in position.board]

    def values(self, moves: list[MoveAnswer]) -> list[str]:
        by_square: dict[str, list[MoveAnswer]] = {}
        for move in moves:
            by_square.setdefault(move.move[:2], []).append(move)
        parts = []
        for square, of_square in by_square.items():
            # The moves are sorted, the best first.
            outcome = of_square[0].outcome
            best = [move.move.split("=")[1] for move in of_square if move.outcome == outcome]
            x, y = self.corner(square)
            parts.append(_text(x + _CELL / 2, y + _CELL * 0.45, outcome, 11, _COLOURS[outcome]))
            parts.append(_text(x + _CELL / 2, y + _CELL * 0.75, " ".join(best[:4]), 11, _COLOURS[outcome]))
        return parts


class _UltimateBoard:
    """Nine fields of nine spots. Won fields are tinted, the field to play in has a border."""

    spot = _CELL / 2
    field = 3 * _CELL / 2 + 8
    width = height = 3 * field

    def board(self, position: Position) -> list[str]:
        numbers = position.board
        mover = 1 if position.to_move == "X" else -1
        names = {0: "", mover: "X", -mover: "O"}
        tints = {"X": "#dbe9ff", "O": "#ffe3d5", "": "#ffffff"}
        parts = []
        for field in range(9):
            x, y = self._corner(field)
            is_active = bool(numbers[10, field])
            fill = tints[names[int(numbers[9, field])]]
            parts.append(_tile(x, y, 3 * self.spot, fill, "#1a7f37" if is_active else "#8c6d46", 3 if is_active else 1))
            for spot in range(9):
                symbol = names[int(numbers[field, spot])]
                if symbol:
                    parts.append(_text(*self._spot(field, spot), symbol, 17))
        return parts

    def values(self, moves: list[MoveAnswer]) -> list[str]:
        known = [move for move in moves if move.outcome != "open"]
        return [
            _text(*self._spot(*map(int, move.move)), str(move.plies or move.outcome[0]), 11, _COLOURS[move.outcome])
            for move in known
        ]

    def _corner(self, field: int) -> tuple[float, float]:
        return field % 3 * self.field, field // 3 * self.field

    def _spot(self, field: int, spot: int) -> tuple[float, float]:
        """Where the text of a spot stands."""
        x, y = self._corner(field)
        return x + (spot % 3 + 0.5) * self.spot, y + (spot // 3 + 0.7) * self.spot


def _drawing(game: Game) -> Union[_QuixoBoard, _NumericalBoard, _UltimateBoard]:
    if game.name == "ultimate":
        return _UltimateBoard()
    if game.name.startswith("numerical"):
        return _NumericalBoard(game.shape[0])
    return _QuixoBoard(game.shape[0])


def _tile(x: float, y: float, side: float, fill: str = "#f3e3c7", stroke: str = "#8c6d46", line: int = 1) -> str:
    style = f'fill="{fill}" stroke="{stroke}" stroke-width="{line}"'
    return f'<rect x="{x}" y="{y}" width="{side}" height="{side}" rx="4" {style}/>'


def _text(x: float, y: float, text: str, size: int, colour: str = "#24292f") -> str:
    style = f'font-size="{size}" fill="{colour}" text-anchor="middle" font-family="sans-serif"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>'


def _svg(width: float, height: float, parts: list[str]) -> str:
    size = f'width="{width:g}" height="{height:g}" viewBox="-2 -2 {width + 4:g} {height + 4:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'
