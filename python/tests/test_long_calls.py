"""Threads, processes, Ctrl-C and progress."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from processes import LIMIT, output, started

import quixotic


def test_a_database_is_shared_by_threads() -> None:
    db = quixotic.open("quixo4", cache=1 << 16)  # Hardly any cache, so that threads meet.
    boards = np.random.default_rng(3).integers(-1, 2, size=(8, 4000, 4, 4), dtype=np.int8)
    expected = [quixotic.open("quixo4").probe_many(part) for part in boards]
    with ThreadPoolExecutor(8) as threads:
        for found, known in zip(threads.map(db.probe_many, boards), expected):
            assert (found[0] == known[0]).all() and (found[1] == known[1]).all()
        positions = [[db.game.decode(board) for board in part[:50]] for part in boards]
        answers = threads.map(lambda part: [db.probe(position).plies or 0 for position in part], positions)
        for plies, known in zip(answers, expected):
            assert plies == [max(distance, 0) for distance in known[1][:50]]


def test_others_run_meanwhile() -> None:
    ticks = []
    stop = threading.Event()

    def tick() -> None:
        while not stop.wait(0.005):
            ticks.append(time.monotonic())

    ticker = threading.Thread(target=tick)
    ticker.start()
    quixotic.agent("quixo5", "search:400ms").choose("start")
    stop.set()
    ticker.join()
    assert len(ticks) > 10


TELLING = """
import tempfile, threading, time
import numpy as np, quixotic

def tell():
    begun = time.process_time()
    while time.process_time() < begun + 0.2:
        time.sleep(0.01)
    print("at work", flush=True)

threading.Thread(target=tell, daemon=True).start()
"""
"""Says when the call that follows has computed for a while."""


@pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")
@pytest.mark.parametrize(
    "call",
    [
        "quixotic.agent('quixo5', 'search:3600s').choose('start')",
        "quixotic.open('numerical4').probe('1,.,.,./.,.,.,./.,.,.,./.,.,.,.')",
        "quixotic.Game('quixo5').play_many(1_000_000_000)",
        "quixotic.arena('quixo5', 'mcts:100000', 'mcts:100000', games=1000)",
        "quixotic.arena('quixo5', 'mcts:1000000', lambda position: position.moves[0])",
        "quixotic.open('numerical4').probe_many([np.pad([[-odd]], (0, 3)) for odd in range(1, 16, 2)])",
        "quixotic.open('quixo4').probe_many(np.broadcast_to(np.int8(0), (10**8, 4, 4)))",
        "quixotic.Game('quixo5').estimate_many(np.broadcast_to(np.int8(0), (10**8, 5, 5)))",
        "quixotic.ladder('quixo4', ['mcts:100000'], positions=1000)",
        "quixotic.ladder('quixo5', [lambda position: position.moves[0]], positions=1_000_000)",
        "quixotic.solve('quixo5', tempfile.mkdtemp(), until=22)",
    ],
)
def test_ctrl_c_ends_a_call(call: str) -> None:
    with started([sys.executable, "-c", TELLING + call], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "at work\n"
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
    assert "KeyboardInterrupt" in told and process.returncode == -signal.SIGINT


def test_progress_is_told_and_may_stop_the_call() -> None:
    told: list[tuple[int, int]] = []
    quixotic.arena("quixo4", "minimax:2", "random", games=40, progress=lambda *done: told.append(done))
    assert told[-1] == (40, 40)

    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        quixotic.Game("quixo5").play_many(1_000_000_000, progress=stop)


LITTLE_MEMORY = """
import resource, quixotic
game = quixotic.Game("ultimate")
pages = int(open("/proc/self/statm").read().split()[0])
little = pages * resource.getpagesize() + (1 << 29)
resource.setrlimit(resource.RLIMIT_AS, (little, resource.getrlimit(resource.RLIMIT_AS)[1]))
try:
    game.play_many(2**32 - 1)
except MemoryError as error:
    print(error)
print(len(game.play_many(10).outcomes))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited elsewhere")
def test_games_that_do_not_fit_into_memory_are_a_memory_error() -> None:
    error, games = output([sys.executable, "-c", LITTLE_MEMORY]).splitlines()
    assert error.endswith("play fewer at once") and games == "10"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_process_that_was_forked_has_its_own_threads(tmp_path: Path) -> None:
    db = quixotic.open("quixo4")
    boards = np.zeros((100_000, 4, 4), dtype=np.int8)
    db.probe_many(boards)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(int(LIMIT))
        outcomes = db.outcomes_many(boards)
        os._exit(0 if (outcomes == 1).all() else 1)
    assert os.waitpid(child, 0)[1] == 0
