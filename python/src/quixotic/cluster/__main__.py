"""A command that can be sharded, on a cluster of Dask: `python -m quixotic.cluster JOB … [--scheduler ADDRESS]`."""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
from contextlib import ExitStack, contextmanager
from typing import BinaryIO, Iterator, Optional, Sequence

from distributed import Client, LocalCluster
from distributed.comm import CommClosedError
from distributed.scheduler import KilledWorker

from ..command import INTERRUPTED, OneLine, number, refuse
from . import job
from .shards import Result, plan

_EXAMPLES = """\
JOB is what `quixotic` does with --shard: splits, arena, ladder, labels, `verify --independent` or `solve ultimate`, with the same options; `quixotic JOB --help` tells them. The result is
that of `quixotic merge`: the same bytes for any number of workers and tasks. Workers need this package and the command `quixotic`, on the PATH or
where the variable QUIXOTIC says, and see --db and files under the same paths.

examples:
  python -m quixotic.cluster splits numerical3 --out splits3.csv
  python -m quixotic.cluster arena quixo4 mcts:1000 minimax:3 --games 1000 --workers 8
  python -m quixotic.cluster splits numerical4 --scheduler tcp://10.0.0.1:8786 --parts parts --out splits4.csv
"""

_COME = 60
"""Seconds in which a first worker has to come."""
_BETWEEN = 10
"""Seconds between two lines of progress where they are not for a terminal."""
_TASKS = 100_000
"""More tasks are too many for one scheduler."""


def _workers(text: str) -> tuple[int, int]:
    """Reads `4`, or `2-16` for as many as there is work for."""
    least, dash, most = text.partition("-")
    try:
        numbers = (int(least), int(most) if dash else int(least))
    except ValueError:
        numbers = (0, 0)
    if not 1 <= numbers[0] <= numbers[1]:
        raise argparse.ArgumentTypeError(f"it is a number, or two like 2-16, not {text!r}")
    return numbers


def _tasks(text: str) -> int:
    return number(text, 1, _TASKS)


def _retries(text: str) -> int:
    return number(text, 0, 1000)


class Meter:
    """How far the job is, on standard error."""

    def __init__(self, client: Client, quiet: bool) -> None:
        self._client, self._quiet, self._last = client, quiet, time.monotonic()
        self._is_terminal = sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if self._quiet or (not self._is_terminal and now - self._last < _BETWEEN):
            return
        self._last = now
        workers = len(self._client.scheduler_info(n_workers=-1)["workers"])
        line = f"{done} of {total} pieces, {workers} workers"
        print(f"\r\033[K{line}" if self._is_terminal else line, end="" if self._is_terminal else "\n", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._is_terminal and not self._quiet:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def _arguments() -> argparse.ArgumentParser:
    parser = OneLine(
        prog="python -m quixotic.cluster",
        usage="%(prog)s JOB … [options]",
        description="Do a long job on a cluster of Dask.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--scheduler", metavar="ADDRESS", help="tcp://HOST:PORT, or the file that the scheduler wrote [default: a cluster on this machine]")
    where.add_argument(
        "--workers", metavar="N", type=_workers, help="processes on this machine, each for one core; 2-16: as many as there is work for [default: one a core]"
    )
    parser.add_argument("--tasks", metavar="N", type=_tasks, help="shards [default: one a piece, at most 1000]")
    parser.add_argument("--retries", metavar="N", type=_retries, default=2, help="how often a task that failed is tried again [default: 2]")
    parser.add_argument("--parts", metavar="DIR", help="keep what is done there; the same command goes on with it")
    parser.add_argument("--out", metavar="FILE", default="-", help="file for the result [default: standard output]")
    parser.add_argument("--quiet", "-q", action="store_true", help="show no progress")
    return parser


def _connect(stack: ExitStack, args: argparse.Namespace) -> Client:
    """A client of the scheduler, or of a cluster of its own."""
    if args.scheduler is not None:
        is_file = os.path.isfile(args.scheduler)
        client = Client(scheduler_file=args.scheduler) if is_file else Client(args.scheduler)
    else:
        cores = os.cpu_count() or 1
        least, most = args.workers or (cores, cores)
        cluster = stack.enter_context(
            LocalCluster(
                n_workers=least, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL
            )
        )
        if most > least:
            cluster.adapt(minimum=least, maximum=most)
        client = Client(cluster)
    stack.enter_context(client)
    client.wait_for_workers(1, timeout=_COME)
    return client


@contextmanager
def _result(path: str) -> Iterator[BinaryIO]:
    """A file for the result, made before the work: a place that cannot be written to is told then. It gets its name at the end."""
    if path == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if os.path.isdir(path):
        raise IsADirectoryError(f"{path} is a directory")
    beside = f"{path}.new"
    with open(beside, "wb") as file:
        try:
            yield file
        except BaseException:
            os.remove(beside)
            raise
    os.replace(beside, path)


def _do(args: argparse.Namespace, arguments: Sequence[str]) -> Result:
    with ExitStack() as stack:
        client = _connect(stack, args)
        meter = Meter(client, args.quiet)
        try:
            return job(arguments, tasks=args.tasks, retries=args.retries, parts=args.parts, progress=meter, client=client)
        finally:
            meter.clear()


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Does a job; returns the exit code of the command."""
    args, rest = _arguments().parse_known_args(arguments)
    # Workers that come and go are part of it. Dask gives many of its loggers a level of their own.
    for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        plan(rest)  # Before any worker is asked.
        with _result(args.out) as file:
            result = _do(args, rest)
            file.write(result.content)
        return int(result.is_no)
    except KeyboardInterrupt:
        kept = "nothing is kept" if args.parts is None else f"what is done is in {args.parts}; the same command goes on"
        print(f"interrupted: {kept}", file=sys.stderr)
        return INTERRUPTED
    except KilledWorker as error:
        return refuse(f"a task failed for good: {error.allowed_failures + 1} workers died with it")
    except CommClosedError:
        return refuse("the connection to the scheduler was lost")
    except (ValueError, OSError, RuntimeError) as error:
        return refuse(error)
    except Exception as error:  # Exit code 1 is an answer, so it is not for what Dask or a worker raises.
        return refuse(f"the cluster failed: {type(error).__name__}: {error}")


if __name__ == "__main__":
    sys.exit(main())
