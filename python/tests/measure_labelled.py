"""How many labelled positions a second the database gives, as JSON: of wall time and of a core's time.

    python python/tests/measure_labelled.py quixo4
    python python/tests/measure_labelled.py quixo5 path/to/db
"""

from __future__ import annotations

import json
import sys
import time
from itertools import islice

import quixotic

BATCH, BATCHES = 1 << 16, 8


def main(name: str, db: str | None = None) -> None:
    for moves in (False, True):
        batches = quixotic.open(name, db).labelled(BATCH, seed=1, moves=moves)
        next(batches)  # Files are opened.
        begun, of_core = time.perf_counter(), time.process_time()
        count = sum(len(batch.boards) for batch in islice(batches, BATCHES))
        seconds, of_core = time.perf_counter() - begun, time.process_time() - of_core
        told = {"game": name, "moves": moves, "a_second": round(count / seconds), "a_second_of_a_core": round(count / of_core)}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
