"""Jobs in shards on a scheduler and workers that are processes of their own, one of which is killed, and with GNU parallel: the bytes are
those of a run without an engine."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Iterator

import pytest

from quixotic._native import merge, plan, run_shard
from quixotic.cluster.__main__ import main

ROOT = Path(__file__).parents[2]
QUIXOTIC = ROOT / "target/debug/quixotic"
JOB = ["arena", "quixo4", "minimax:3", "minimax:2", "--games", "120", "--seed", "5"]


def without_engine(arguments: list[str], shards: int = 1) -> bytes:
    """What the shards come to that are done here, one after the other."""
    planned, _, _ = plan(arguments)
    parts = [(str(number), run_shard(planned, number, shards)) for number in range(1, shards + 1)]
    return merge(parts)[0]


@pytest.fixture(scope="module")
def expected() -> bytes:
    return without_engine(JOB)


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Path]:
    """The file of a scheduler that is a process of its own."""
    file = tmp_path / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    while not file.exists():
        assert process.poll() is None
        time.sleep(0.05)
    yield file
    process.terminate()
    process.wait()


def worker(scheduler: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(scheduler), "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL)


def test_any_number_of_shards_gives_the_same_bytes(expected: bytes) -> None:
    assert without_engine(JOB, 7) == expected
    assert b'"games":120' in expected and b"seconds" not in expected


def test_a_worker_that_is_killed_changes_nothing(scheduler: Path, tmp_path: Path, expected: bytes) -> None:
    workers = [worker(scheduler), worker(scheduler)]
    out, parts = tmp_path / "result.json", tmp_path / "parts"
    address = json.loads(scheduler.read_text())["address"]
    options = ["--scheduler", address, "--tasks", "40", "--parts", str(parts), "--out", str(out)]
    client = subprocess.Popen([sys.executable, "-m", "quixotic.cluster", *JOB, *options])
    try:
        while len(list(parts.glob("*.qxp"))) < 10:
            assert client.poll() is None, "it was over too soon"
            time.sleep(0.01)
        workers[0].send_signal(signal.SIGKILL)
        assert workers[0].wait() == -signal.SIGKILL and client.poll() is None
        assert client.wait(timeout=120) == 0
        assert out.read_bytes() == expected
        assert workers[1].poll() is None
    finally:
        for process in [client, *workers]:
            if process.poll() is None:
                process.kill()
            process.wait()
    # What is there is not done again, and nothing else is taken for it.
    part = parts / "part-3-of-40.qxp"
    before = part.stat().st_mtime_ns
    missing = parts / "part-4-of-40.qxp"
    missing.unlink()
    again = tmp_path / "again.json"
    local = ["--workers", "1-2", "--quiet", "--tasks", "40", "--parts", str(parts), "--out", str(again)]
    assert subprocess.run([sys.executable, "-m", "quixotic.cluster", *JOB, *local]).returncode == 0
    assert again.read_bytes() == expected and part.stat().st_mtime_ns == before and missing.exists()
    other = subprocess.run([sys.executable, "-m", "quixotic.cluster", *JOB, "--cap", "9", *local], capture_output=True, text=True)
    assert other.returncode == 2 and len(other.stderr.splitlines()) == 1
    assert "is not shard 1 of 40 of `arena" in other.stderr and again.read_bytes() == expected


@pytest.mark.skipif(not QUIXOTIC.exists(), reason="the command is not built")
def test_gnu_parallel_gives_the_same_bytes(tmp_path: Path, expected: bytes) -> None:
    assert shutil.which("parallel"), "GNU parallel is not installed; .ci/python-check installs it"
    result = tmp_path / "result.json"
    command = [str(ROOT / "examples/cluster/parallel.sh"), "7", str(result), *JOB]
    environment = {**os.environ, "QUIXOTIC": str(QUIXOTIC)}
    for _ in range(2):  # The second time all parts are there.
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
        assert result.read_bytes() == expected
    unsharded = subprocess.run([str(QUIXOTIC), *JOB, "--quiet", "--json", "--no-times"], capture_output=True, check=True)
    assert unsharded.stdout == expected


@pytest.mark.skipif(not QUIXOTIC.exists(), reason="the command is not built")
def test_the_script_for_slurm_does_the_shard_of_its_task(tmp_path: Path) -> None:
    job = ["splits", "numerical3"]
    for task in ("1", "2", "3"):
        slurm = {"SLURM_ARRAY_TASK_ID": task, "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_CPUS_PER_TASK": "2", "QUIXOTIC": str(QUIXOTIC)}
        command = [str(ROOT / "examples/cluster/slurm.sh"), str(tmp_path), *job]
        subprocess.run(command, env={**os.environ, **slurm}, check=True, capture_output=True)
    parts = [(path.name, path.read_bytes()) for path in tmp_path.glob("*.qxp")]
    table = (ROOT / "docs/results/numerical3-splits.csv").read_bytes()
    assert merge(parts) == (table, False) and without_engine(job) == table


@pytest.mark.parametrize(
    "arguments, told",
    [
        ([], "requires a subcommand"),
        (["chess"], "unrecognized subcommand 'chess'"),
        (["arena", "chess", "random", "random"], "there is no game"),
        (["arena", "quixo4", "random"], "required arguments were not provided"),
        (["arena", "quixo4", "random", "random", "--games", "0"], "0 is not in"),
        (["splits", "quixo4"], "`splits` is for numerical3 and numerical4"),
        (["splits", "numerical3", "--workers", "0"], "argument --workers: it is a number"),
        (["splits", "numerical3", "--tasks", "0"], "argument --tasks: it is a number from 1 on"),
        (["verify", "quixo4"], "--independent"),
        (["labels", "quixo5", "--db", "none"], "there is no database of quixo5 in none"),
    ],
)
def test_bad_arguments_are_told_in_one_line(arguments: list[str], told: str, capsys: Any) -> None:
    try:
        code: Any = main([*arguments, "--quiet"])
    except SystemExit as exit:
        code = exit.code
    out, error = capsys.readouterr()
    assert (code, out, len(error.splitlines())) == (2, "", 1), error
    assert error.startswith("error: ") and told in error


def test_a_task_that_fails_for_good_ends_the_job(tmp_path: Path) -> None:
    # The workers look for the database where there is none.
    job = ["ladder", "quixo4", "--line", "3", "--agents", "random", "--positions", "4"]
    command = [sys.executable, "-m", "quixotic.cluster", *job, "--workers", "1", "--retries", "1", "--out", str(tmp_path / "out")]
    ended = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "XDG_DATA_HOME": str(tmp_path)})
    assert (ended.returncode, ended.stdout) == (2, "")
    assert len(ended.stderr.splitlines()) == 1 and "needs the solution" in ended.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "job",
    [
        ["ladder", "quixo4", "--agents", "random,minimax:1", "--positions", "20"],
        ["labels", "quixo3", "--count", "5000"],
        ["verify", "quixo3", "--independent"],
        ["solve", "ultimate", "--by", "9"],
    ],
)
def test_all_jobs_can_be_done_here(job: list[str]) -> None:
    assert without_engine(job, 3) == without_engine(job, 1) != b""
