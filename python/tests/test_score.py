"""Scores of functions, players of the course and agents, by the same call."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from course_other import Newer, Older
from course_stand_in import Move, NewGame, OldGame

import quixotic
from quixotic import Position, course


def first(position: Position) -> str:
    return position.moves[0]


def test_the_same_player_has_the_same_score() -> None:
    scores = [quixotic.score("quixo4", first, positions=120, games=2).as_dict() for _ in range(2)]
    for score in scores:
        del score["seconds_per_move"]
    assert scores[0] == scores[1]
    assert (scores[0]["agent"], scores[0]["set"], scores[0]["repeatable"]) == ("first", "quixo4-1", None)


def test_an_agent_a_function_and_a_player_of_the_course_are_judged_alike() -> None:
    name = "minimax:1"
    of_name = quixotic.score("quixo5", name, positions=150, games=4)
    of_function = quixotic.score("quixo5", quixotic.agent("quixo5", name, seed=3), positions=150, games=4)
    of_player = quixotic.score("quixo5", course.Player(name, seed=3), positions=150, games=4)
    low, high = of_name.error_range
    for other in (of_function, of_player):
        assert other.set == "quixo5-1" and other.positions == 150
        assert other.error_range[0] <= high and low <= other.error_range[1]
        assert other.perfect is None and other.elo is not None
    assert (of_function.agent, of_player.agent) == (name, "Player")


def test_a_program_is_scored_by_the_same_call() -> None:
    engine = Path(__file__).parents[2] / "examples" / "ugi_engine.py"
    score = quixotic.score("quixo4", f"ugi:20s:'{sys.executable}' '{engine}'", positions=20, games=2)
    assert (score.set, score.positions, score.as_dict()["repeatable"]) == ("quixo4-1", 20, False)


def test_perfect_errs_nowhere_by_any_way_in() -> None:
    for perfect in ("perfect", quixotic.agent("quixo4", "perfect")):
        score = quixotic.score("quixo4", perfect, positions=60, games=2)
        assert (score.errors, score.wins_lost, score.plies_short, score.mistakes) == (0, 0, 0.0, [])
        assert score.perfect is not None and score.perfect["starts"]["wins"] == 1


@pytest.mark.parametrize("game", [OldGame, NewGame, Older, Newer])
def test_a_player_is_shown_a_game_of_its_own_module(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players look at what their copy of the game has, not only at the board."""
    module = __import__(game.__module__)
    monkeypatch.setattr(module, "Game", game, raising=False)
    seen: set[Any] = set()

    class Student:
        def make_move(self, shown: Any) -> Any:
            seen.add(type(shown))
            board = shown.get_board()
            for x in range(5):
                if board[0, x] == -1:
                    return (x, 0), Move.BOTTOM
            return (0, 4), Move.TOP

    Student.__module__ = game.__module__
    score = quixotic.score("quixo5", first_blank(Student()), positions=20, games=0)
    assert score.positions == 20 and score.elo is None
    # Whose turn it is cannot be set in this one, so it is not shown.
    assert seen == {course._Game if game is NewGame else game}


def first_blank(student: Any) -> Any:
    """The student's move where it is legal, else any: it must not be refused."""
    function = course.function_of(student)

    def choose(position: Position) -> str:
        move = function(position)
        return move if move in position.moves else position.moves[0]

    return choose


def test_a_score_tells_how_far_it_is() -> None:
    for player in ("minimax:1", first):
        told: list[tuple[int, int]] = []
        quixotic.score("quixo4", player, positions=30, games=2, progress=lambda *done: told.append(done))
        assert told[-1][0] == told[-1][1] >= 30 and told == sorted(told)


def test_a_score_can_be_kept_and_shown(tmp_path: Path) -> None:
    score = quixotic.score("quixo4", "random", positions=80, games=2, page="https://example.org/")
    score.html(tmp_path / "score.html")
    score.badge(tmp_path / "score.svg")
    page = (tmp_path / "score.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and page.count("<svg") == 10 and "https://example.org/#game=quixo4" in page
    shown = score._repr_html_()
    assert shown in page and "<html" not in shown
    assert f"{100 * score.error_rate:.1f} % errors" in (tmp_path / "score.svg").read_text(encoding="utf-8")
    assert json.loads(score.to_json()) == score.as_dict()
    assert repr(score).startswith("<Score of random on quixo4-1: ")
    drawn = quixotic.score("quixo4", "random", positions=80, games=0, seed=7)
    assert drawn.set is None and "quixo4 with seed 7" in repr(drawn)


def test_what_a_player_does_wrong_is_told() -> None:
    with pytest.raises(ZeroDivisionError):
        quixotic.score("quixo4", lambda _: str(1 // 0))
    with pytest.raises(ValueError, match="a4L"):
        quixotic.score("quixo4", lambda _: "a4L")
    with pytest.raises(TypeError, match="make_move"):
        quixotic.score("quixo5", 3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="players of the course play quixo5"):
        quixotic.score("quixo4", course.Player("random"))
    with pytest.raises(ValueError, match="4000 positions"):
        quixotic.score("quixo4", "random", positions=4001)
    with pytest.raises(OverflowError):
        quixotic.score("quixo4", "random", games=-1)
