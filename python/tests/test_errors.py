"""What is wrong is told by the documented exception, with a text that helps."""

from __future__ import annotations

from pathlib import Path
from typing import Callable

import numpy as np
import pytest

import quixotic
from quixotic import _native

GAME = quixotic.Game("quixo4")
DB = quixotic.open("quixo4")


@pytest.mark.parametrize("boards", [np.zeros((4, 4)), np.zeros((3, 5, 5), int), np.zeros((1, 16), int), 1, [[[]]]])
def test_wrong_shapes(boards: object) -> None:
    with pytest.raises(ValueError, match="shape|whole numbers"):
        DB.probe_many(boards)  # type: ignore[arg-type]


def test_values_out_of_range() -> None:
    boards = np.zeros((3, 4, 4), dtype=int)
    boards[2, 1, 1] = 2
    with pytest.raises(ValueError, match="position 2: 2 is not a cell of a board"):
        DB.probe_many(boards)
    boards[2, 1, 1] = 257  # As int8 it would be 1.
    with pytest.raises(ValueError, match="out of range"):
        DB.probe_many(boards)
    with pytest.raises(ValueError, match="not of float64"):
        DB.probe_many(np.full((1, 4, 4), 0.5))


def test_impossible_boards() -> None:
    numerical, ultimate = quixotic.Game("numerical3"), quixotic.Game("ultimate")
    with pytest.raises(ValueError, match="impossible board"):
        numerical.decode([[1, 3, 0], [0, 0, 0], [0, 0, 0]])
    with pytest.raises(ValueError, match="impossible board"):
        numerical.decode([[1, -1, 0], [0, 0, 0], [0, 0, 0]])
    board = ultimate.start().board
    board[9, 0] = 1
    with pytest.raises(ValueError, match="owners"):
        ultimate.decode(board)
    with pytest.raises(ValueError, match="turn"):
        numerical.decode(np.zeros((3, 3), int), to_move="second")
    with pytest.raises(ValueError, match="there is no player .Z."):
        GAME.decode(np.zeros((4, 4), int), to_move="Z")


@pytest.mark.parametrize("text", ["", "4/4/4 X", "4/4/4/4 x", "5/5/5/5/5 X", "X" * 10_000])
def test_bad_positions(text: str) -> None:
    with pytest.raises(ValueError, match="bad position") as caught:
        GAME.position(text)
    assert len(str(caught.value)) < 500


def test_illegal_moves() -> None:
    after = GAME.start().play("a4R")
    with pytest.raises(ValueError, match="d4L is not legal here: that tile is X's"):
        after.play("d4L")
    with pytest.raises(ValueError, match="bad move"):
        after.play("z9Q")
    with pytest.raises(ValueError, match="there is no action 32"):
        after.play(32)
    with pytest.raises(ValueError, match="there is no action -1"):
        after.play(-1)
    with pytest.raises(ValueError, match="the game is over"):
        GAME.position("XXXX/4/4/4 O").play("a4R")
    with pytest.raises(ValueError, match="the game is over"):
        quixotic.agent(GAME, "random").choose("XXXX/4/4/4 O")


def test_unknown_games_agents_and_counts() -> None:
    with pytest.raises(ValueError, match="there is no game `chess`"):
        quixotic.Game("chess")
    with pytest.raises(ValueError, match="bad agent"):
        quixotic.agent("quixo4", "genius")
    with pytest.raises(ValueError, match="does not play quixo4"):
        quixotic.agent("quixo4", "strategy")
    with pytest.raises(ValueError, match="are not counted"):
        quixotic.open("ultimate").stats()
    with pytest.raises(ValueError, match="not one of quixo4"):
        DB.probe(quixotic.Game("quixo3").start())


def test_other_types() -> None:
    calls: list[Callable[[], object]] = [
        lambda: GAME.position(5),  # type: ignore[arg-type]
        lambda: GAME.play_many(1.5),  # type: ignore[arg-type]
        lambda: GAME.start().play(None),  # type: ignore[arg-type]
        lambda: quixotic.ladder(GAME, "random"),
        lambda: quixotic.arena(GAME, None, "random"),  # type: ignore[arg-type]
        lambda: quixotic.solve(5),  # type: ignore[arg-type]
        lambda: DB.probe_many(np.zeros((1, 4, 4), int), open_as=1.5),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()


def test_counts_and_times() -> None:
    with pytest.raises(OverflowError, match="games is a number from 0 to 4294967295, not -1"):
        GAME.play_many(-1)
    with pytest.raises(OverflowError, match="seed"):
        GAME.play_many(1, seed=2**64)
    with pytest.raises(OverflowError, match="positions"):
        quixotic.ladder(GAME, ["random"], positions=-1)
    with pytest.raises(OverflowError, match="until"):
        quixotic.solve("quixo3", until=300)
    with pytest.raises(OverflowError, match="cache"):
        quixotic.Game("quixo4", cache=-1)
    with pytest.raises(ValueError, match="there are no -1.0 seconds"):
        quixotic.agent(GAME, "random").choose("start", seconds=-1)
    with pytest.raises(TimeoutError):
        quixotic.open("numerical4").line("1,.,.,./.,4,.,./.,.,7,./.,.,.,.", seconds=0)


def test_missing_databases(tmp_path: Path) -> None:
    with pytest.raises(quixotic.MissingDatabase, match="quixotic solve quixo4 --line 3"):
        quixotic.open("quixo4", tmp_path / "none", line=3)
    with pytest.raises(KeyError):
        quixotic.open("quixo5", tmp_path / "none")
    with pytest.raises(quixotic.MissingDatabase, match="perfect"):
        quixotic.agent("quixo4 --line 3", "perfect", db=tmp_path / "none")
    with pytest.raises(quixotic.MissingDatabase):
        quixotic.Game("quixo4 --line 3", tmp_path / "none").database.probe_many(np.zeros((1, 4, 4), int))


def test_a_broken_file_is_an_os_error(tmp_path: Path) -> None:
    quixotic.solve("quixo3", tmp_path)
    for file in tmp_path.glob("*.qx*"):
        file.write_bytes(b"not a database")
    with pytest.raises(OSError):
        quixotic.open("quixo3", tmp_path).probe("start")


@pytest.mark.parametrize("is_long", [True, False])
def test_a_panic_is_an_exception(is_long: bool) -> None:
    with pytest.raises(RuntimeError, match="a bug in quixotic, please report it: as asked"):
        _native._panics(is_long)
    assert DB.probe("start").plies == 21


def test_the_number_of_a_bad_position_is_told_far_behind() -> None:
    boards = np.zeros((1_100_000, 4, 4), dtype=np.int8)
    boards[1_090_000, 0, 0] = 5
    with pytest.raises(ValueError, match="position 1090000: 5 is not a cell"):
        DB.outcomes_many(boards)


def test_what_open_as_may_be() -> None:
    with pytest.raises(ValueError, match="open_as is an int8, not 300"):
        DB.probe_many(np.zeros((1, 4, 4), int), open_as=300)


def test_games_without_a_network_have_no_estimates() -> None:
    for name in ("quixo3", "numerical3", "ultimate"):
        game = quixotic.Game(name)
        with pytest.raises(ValueError, match=f"{name} has no network"):
            game.estimate_many(game.encode(["start"]))
    with pytest.raises(ValueError, match="shape"):
        quixotic.Game("quixo5").estimate_many(np.zeros((1, 4, 4), int))
