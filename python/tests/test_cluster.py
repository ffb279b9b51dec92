"""A cluster of two worker processes gives what this process gives."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any, Iterator

import numpy as np
import pytest
from distributed import Client, LocalCluster

import quixotic
import quixotic.cluster
from quixotic import Position


# The first test, since there is no client yet.
def test_without_a_client_there_is_a_word_how_to_get_one() -> None:
    piece = quixotic.cluster.Piece(quixotic.games, 1)
    with pytest.raises(ValueError, match="there is no client of Dask"):
        quixotic.cluster.run([piece])


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    workers = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": ":0"}
    with LocalCluster(**workers) as cluster, Client(cluster) as client:
        yield client


def leftmost(position: Position) -> str:
    return position.moves[0]


@pytest.mark.parametrize("pieces", [None, 1, 3, 100])
def test_a_match_is_the_same_in_any_number_of_pieces(client: Client, pieces: Any) -> None:
    told: list[tuple[int, int]] = []
    match = quixotic.cluster.arena(
        "quixo4", "minimax:1", "random", games=11, first=4, seed=5, pieces=pieces, progress=lambda *done: told.append(done)
    )
    assert match == quixotic.arena("quixo4", "minimax:1", "random", games=11, first=4, seed=5)
    assert told[-1] == (11, 11) and told == sorted(told)


def test_functions_go_to_the_workers(client: Client) -> None:
    on_cluster = quixotic.cluster.arena("quixo4", lambda position: position.moves[-1], leftmost, games=4, client=client)
    assert on_cluster == quixotic.arena("quixo4", lambda position: position.moves[-1], leftmost, games=4)


def test_the_ladder_is_the_same(client: Client) -> None:
    players = ["random", leftmost, "minimax:1", "perfect"]
    times = ("seconds_per_move",)
    rows, known = (
        [{name: value for name, value in row.items() if name not in times} for row in ladder("quixo4", players, positions=40)]
        for ladder in (quixotic.cluster.ladder, quixotic.ladder)
    )
    assert rows == known and [row["agent"] for row in rows] == ["random", "leftmost", "minimax:1", "perfect"]


def test_many_positions_are_the_same(client: Client) -> None:
    boards = np.random.default_rng(1).integers(-1, 2, size=(5000, 4, 4), dtype=np.int8)
    known = quixotic.open("quixo4").probe_many(boards)
    for pieces in (None, 7):
        found = quixotic.cluster.probe_many("quixo4", boards, pieces=pieces)
        assert (found[0] == known[0]).all() and (found[1] == known[1]).all()
    assert len(quixotic.cluster.probe_many("quixo4", boards[:0])[0]) == 0
    boards[4000, 0, 0] = 7
    with pytest.raises(ValueError, match="position 4000: 7 is not a cell"):
        quixotic.cluster.probe_many("quixo4", boards, pieces=3)


def test_a_worker_that_dies_is_replaced(client: Client) -> None:
    before = list(client.run(os.getpid).values())
    told = []

    def kill(done: int, total: int) -> None:
        if not told:
            os.kill(before[0], signal.SIGKILL)
        told.append(done)

    match = quixotic.cluster.arena("quixo4", "minimax:3", "random", games=40, pieces=40, progress=kill)
    assert match == quixotic.arena("quixo4", "minimax:3", "random", games=40)
    assert told == list(range(1, 41))
    client.wait_for_workers(2)
    assert before[0] not in client.run(os.getpid).values()


def test_what_a_piece_raises_is_raised_here(client: Client) -> None:
    with pytest.raises(ZeroDivisionError):
        quixotic.cluster.arena("quixo4", lambda _: 1 // 0, "random", games=4)
    with pytest.raises(quixotic.MissingDatabase):
        quixotic.cluster.probe_many("quixo4 --line 3", np.zeros((2, 4, 4), int), db="none")
    with pytest.raises(ValueError, match="at least one piece"):
        quixotic.cluster.arena("quixo4", "random", "random", pieces=0)


def test_a_piece_that_fails_is_tried_again(client: Client, tmp_path: Path) -> None:
    failed = tmp_path / "failed"

    def fail_once() -> str:
        if failed.exists():
            return "done"
        failed.touch()
        raise OSError("not the first time")

    piece = quixotic.cluster.Piece(fail_once, 1)
    assert quixotic.cluster.run([piece], retries=1) == ["done"]
    failed.unlink()
    with pytest.raises(OSError, match="not the first time"):
        quixotic.cluster.run([piece])


def test_nothing_to_do_is_done(client: Client) -> None:
    assert quixotic.cluster.arena("quixo4", "random", "random", games=0).games == []
    assert quixotic.cluster.ladder("quixo4", []) == []
