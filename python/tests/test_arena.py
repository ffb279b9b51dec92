"""Matches, the ladder, and functions that take part in them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Union

import pytest

import quixotic
from quixotic import Position

ENGINE = Path(__file__).parents[2] / "examples" / "ugi_engine.py"


def last(position: Position) -> Union[str, int]:
    return position.moves[-1]


def test_a_function_plays_either_side() -> None:
    for a, b in ((last, "perfect"), ("perfect", last)):
        match = quixotic.arena("quixo4", a, b, games=6)
        assert (match.wins, match.losses) == ((0, 6) if a is last else (6, 0))
        assert [game.a for game in match.games] == ["X", "O"] * 3
    assert {game.a for game in quixotic.arena("quixo3", last, "random", games=3, starts="b").games} == {"O"}


def test_a_program_plays_and_one_that_fails_loses() -> None:
    played = quixotic.arena("quixo3", f"ugi:20s:'{sys.executable}' '{ENGINE}'", "random", games=2)
    assert [game.reason for game in played.games] == [None, None]
    failed = quixotic.arena("quixo3", f"ugi:'{sys.executable}' -c 'raise SystemExit(3)'", "random", games=2)
    assert (failed.wins, failed.losses) == (0, 2)
    assert {game.ending for game in failed.games} == {"forfeit"}
    assert all("exit status: 3" in str(game.reason) for game in failed.games)


@pytest.mark.parametrize("name", ["quixo4", "numerical3", "ultimate"])
def test_an_agent_plays_the_same_for_functions_and_for_agents(name: str) -> None:
    both = quixotic.arena(name, "minimax:1", "random", games=4, seed=5)
    game = quixotic.Game(name)
    seeds = [quixotic._native.seeds(5, number) for number in range(4)]
    agents = iter([quixotic.agent(game, "random", seed=seed) for _, seed in seeds])
    current = [next(agents)]

    def other(position: Position) -> str:
        return current[0].choose(position)

    def told(done: int, _: int) -> None:
        current[:] = [next(agents, None)]  # type: ignore[list-item]

    assert quixotic.arena(name, "minimax:1", other, games=4, seed=5, progress=told) == both


@pytest.mark.parametrize("player", ["minimax:1", last])
def test_a_match_may_be_played_in_parts(player: Any) -> None:
    whole = quixotic.arena("quixo4", player, "random", games=7, seed=3)
    parts = [quixotic.arena("quixo4", player, "random", games=n, first=first, seed=3) for first, n in ((0, 3), (3, 4))]
    assert parts[0].games + parts[1].games == whole.games
    assert len({tuple(game.moves) for game in whole.games}) == 7


@pytest.mark.parametrize("player", ["minimax:1", last])
def test_bad_numbers_of_games(player: Any) -> None:
    for options in ({"games": -1}, {"first": -1}):
        with pytest.raises(OverflowError):
            quixotic.arena("quixo4", player, "random", **options)
    with pytest.raises(ValueError, match="at most"):
        quixotic.arena("quixo4", "random", "random", games=2**31, first=2**31)


def test_long_games_and_repetitions_are_draws() -> None:
    match = quixotic.arena("quixo5", last, last, games=1, max_plies=6)
    assert (match.draws, match.games[0].ending, len(match.games[0].moves)) == (1, "too_long", 6)

    def shuffle(position: Position) -> str:
        return "a1R" if position.to_move == "X" else "e5L"

    repeated = quixotic.arena("quixo5", shuffle, shuffle, games=1)
    assert repeated.games[0].ending in ("repetition", "rules")


def test_what_a_function_does_wrong_is_told() -> None:
    with pytest.raises(ValueError, match="d4L is not legal here"):
        quixotic.arena("quixo4", lambda _: "a4R", lambda _: "d4L", games=1)
    with pytest.raises(TypeError, match="a move is a str"):
        quixotic.arena("quixo4", lambda _: None, "random", games=1)  # type: ignore[arg-type,return-value]
    with pytest.raises(ZeroDivisionError):
        quixotic.arena("quixo4", "random", lambda _: 1 // 0, games=1)
    with pytest.raises(ValueError, match='starts is "a", "b" or None'):
        quixotic.arena("quixo4", last, "random", starts="c")
    with pytest.raises(ZeroDivisionError):
        quixotic.ladder("quixo4", [lambda _: 1 // 0])


def test_a_function_on_the_ladder_is_judged_like_an_agent() -> None:
    perfect = quixotic.agent("quixo4", "perfect")
    rows = quixotic.ladder("quixo4", ["perfect", perfect, last], positions=60, seed=2)
    assert [row["errors"] for row in rows[:2]] == [0, 0]
    assert rows[2]["agent"] == "last" and rows[2]["errors"] > 10 and rows[2]["positions"] == 60


def test_the_ladder_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    quixotic.ladder("quixo3", ["random", last, "perfect"], positions=20, progress=lambda *done: told.append(done))
    assert told[-1] == (60, 60) and told == sorted(told) and (30, 60) in told


def test_a_small_board_is_solved(tmp_path: object) -> None:
    told: list[tuple[int, int]] = []
    db = quixotic.solve("quixo3", str(tmp_path), progress=lambda *done: told.append(done))
    assert db.source == "directory" and db.is_complete and db.probe("start").plies == 7
    assert db.stats().signature == quixotic.open("quixo3").stats().signature
    again = quixotic.solve("quixo3", str(tmp_path))
    assert again.stats() == db.stats()
    with pytest.raises(ValueError, match="solved as they are asked"):
        quixotic.solve("ultimate", str(tmp_path))
    with pytest.raises(ValueError, match="memory"):
        quixotic.solve("quixo5", str(tmp_path) + "/five", memory=0.1)
