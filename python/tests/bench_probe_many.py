"""How much faster many positions are asked together than one by one. Not a test: run it by hand.

    RAYON_NUM_THREADS=1 python python/tests/bench_probe_many.py
"""

from __future__ import annotations

import time

import numpy as np

import quixotic

MANY, FEW = 1_000_000, 5_000


def main() -> None:
    boards = np.random.default_rng(1).integers(-1, 2, size=(MANY, 4, 4), dtype=np.int8)
    db = quixotic.open("quixo4")
    for turn in ("the first time", "again"):
        begun = time.process_time()
        db.probe_many(boards)
        together = (time.process_time() - begun) / MANY
        print(f"{MANY:,} random positions of 4×4 {turn}: {together * MANY:.2f} s of CPU")
    positions = [db.game.decode(board) for board in boards[:FEW]]
    begun = time.process_time()
    for position in positions:
        db.probe(position)
    alone = (time.process_time() - begun) / FEW
    print(f"one by one, with all moves: {alone / together:.0f} times as long for each")


if __name__ == "__main__":
    main()
