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
from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Iterator, cast

import pytest
from distributed import wait
from distributed.scheduler import KilledWorker, WorkerState

from quixotic._native import merge, plan, run_shard
from quixotic.cluster import __main__ as command
from quixotic.cluster import job
from quixotic.cluster.__main__ import main

ROOT = Path(__file__).parents[2]
QUIXOTIC = ROOT / "target/debug/quixotic"
SECRET = "hunter2hunter2"
JOB = ["arena", "quixo4", "minimax:3", "minimax:2", "--games", "120", "--seed", "5"]


def without_engine(arguments: list[str], shards: int = 1) -> bytes:
    """What the shards come to that are done here, one after the other."""
    planned, _, _ = plan(arguments)
    parts = [(str(number), run_shard(planned, number, shards)) for number in range(1, shards + 1)]
    return merge(parts)[0]


@pytest.fixture(scope="module")
def expected() -> bytes:
    return without_engine(JOB)


def start_scheduler(directory: Path) -> "tuple[subprocess.Popen[bytes], Path]":
    """A scheduler that is a process of its own, and its file."""
    file = directory / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    while not file.exists():
        assert process.poll() is None
        time.sleep(0.05)
    return process, file


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Path]:
    """The file of a scheduler."""
    process, file = start_scheduler(tmp_path)
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


def shard_at_work(parts: Path) -> int:
    """The process of a shard that GNU parallel has started and that has begun its part."""
    while True:
        for process in Path("/proc").glob("[0-9]*"):
            try:
                words = (process / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            # Not the shell that parallel starts it with.
            if words[0] == os.fsencode(QUIXOTIC) and any(word.startswith(os.fsencode(parts)) for word in words):
                return int(process.name)
        time.sleep(0.005)


@pytest.mark.skipif(not QUIXOTIC.exists() or sys.platform != "linux", reason="the command is not built, or processes are listed elsewhere")
def test_gnu_parallel_does_a_shard_again_that_was_killed(tmp_path: Path, expected: bytes) -> None:
    result = tmp_path / "result.json"
    arguments = [str(ROOT / "examples/cluster/parallel.sh"), "4", str(result), *JOB]
    script = subprocess.Popen(arguments, env={**os.environ, "QUIXOTIC": str(QUIXOTIC)}, stdout=subprocess.DEVNULL)
    killed = shard_at_work(tmp_path)
    os.kill(killed, signal.SIGKILL)
    assert script.wait(timeout=120) == 0
    assert result.read_bytes() == expected


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
        (["splits", "numerical3", "--tasks", "0"], "argument --tasks: it is a number from 1 to 100000, not '0'"),
        (["verify", "quixo4"], "--independent"),
        (["splits", "numerical3", "--tasks", "4294967296"], "argument --tasks: it is a number from 1 to 100000"),
        (["splits", "numerical3", "--retries", "-1"], "argument --retries: "),
        (["splits", "numerical3", "--out", "no/such/place"], "No such file or directory"),
        (["splits", "numerical3", "--out", "."], ". is a directory"),
        (["labels", "quixo5", "--db", "none"], "there is no database of quixo5 in none"),
        (["labels", "quixo5", "--db", f"https://me:{SECRET}@127.0.0.1:9/x"], "this job needs a directory, and --db is an address"),
        (["verify", "quixo5", "--independent", "--db", f"s3://{SECRET}/x"], "this job needs a directory, and --db is an address"),
    ],
)
def test_bad_arguments_are_told_in_one_line(arguments: list[str], told: str, capsys: Any) -> None:
    try:
        code: Any = main([*arguments, "--quiet"])
    except SystemExit as exit:
        code = exit.code
    out, error = capsys.readouterr()
    assert (code, out, len(error.splitlines())) == (2, "", 1), error
    assert error.startswith("error: ") and told in error and SECRET not in error


def test_a_job_without_pieces_is_an_empty_table(tmp_path: Path) -> None:
    table = tmp_path / "all.csv"
    table.write_bytes(without_engine(["splits", "numerical3"]))
    out = tmp_path / "out.csv"
    assert main(["splits", "numerical3", "--except", str(table), "--workers", "1", "--quiet", "--out", str(out)]) == 0
    assert out.read_bytes() == table.read_bytes().splitlines(keepends=True)[0]


def test_as_many_workers_come_as_there_is_work_for() -> None:
    with ExitStack() as stack:
        client = command._connect(stack, Namespace(scheduler=None, workers=(1, 2)))
        assert len(client.scheduler_info()["workers"]) == 1
        futures = client.map(time.sleep, [1.0] * 12, pure=False)
        while len(client.scheduler_info()["workers"]) < 2:
            assert not all(future.done() for future in futures), "one worker did it all"
            time.sleep(0.1)
        wait(futures)


def test_what_dask_raises_is_one_line_and_not_an_answer(monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    for error, told in [
        (KilledWorker("task", cast(WorkerState, None), 3), "a task failed for good: 4 workers died with it"),
        (ModuleNotFoundError("No module named 'quixotic'"), "the cluster failed: ModuleNotFoundError: No module named 'quixotic'"),
    ]:

        def fail(*_: object, error: Exception = error) -> None:
            raise error

        monkeypatch.setattr(command, "_do", fail)
        assert main(["splits", "numerical3", "--out", str(out)]) == 2
        assert capsys.readouterr().err == f"error: {told}\n"
        assert list(tmp_path.iterdir()) == []


def test_a_scheduler_that_is_lost_ends_the_job(tmp_path: Path) -> None:
    process, scheduler = start_scheduler(tmp_path)
    at_work = worker(scheduler)
    parts = tmp_path / "parts"
    environment = {**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "2s"}
    options = ["--scheduler", str(scheduler), "--tasks", "60", "--parts", str(parts), "--quiet"]
    client = subprocess.Popen(
        [sys.executable, "-m", "quixotic.cluster", *JOB, *options], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        while len(list(parts.glob("*.qxp"))) < 3:
            assert client.poll() is None, "it was over too soon"
            time.sleep(0.01)
        process.kill()
        out, error = client.communicate(timeout=60)
        assert (client.returncode, out, len(error.splitlines())) == (2, "", 1), error
    finally:
        for ended in [client, at_work, process]:
            ended.kill()
            ended.wait()


def test_what_a_worker_sends_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quixotic.cluster.run", lambda pieces, *, each, **_: [each(number, b"of another version") for number in range(len(pieces))])
    with pytest.raises(ValueError, match="what a worker sent is not shard 1 of 2 of `splits numerical3`"):
        job(["splits", "numerical3"], tasks=2)


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
