"""Many positions at once, and arrays, notation and action numbers for each other."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from processes import output

import quixotic

ALL = quixotic.games()


def random_boards(count: int, size: int = 4, seed: int = 1) -> npt.NDArray[np.int8]:
    return np.random.default_rng(seed).integers(-1, 2, size=(count, size, size), dtype=np.int8)


@pytest.mark.parametrize("name", [*ALL, "ultimate --rules won-closed", "numerical3 --hands 1-5/1-4 --target 9"])
def test_random_games_are_games_and_arrays_are_positions(name: str) -> None:
    game = quixotic.Game(name)
    played = game.play_many(20, seed=7)
    assert len(played.boards) == len(played.actions) == played.starts[-1]
    for number in range(20):
        position = game.start()
        for ply in range(played.starts[number], played.starts[number + 1]):
            board = played.boards[ply]
            assert (position.board == board).all()
            assert game.decode(board, to_move=position.to_move) == position
            assert position.action_mask[played.actions[ply]] == 1
            position = position.play(played.actions[ply])
        assert position.is_over
        outcome = {None: 0, game.players[0]: 1, game.players[1]: -1}[position.winner]
        assert outcome == played.outcomes[number]
    assert not played.broken_off.any()


def test_a_seed_gives_the_same_games() -> None:
    game = quixotic.Game("quixo5")
    one, more, other = game.play_many(10, seed=1), game.play_many(30, seed=1), game.play_many(10, seed=2)
    assert (more.boards[: len(one.boards)] == one.boards).all()
    assert len(one.boards) != len(other.boards) or (one.boards != other.boards).any()


def test_a_game_that_is_too_long_is_broken_off() -> None:
    played = quixotic.Game("quixo5").play_many(10, seed=1, max_plies=5)
    assert played.broken_off.all() and (played.outcomes == 0).all() and (np.diff(played.starts) == 5).all()


def test_many_are_what_they_are_one_by_one() -> None:
    db = quixotic.open("quixo4")
    boards = random_boards(2000)
    outcomes, plies = db.probe_many(boards)
    assert (db.outcomes_many(boards) == outcomes).all()
    words = {"win": 1, "draw": 0, "loss": -1}
    for board, outcome, distance in zip(boards, outcomes, plies):
        answer = db.probe(db.game.decode(board))
        assert words[answer.outcome] == outcome
        assert (-1 if answer.plies is None else answer.plies) == distance
    assert outcomes.dtype == np.int8 and plies.dtype == np.int16


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as on Linux")
def test_a_million_takes_less_than_two_seconds_of_a_core_and_memory_is_bounded() -> None:
    measure = Path(__file__).with_name("measure_probe_many.py")
    environment = {**os.environ, "RAYON_NUM_THREADS": "1"}
    told = json.loads(output([sys.executable, str(measure)], env=environment))
    assert min(told["first"], told["again"]) < 2
    # That of a part of 2²⁰ positions; of all of them it would be three times that.
    assert told["megabytes_beside"] < 90


def test_more_positions_than_are_passed_at_a_time() -> None:
    db = quixotic.open("quixo3")
    few = random_boards(1000, size=3)
    told: list[tuple[int, int]] = []
    outcomes, plies = db.probe_many(np.tile(few, (1100, 1, 1)), progress=lambda *done: told.append(done))
    once = db.probe_many(few)
    assert (outcomes.reshape(1100, -1) == once[0]).all() and (plies.reshape(1100, -1) == once[1]).all()
    assert told[-1] == (1_100_000, 1_100_000) and told == sorted(told)


def test_games_without_a_database_are_asked_too() -> None:
    db = quixotic.open("numerical3")
    boards = db.game.encode(["start", "9,.,./.,2,./.,.,."])
    outcomes, plies = db.probe_many(boards)
    assert outcomes.tolist() == [1, 1] and plies.tolist() == [-1, -1]


def test_none_are_none() -> None:
    outcomes, plies = quixotic.open("quixo4").probe_many(np.zeros((0, 4, 4), dtype=np.int8))
    assert outcomes.shape == plies.shape == (0,)
    assert len(quixotic.Game("quixo4").play_many(0).boards) == 0


def test_where_values_end_it_is_an_error_or_what_one_likes() -> None:
    db = quixotic.open("quixo5")
    if db.source != "embedded":
        pytest.skip("there is a database of 5×5 here")
    boards = db.game.encode(["start", "XOXOX/O3X/X3O/O3X/XOXO1 X"])
    with pytest.raises(quixotic.MissingDatabase, match="XOXOX/O3X/X3O/O3X/XOXO1 X is not known here"):
        db.probe_many(boards)
    outcomes, plies = db.probe_many(boards, open_as=9)
    assert outcomes.tolist() == [0, 9] and plies.tolist() == [-1, -1]


def test_arrays_need_not_be_contiguous_or_small() -> None:
    db = quixotic.open("quixo4")
    boards = random_boards(100)
    expected = db.outcomes_many(boards)
    assert (db.outcomes_many(boards.astype(np.int64)) == expected).all()
    assert (db.outcomes_many(np.asfortranarray(boards)) == expected).all()
    assert (db.outcomes_many(boards[::2]) == expected[::2]).all()
    assert (db.outcomes_many(boards.tolist()) == expected).all()


def test_estimates_are_shares_that_the_network_gives_for_any_position() -> None:
    game = quixotic.Game("quixo5")
    played = game.play_many(20, seed=3)
    shares = game.estimate_many(played.boards)
    assert shares.shape == (len(played.boards), 3) and shares.dtype == np.float32
    assert np.allclose(shares.sum(axis=1), 1, atol=1e-5) and (shares >= 0).all()
    # Whoever won with the last move was sure to win before it.
    is_by_first = np.diff(played.starts) % 2 == 1
    won = played.outcomes == np.where(is_by_first, 1, -1)
    assert won.sum() > 10 and (shares[played.starts[1:][won] - 1, 0] == 1).all()
    # The solution agrees on what is hard: most of 4×4 where nobody wins at once.
    db = quixotic.open("quixo4")
    boards = random_boards(2000)
    outcomes, plies = db.probe_many(boards)
    quiet = (plies > 1) | (plies < 0)
    judged = 1 - db.game.estimate_many(boards[quiet]).argmax(axis=1)
    assert (judged == outcomes[quiet]).mean() > 0.85
    over = game.encode(["XXXXX/5/5/5/OOOO1 O", "XXXXX/5/5/5/OOOO1 X"])
    assert game.estimate_many(over).tolist() == [[0, 0, 1], [1, 0, 0]]


def test_random_games_can_be_written_to() -> None:
    played = quixotic.Game("quixo3").play_many(2)
    assert all(array.flags.writeable for array in played)
