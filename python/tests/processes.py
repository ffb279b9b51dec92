"""Processes that tests start: each has a limit, and ends with its test, also one that fails, and with everything that it has started."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Callable, TypeVar

T = TypeVar("T")

LIMIT = 120.0
"""Seconds: what takes a few on a free machine takes many times that on a busy one."""


@contextmanager
def started(command: Sequence[str], **options: Any) -> "Iterator[subprocess.Popen[str]]":
    """A process that leads a session of its own, so that what it starts can be found, and that is killed after the block."""
    # Where the tests run in the background of a shell SIGINT is ignored, and would be in the process. A handler is not inherited.
    inherited = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(command, start_new_session=True, text=True, **options)
    finally:
        signal.signal(signal.SIGINT, inherited)
    limit = threading.Timer(LIMIT, _kill_session, [process.pid])
    limit.daemon = True
    limit.start()
    with process:
        try:
            yield process
        finally:
            limit.cancel()
            _kill_session(process.pid)


def run(command: Sequence[str], **options: Any) -> "subprocess.CompletedProcess[str]":
    """Runs a process to its end and keeps what it prints."""
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options) as process:
        out, error = process.communicate()
    return subprocess.CompletedProcess(command, process.returncode, out, error)


def output(command: Sequence[str], **options: Any) -> str:
    """What a process prints that ends well."""
    done = run(command, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def wait_until(look: Callable[[], T], process: "subprocess.Popen[str]") -> T:
    """What is seen as soon as there is something to see, while a process runs."""
    while not (seen := look()):
        assert process.poll() is None, f"{process.args!r} has ended with {process.returncode}"
        time.sleep(0.005)
    return seen


def _kill_session(leader: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)
    # GNU parallel, for one, gives each of its jobs a group of its own.
    while members := [process for process in Path("/proc").glob("[0-9]*") if _is_alive_in(leader, process)]:
        for process in members:
            with suppress(ProcessLookupError):
                os.kill(int(process.name), signal.SIGKILL)
        time.sleep(0.001)


def _is_alive_in(session: int, process: Path) -> bool:
    try:
        state, _, _, of_session, *_ = (process / "stat").read_text().rpartition(")")[2].split()
    except (OSError, ValueError):  # It is gone.
        return False
    return int(of_session) == session and state not in "ZX"
