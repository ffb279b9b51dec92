"""What many positions of 4×4 cost, as JSON: seconds of CPU for a million, and the memory that three millions take beside the arrays.

    RAYON_NUM_THREADS=1 python python/tests/measure_probe_many.py
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np

import quixotic

MANY, FEW = 1_000_000, 2_000


def memory(name: str) -> float:
    """What Linux calls VmRSS, the memory that is in use now, or VmHWM, the most that was so far, in MB. The peak of `getrusage`
    is no smaller than that of who started this process."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024


def main() -> None:
    boards = np.random.default_rng(1).integers(-1, 2, size=(MANY, 4, 4), dtype=np.int8)
    db = quixotic.open("quixo4")
    seconds = []
    for _ in range(2):
        begun = time.process_time()
        db.probe_many(boards)
        seconds.append(time.process_time() - begun)
    boards = np.tile(boards, (3, 1, 1))
    before = memory("VmRSS")
    # Nothing before took as much, so this is the peak.
    outcomes, plies = db.probe_many(boards)
    beside = memory("VmHWM") - before - (outcomes.nbytes + plies.nbytes) / 2**20
    positions = [db.game.decode(board) for board in boards[:FEW]]
    begun = time.process_time()
    for position in positions:
        db.probe(position)
    alone = (time.process_time() - begun) / FEW
    told = {"first": seconds[0], "again": seconds[1], "megabytes_beside": beside, "one_by_one": alone * MANY}
    print(json.dumps({name: round(value, 2) for name, value in told.items()}))


if __name__ == "__main__":
    main()
