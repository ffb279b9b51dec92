"""Our players in the game of the course."""

from __future__ import annotations

import random
from enum import Enum
from typing import Any

import course_stand_in
import numpy as np
import pytest
from course_stand_in import Move, NewGame, OldGame

from quixotic.course import Player


class Student:
    """Any move that the game takes."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def make_move(self, game: OldGame) -> tuple[tuple[int, int], Move]:
        board = game.get_board()
        while True:
            x, y = self._random.choice([(x, y) for x in range(5) for y in range(5) if x in (0, 4) or y in (0, 4)])
            slide = self._random.choice(list(Move))
            stays = {Move.TOP: y == 0, Move.BOTTOM: y == 4, Move.LEFT: x == 0, Move.RIGHT: x == 4}[slide]
            if board[y, x] in (-1, game._side) and not stays:
                return (x, y), slide


@pytest.mark.parametrize("game", [OldGame, NewGame])
@pytest.mark.parametrize("side", [0, 1])
def test_a_hundred_games_without_a_refused_move(game: type[OldGame], side: int) -> None:
    won = 0
    player = Player("minimax:1")
    for number in range(100):
        players: list[Any] = [Student(number), player] if side else [player, Student(number)]
        won += game().play(*players) == side
    assert won > 80


@pytest.mark.parametrize("game", [OldGame, NewGame])
def test_one_player_may_play_both_sides(game: type[OldGame]) -> None:
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


def test_a_double_line_is_decided_as_in_the_course() -> None:
    # Pushing the tile from the bottom of column e up at the top completes row 1 for 0 and row 2 for 1.
    rows = board("0000.", "11110", "....1", ".....", "....0")
    taken = at(rows.copy())
    taken._push((4, 4), Move.TOP, 0)
    doubled = (taken._board[0] == 0).all() and (taken._board[1] == 1).all()
    assert not doubled or taken.winner() == 0
    game = at(rows.copy())
    position, slide = Player("minimax:1").make_move(game)
    game._push(position, slide, 0)
    assert game.winner() == 0


def test_what_loses_by_the_courses_rule_is_avoided() -> None:
    # 1 threatens to complete her row above ours with one push: officially that loses for her.
    rows = board("1111.", "0000.", "....0", "....1", ".....")
    for seed in range(5):
        game = at(rows.copy())
        position, slide = Player("random", seed=seed).make_move(game)
        game._push(position, slide, 0)
        if game.winner() == 0:
            continue
        replies = 0
        for y in range(5):
            for x in range(5):
                for reply in Move:
                    after = at(game._board.copy(), 1)
                    try:
                        after._push((x, y), reply, 1)
                    except course_stand_in.Refused:
                        continue
                    replies += after.winner() == 1
        assert replies == 0


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
