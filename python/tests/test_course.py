"""Our players in the game of the course."""

from __future__ import annotations

import random
import sys
from enum import Enum
from typing import Any

import course_other
import numpy as np
import pytest
from course_other import Newer, Older
from course_stand_in import Move, NewGame, OldGame

from quixotic.course import Player

GAMES: list[Any] = [OldGame, NewGame, Older, Newer]


class Student:
    """Any move that the game takes."""

    def __init__(self, game: Any, side: int, seed: int) -> None:
        self._move = sys.modules[game.__module__].Move
        self._side = side
        self._random = random.Random(seed)

    def make_move(self, game: Any) -> tuple[tuple[int, int], Enum]:
        board = game.get_board()
        ends = self._move
        while True:
            x, y = self._random.choice([(x, y) for x in range(5) for y in range(5) if x in (0, 4) or y in (0, 4)])
            slide = self._random.choice(list(ends))
            stays = {ends.TOP: y == 0, ends.BOTTOM: y == 4, ends.LEFT: x == 0, ends.RIGHT: x == 4}[slide]
            if board[y, x] in (-1, self._side) and not stays:
                return (x, y), slide


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("side", [0, 1])
def test_a_hundred_games_without_a_refused_move(game: Any, side: int) -> None:
    won = 0
    player = Player("minimax:1")
    for number in range(100):
        student = Student(game, 1 - side, number)
        players: list[Any] = [student, player] if side else [player, student]
        won += game().play(*players) == side
    assert won > 80


@pytest.mark.parametrize("game", GAMES)
def test_one_player_may_play_both_sides(game: Any) -> None:
    player = Player("random", seed=3)
    for _ in range(5):
        game().play(player, player)


def board(*rows: str) -> Any:
    return np.array([[".01".index(tile) - 1 for tile in row] for row in rows])


def at(rows: Any, side: int = 0) -> NewGame:
    game = NewGame()
    game._board, game._side = rows, side
    return game


def test_coordinates_and_ends_are_theirs() -> None:
    # 0 has four of the top row and pushes the fifth in from the right, taking (4, 0) away: a5 is (0, 0).
    game = at(board("0000.", "1111.", ".....", ".....", "....."))
    position, slide = Player("minimax:1").make_move(game)
    game._push(position, slide, 0)
    assert game.winner() == 0 and slide in Move


def before(game: Any, rows: Any, side: int) -> Any:
    """A game of course_other in which it is somebody's turn."""
    begun = game()
    begun._board, begun.current_player_idx = rows.astype(np.int16), side
    return begun


def moves(game: Any) -> list[Any]:
    """What the game accepts."""
    cells = [(x, y) for x in range(5) for y in range(5)]
    return [(cell, slide) for cell in cells for slide in course_other.Move if game.accepts(cell, slide)]


def winner_after(game: Any, move: Any) -> int:
    after = before(type(game), game._board, game.current_player_idx)
    after.move(*move)
    return int(after.check_winner())


def test_a_double_line_is_decided_by_the_game() -> None:
    # Whatever 0 pushes in above column e completes her top row and the row of 1 below it.
    rows = board("00001", "1111.", ".....", ".....", ".....")
    for seed in range(8):
        older, newer = (before(game, rows.copy(), 0) for game in (Older, Newer))
        winning = [move for move in moves(older) if winner_after(older, move) == 0]
        assert winning and not any(winner_after(newer, move) == 0 for move in winning)
        player = Player("random", seed=seed, player=0)
        assert player.make_move(older) in winning
        assert player.make_move(newer) not in winning


def test_the_rule_of_older_copies_is_taken_if_a_game_cannot_be_asked() -> None:
    rows = board("00001", "1111.", ".....", ".....", ".....")
    game = at(rows)
    game._push(*Player("random").make_move(game), 0)
    assert game.winner() == 0


@pytest.mark.parametrize(
    ("game", "rows"),
    [
        # By a push in column e 1 completes her row, and one of 0, which officially loses. Nothing wins for 0.
        (Older, ("....1", "11110", "00001", ".....", ".....")),
        (Newer, (".....", ".....", "00001", "11110", "....1")),
    ],
)
def test_what_loses_by_the_courses_rule_is_avoided(game: Any, rows: tuple[str, ...]) -> None:
    def lets_win(move: Any) -> bool:
        after = before(game, begun._board, 0)
        after.move(*move)
        after.current_player_idx = 1
        return any(winner_after(after, reply) == 1 for reply in moves(after))

    begun = before(game, board(*rows), 0)
    assert not any(winner_after(begun, move) == 0 for move in moves(begun))
    assert 0 < sum(map(lets_win, moves(begun))) < len(moves(begun))
    for seed in range(10):
        assert not lets_win(Player("random", seed=seed, player=0).make_move(begun))


def test_a_game_that_is_under_way_has_to_tell_the_side() -> None:
    game = OldGame()
    game._board = board("01...", ".....", ".....", ".....", ".....")
    with pytest.raises(ValueError, match="say player=0 or player=1"):
        Player("random").make_move(game)
    position, slide = Player("random", player=1).make_move(game)
    game._push(position, slide, 1)


def test_the_move_is_found_or_given() -> None:
    class Bare:
        def get_board(self) -> Any:
            return np.full((5, 5), -1)

    Bare.__module__ = "nowhere"
    with pytest.raises(ValueError, match=r"give it as Player\(move=Move\)"):
        Player("random").make_move(Bare())
    _, slide = Player("random", move=Move).make_move(Bare())
    assert isinstance(slide, Move) and isinstance(slide, Enum)


@pytest.mark.parametrize("bad", [np.zeros((4, 4), int), np.full((5, 5), 2)])
def test_other_boards_are_refused(bad: Any) -> None:
    with pytest.raises(ValueError, match="a board of the course"):
        Player("random").make_move(at(bad))
