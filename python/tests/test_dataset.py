"""Data sets as files."""

from __future__ import annotations

import hashlib
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest
from processes import run, started, wait_until

import quixotic
from quixotic import dataset

COMMAND = [sys.executable, "-m", "quixotic.dataset"]


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "SHARD", 1500)


def files(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def load(directory: Path, side: str) -> dict[str, Any]:
    shards = [dict(np.load(path)) for path in sorted(directory.glob(f"{side}-*.npz"))]
    return {name: np.concatenate([shard[name] for shard in shards]) for name in shards[0]}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("made") / "set"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dataset, "SHARD", 1500)
        counts = dataset.write(quixotic.open("quixo4"), directory, 4000, seed=7, test_share=0.2)
    assert sum(counts) == 4000
    return directory


def test_values_are_right_and_positions_different(made: Path) -> None:
    db = quixotic.open("quixo4")
    sides = {side: load(made, side) for side in ("train", "test")}
    images: dict[str, set[bytes]] = {}
    for side, read in sides.items():
        outcomes, plies = db.probe_many(read["boards"])
        assert (outcomes == read["outcomes"]).all() and (plies == read["plies"]).all() and (plies != 0).all()
        assert (read["moves"].max(axis=1) == outcomes).all()
        turned = [np.rot90(flipped, turns) for board in read["boards"] for flipped in (board, board.T) for turns in range(4)]
        images[side] = {board.tobytes() for board in turned}
        least = [min(board.tobytes() for board in turned[row * 8 : row * 8 + 8]) for row in range(len(read["boards"]))]
        assert len(set(least)) == len(least)
        # One position, move by move.
        position = db.game.decode(read["boards"][5])
        words = {1: "win", 0: "draw", -1: "loss"}
        assert {move.move: move.outcome for move in position.probe().moves} == {
            db.game.move(action): words[found] for action, found in enumerate(read["moves"][5].tolist()) if found != -2
        }
    assert not images["train"] & images["test"]
    share = len(sides["test"]["boards"]) / 4000
    assert 0.1 < share < 0.3


def test_no_border_is_on_both_sides(made: Path) -> None:
    def borders(side: str) -> set[bytes]:
        boards = load(made, side)["boards"].copy()
        boards[:, 1:-1, 1:-1] = 0
        return {np.rot90(flipped, turns).tobytes() for board in boards for flipped in (board, board.T) for turns in range(4)}

    assert not borders("train") & borders("test")


def test_a_card_and_sums_are_there(made: Path) -> None:
    names = sorted(path.name for path in made.iterdir())
    shards = [f"{side}-0000{number}.npz" for side in ("test", "train") for number in range(3)]
    assert names == ["README.md", "SHA256SUMS", "dataset.json", *shards]
    done = run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=made)
    assert done.returncode == 0 and done.stdout.count(": OK") == 8
    card = (made / "README.md").read_text()
    asked = json.loads((made / "dataset.json").read_text())
    assert f"signature `{quixotic.open('quixo4').stats().signature}`" in card and asked["actions"][31] in card
    counts = {side: np.unique(load(made, side)["outcomes"], return_counts=True)[1][::-1] for side in ("train", "test")}
    for side, found in counts.items():
        assert f"| {side} | {found.sum():,} | {' | '.join(f'{count:,}' for count in found)} |" in card
    assert "{" not in card
    # The command of the card draws the same positions.
    command = next(line.strip() for line in card.splitlines() if "quixotic.dataset '" in line)
    assert command == "python -m quixotic.dataset 'quixo4' --positions 4000 --seed 7 --test 0.2 --format npz --out DIR"


def test_the_same_seed_gives_the_same_bytes_also_after_an_interruption(made: Path, tmp_path: Path) -> None:
    db = quixotic.open("quixo4")

    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        if done > 1500:
            raise Enough

    again = tmp_path / "again"
    with pytest.raises(Enough):
        dataset.write(db, again, 4000, seed=7, test_share=0.2, progress=stop)
    assert (again / "train-00000.npz").exists() and not (again / "README.md").exists()
    (again / "train-00001.npz.tmp").write_bytes(b"cut off")
    before = (again / "train-00000.npz").stat().st_mtime_ns
    dataset.write(db, again, 4000, seed=7, test_share=0.2)
    assert (again / "train-00000.npz").stat().st_mtime_ns == before
    assert files(again) == files(made)


def test_parquet_has_the_same(made: Path, tmp_path: Path) -> None:
    dataset.write(quixotic.open("quixo4"), tmp_path / "set", 4000, seed=7, test_share=0.2, format="parquet")
    expected = load(made, "train")
    table = pyarrow.parquet.read_table(sorted((tmp_path / "set").glob("train-*.parquet")))
    assert table.num_rows == len(expected["boards"])
    for name, values in expected.items():
        rows = values if values.ndim == 1 else values.reshape(len(values), -1)
        assert table[name].to_pylist() == rows.tolist()
    assert dataset.check(tmp_path / "set", quixotic.open("quixo4")).train == table.num_rows


def test_a_check_finds_what_is_wrong(made: Path, tmp_path: Path) -> None:
    db = quixotic.open("quixo4")
    assert sum(dataset.check(made, db)) == 4000
    wrong = tmp_path / "wrong"
    wrong.mkdir()
    for name, content in files(made).items():
        (wrong / name).write_bytes(content)

    def change(**columns: Any) -> None:
        np.savez_compressed(wrong / "test-00001.npz", **columns)
        names = [line.split("  ")[1] for line in (made / "SHA256SUMS").read_text().splitlines()]
        sums = [f"{hashlib.sha256((wrong / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
        (wrong / "SHA256SUMS").write_text("".join(sums))

    read = dict(np.load(made / "test-00001.npz"))
    np.savez_compressed(wrong / "test-00001.npz", **{**read, "plies": read["plies"] + 2})
    with pytest.raises(ValueError, match="test-00001.npz is damaged"):
        dataset.check(wrong, db)
    change(**{**read, "outcomes": -read["outcomes"]})
    with pytest.raises(RuntimeError, match="best move"):
        dataset.check(wrong, db)
    change(**{**read, "plies": read["plies"] + 2})
    with pytest.raises(ValueError, match="other values"):
        dataset.check(wrong, db)
    twice = load(made, "train")["boards"][0]
    change(**{**read, "boards": np.concatenate([np.rot90(twice)[None], read["boards"][1:]])})
    with pytest.raises(ValueError, match="3999 different positions, not 4000"):
        dataset.check(wrong, db)


def test_a_small_game_has_no_more_positions_than_it_has(tmp_path: Path) -> None:
    db = quixotic.open("quixo3")
    with pytest.raises(ValueError, match="quixo3 has no 3,000 different positions"):
        dataset.write(db, tmp_path / "more", 3000)
    # All those on which the game is not over, up to symmetry.
    boards = np.indices((3,) * 9).reshape(9, -1).T.reshape(-1, 3, 3).astype(np.int8) - 1
    goes_on = boards[db.probe_many(boards)[1] != 0]
    different = {min(np.rot90(flipped, turns).tobytes() for flipped in (board, board.T) for turns in range(4)) for board in goes_on}
    assert sum(dataset.write(db, tmp_path / "set", len(different))) == len(different)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["quixo9", "--out", "x"], "there is no game `quixo9`"),
        (["ultimate", "--out", "x"], "has no levels"),
        (["quixo4", "--line", "3", "--out", "x"], "unrecognized arguments: --line 3"),
        (["quixo4 --line 3", "--out", "x"], "there is no database of quixo4 --line 3"),
        (["quixo5", "--out", "x"], "wants the whole database of quixo5: `quixotic solve quixo5` makes it"),
        (["quixo4"], "a GAME and --out DIR are wanted"),
        (["quixo4", "--positions", "0", "--out", "x"], "a number from 1 to 1000000000, not '0'"),
        (["quixo4", "--test", "2", "--out", "x"], "a number from 0 to 1, not '2'"),
        (["quixo4", "--format", "csv", "--out", "x"], "csv"),
        (["quixo4", "--out", "full"], "has other files in it"),
        (["quixo4", "--seed", "8", "--out", "other"], "another seed: take another directory"),
        (["--check", "full"], "dataset.json"),
    ],
)
def test_bad_commands(
    arguments: list[str], why: str, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").touch()
    (tmp_path / "other").mkdir()
    (tmp_path / "other/dataset.json").write_bytes((made / "dataset.json").read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if arguments[-1] == "other":
        arguments = [*arguments, "--positions", "4000", "--test", "0.2"]
    try:
        code = dataset.main(arguments)
    except SystemExit as exit:
        code = int(exit.code or 0)
    told = capsys.readouterr()
    assert code == 2 and why in told.err and told.err.count("\n") == 1 and told.out == ""


def test_the_command_writes_and_checks_a_set(tmp_path: Path) -> None:
    done = run([*COMMAND, "quixo4", "--positions", "3000", "--out", "set"], cwd=tmp_path)
    assert done.returncode == 0 and done.stderr.startswith("3,000 of 3,000 positions")
    assert done.stdout.endswith("to test with are in set.\n")
    checked = run([*COMMAND, "--check", "set"], cwd=tmp_path)
    assert checked.returncode == 0 and checked.stdout.startswith("set is right: ")


def test_an_interruption_leaves_whole_files(tmp_path: Path) -> None:
    command = [*COMMAND, "quixo4", "--positions", "2000000", "--out", "set", "--quiet"]
    with started(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_until((tmp_path / "set/dataset.json").exists, process)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate()
    assert (process.returncode, out, error) == (130, "", "interrupted: what is done is in set; the same command goes on\n")
    assert all(path.suffix != ".npz" or np.load(path) for path in (tmp_path / "set").iterdir())
