"""Jobs in shards on a scheduler and workers that are processes of their own, one of which is killed, and with GNU parallel: the bytes are
those of a run without an engine."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from argparse import Namespace
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Iterator, cast

import pytest
from distributed import Event
from distributed.scheduler import KilledWorker, WorkerState
from processes import LIMIT, output, run, started, wait_until

from quixotic.cluster import __main__ as command
from quixotic.cluster import job
from quixotic.cluster.__main__ import main
from quixotic.cluster.shards import Shards

ROOT = Path(__file__).parents[2]
QUIXOTIC = Path(os.environ["QUIXOTIC"])
SECRET = "hunter2hunter2"
CLUSTER = [sys.executable, "-m", "quixotic.cluster"]
JOB = ["arena", "quixo4", "minimax:3", "minimax:2", "--games", "120", "--seed", "5"]


def without_engine(arguments: list[str], shards: int = 1) -> bytes:
    """What the shards come to that are done here, one after the other."""
    done = Shards(arguments, shards, None)
    for number in done.missing():
        done.keep(number, done.run(number))
    return done.merge().content


@pytest.fixture(scope="module")
def expected() -> bytes:
    return without_engine(JOB)


@contextmanager
def scheduler_in(directory: Path) -> "Iterator[tuple[subprocess.Popen[str], Path]]":
    """A scheduler that is a process of its own, and its file."""
    file = directory / "scheduler.json"

    def is_written() -> bool:
        with suppress(FileNotFoundError, json.JSONDecodeError):
            return "address" in json.loads(file.read_text())
        return False

    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    with started(command, stderr=subprocess.DEVNULL) as process:
        wait_until(is_written, process)
        yield process, file


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[Path]:
    """The file of a scheduler."""
    with scheduler_in(tmp_path) as (_, file):
        yield file


def worker(scheduler: Path) -> "AbstractContextManager[subprocess.Popen[str]]":
    command = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(scheduler), "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    return started(command, stderr=subprocess.DEVNULL)


def test_any_number_of_shards_gives_the_same_bytes(expected: bytes) -> None:
    assert without_engine(JOB, 7) == expected
    assert b'"games":120' in expected and b"seconds" not in expected


def test_a_worker_that_is_killed_changes_nothing(scheduler: Path, tmp_path: Path, expected: bytes, capsys: Any) -> None:
    out, parts = tmp_path / "result.json", tmp_path / "parts"
    address = json.loads(scheduler.read_text())["address"]
    options = ["--scheduler", address, "--tasks", "40", "--parts", str(parts), "--out", str(out)]
    with worker(scheduler) as killed, worker(scheduler) as other, started([*CLUSTER, *JOB, *options]) as client:
        wait_until(lambda: len(list(parts.glob("*.qxp"))) >= 10, client)
        killed.kill()
        assert killed.wait() == -signal.SIGKILL and client.poll() is None
        assert client.wait() == 0
        assert out.read_bytes() == expected
        assert other.poll() is None
    # What is there is not done again, and nothing else is taken for it.
    part = parts / "part-3-of-40.qxp"
    before = part.stat().st_mtime_ns
    missing = parts / "part-4-of-40.qxp"
    missing.unlink()
    again = tmp_path / "again.json"
    local = ["--workers", "1-2", "--quiet", "--tasks", "40", "--parts", str(parts), "--out", str(again)]
    assert main([*JOB, *local]) == 0
    assert again.read_bytes() == expected and part.stat().st_mtime_ns == before and missing.exists()
    assert main([*JOB, "--cap", "9", *local]) == 2
    error = capsys.readouterr().err
    assert "is not shard 1 of 40 of `arena" in error and len(error.splitlines()) == 1, error
    assert again.read_bytes() == expected


def test_gnu_parallel_gives_the_same_bytes(tmp_path: Path, expected: bytes) -> None:
    assert shutil.which("parallel"), "GNU parallel is not installed; .ci/python-env installs it"
    result = tmp_path / "result.json"
    command = [str(ROOT / "examples/cluster/parallel.sh"), "7", str(result), *JOB]
    environment = {**os.environ, "QUIXOTIC": str(QUIXOTIC)}
    for _ in range(2):  # The second time all parts are there.
        output(command, env=environment)
        assert result.read_bytes() == expected
    assert output([str(QUIXOTIC), *JOB, "--quiet", "--json", "--no-times"]).encode() == expected


def shards_at_work(parts: Path) -> list[int]:
    """The processes of shards that GNU parallel has started."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            # Not the shell that parallel starts it with.
            if words[0] == os.fsencode(QUIXOTIC) and any(word.startswith(os.fsencode(parts)) for word in words):
                found.append(int(process.name))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed elsewhere")
def test_gnu_parallel_does_a_shard_again_that_was_killed(tmp_path: Path, expected: bytes) -> None:
    result = tmp_path / "result.json"
    arguments = [str(ROOT / "examples/cluster/parallel.sh"), "4", str(result), *JOB]
    with started(arguments, env={**os.environ, "QUIXOTIC": str(QUIXOTIC)}, stdout=subprocess.DEVNULL) as script:
        os.kill(wait_until(lambda: shards_at_work(tmp_path), script)[0], signal.SIGKILL)
        assert script.wait() == 0
    assert result.read_bytes() == expected


def test_the_script_for_slurm_does_the_shard_of_its_task(tmp_path: Path) -> None:
    job = ["splits", "numerical3"]
    for task in ("1", "2", "3"):
        slurm = {"SLURM_ARRAY_TASK_ID": task, "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_CPUS_PER_TASK": "2", "QUIXOTIC": str(QUIXOTIC)}
        command = [str(ROOT / "examples/cluster/slurm.sh"), str(tmp_path), *job]
        output(command, env={**os.environ, **slurm})
    merged = output([str(QUIXOTIC), "merge", *map(str, tmp_path.glob("*.qxp")), "--out", "-"])
    table = (ROOT / "docs/results/numerical3-splits.csv").read_text()
    assert merged == table and without_engine(job).decode() == table


@pytest.mark.parametrize(
    "arguments, told",
    [
        ([], "there is no job: expected splits, arena"),
        (["chess"], "there is no command chess"),
        (["arena", "chess", "random", "random"], "there is no game"),
        (["arena", "quixo4", "random"], "missing"),
        (["arena", "quixo4", "random", "random", "--games", "0"], "0 is not in"),
        (["splits", "quixo4"], "this command is for numerical3 and numerical4, not for quixo4"),
        (["splits", "numerical3", "--workers", "0"], "argument --workers: it is a number"),
        (["splits", "numerical3", "--tasks", "0"], "argument --tasks: it is a number from 1 to 100000, not '0'"),
        (["verify", "quixo4"], "--independent"),
        (["splits", "numerical3", "--tasks", "4294967296"], "argument --tasks: it is a number from 1 to 100000"),
        (["splits", "numerical3", "--retries", "-1"], "argument --retries: "),
        (["splits", "numerical3", "--out", "no/such/place"], "No such file or directory"),
        (["splits", "numerical3", "--out", "."], ". is a directory"),
        (["labels", "quixo5", "--db", "none"], "there is no database of quixo5 in none"),
        (["labels", "quixo5", "--db", f"https://me:{SECRET}@127.0.0.1:9/x"], "this command needs a directory, and --db is an address"),
        (["verify", "quixo5", "--independent", "--db", f"s3://{SECRET}/x"], "this command needs a directory, and --db is an address"),
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


def test_a_worker_without_the_command_says_so(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("QUIXOTIC", "/no/such/quixotic")
    assert main(["splits", "numerical3", "--quiet"]) == 2
    assert capsys.readouterr().err == "error: there is no command '/no/such/quixotic' here: install quixotic, or set QUIXOTIC to where it is\n"


@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed elsewhere")
def test_a_shard_ends_with_the_worker_that_started_it(tmp_path: Path) -> None:
    script = "from quixotic.cluster.shards import Shards; Shards(['splits', 'numerical4'], 1, None).run(1)"
    with started([sys.executable, "-c", script], env={**os.environ, "TMPDIR": str(tmp_path)}) as killed:
        wait_until(lambda: shards_at_work(tmp_path), killed)
        with started(["sleep", "60"]) as limit:
            killed.kill()
            wait_until(lambda: not shards_at_work(tmp_path), limit)


def test_a_damaged_part_that_was_kept_is_named(tmp_path: Path, capsys: Any) -> None:
    job = ["splits", "numerical3", "--workers", "1", "--quiet", "--tasks", "3", "--parts", str(tmp_path)]
    assert main([*job, "--out", str(tmp_path / "out.csv")]) == 0
    kept = tmp_path / "part-2-of-3.qxp"
    kept.write_text(kept.read_text().replace('"1 ', '"2 ', 1))
    assert main([*job, "--out", str(tmp_path / "again.csv")]) == 2
    assert "part 2: it is damaged" in capsys.readouterr().err and not (tmp_path / "again.csv").exists()


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
        enough = Event("enough")
        futures = client.map(lambda _: Event("enough").wait(), range(12))
        client.wait_for_workers(2, timeout=LIMIT)
        enough.set()
        assert all(client.gather(futures))


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
    parts = tmp_path / "parts"
    environment = {**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "2s"}
    with scheduler_in(tmp_path) as (process, scheduler), worker(scheduler):
        options = ["--scheduler", str(scheduler), "--tasks", "60", "--parts", str(parts), "--quiet"]
        with started([*CLUSTER, *JOB, *options], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as client:
            wait_until(lambda: len(list(parts.glob("*.qxp"))) >= 3, client)
            process.kill()
            out, error = client.communicate()
        assert (client.returncode, out, len(error.splitlines())) == (2, "", 1), error


def test_what_a_worker_sends_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quixotic.cluster.run", lambda pieces, *, each, **_: [each(number, b"of another version") for number in range(len(pieces))])
    with pytest.raises(ValueError, match="what a worker sent is not shard 1 of 2 of `splits numerical3`"):
        job(["splits", "numerical3"], tasks=2)


def test_a_task_that_fails_for_good_ends_the_job(tmp_path: Path) -> None:
    # The workers look for the database where there is none.
    job = ["ladder", "quixo4", "--line", "3", "--agents", "random", "--positions", "4"]
    command = [*CLUSTER, *job, "--workers", "1", "--retries", "1", "--out", str(tmp_path / "out")]
    ended = run(command, env={**os.environ, "XDG_DATA_HOME": str(tmp_path)})
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
