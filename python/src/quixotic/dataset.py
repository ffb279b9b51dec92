"""Data sets for learning: random positions of Quixo with the outcomes of all their moves, as files.

    python -m quixotic.dataset quixo4 --positions 1000000 --out DIR

The files of a data set, below DIR:

- `train-00000.npz`, `test-00000.npz` and so on, or `.parquet`: shards, which appear whole or not at all;
- `README.md`: the data card, with the meaning of every number;
- `dataset.json`: what was asked for. The same command goes on where it was interrupted, another one is refused;
- `SHA256SUMS`: as `sha256sum --check` takes them, written last.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple, Optional, Sequence

import numpy as np
import numpy.typing as npt

from . import __version__
from .command import INTERRUPTED, OneLine, number, refuse
from .database import Database, open
from .errors import MissingDatabase
from .game import DbPath
from .labels import Labels, RandomBoards, Symmetry, words
from .limits import unsigned
from .progress import Progress

__all__ = ["Counts", "check", "main", "write"]

FORMATS = ("npz", "parquet")
SIDES = ("train", "test")
SHARD = 1 << 18
"""Positions of a shard, train and test together."""
_OF_A_BORDER = 16
"""Boards of 5×5 with the same border that are drawn together: fewer than for a stream, for variety."""
_IN_VAIN = 4
"""So many chunks without a new position say that there are no more."""
_SPLIT_SEED = 20_261_119
"""Which borders are for testing is the same for all data sets, so that no training set has a position of another one's test set."""
_PROBED = 1000
"""Positions that a check looks up one by one."""


class Counts(NamedTuple):
    """The positions of a data set."""

    train: int
    test: int


def write(
    db: Database,
    out: DbPath,
    positions: int,
    *,
    seed: int = 1,
    test_share: float = 0.1,
    format: str = "npz",
    progress: Optional[Progress] = None,
) -> Counts:
    """Writes a data set of so many different positions, or goes on writing it. None is a symmetric image of another."""
    unsigned(64, seed=seed)
    if format not in FORMATS:
        raise ValueError(f"a format is {' or '.join(FORMATS)}, not {format!r}")
    if not 0 <= test_share <= 1:
        raise ValueError(f"the share of the test set is a number from 0 to 1, not {test_share}")
    if positions < 1:
        raise ValueError(f"a data set has at least one position, not {positions}")
    _parquet(format)
    size, levels = db.game.shape[0], db._whole_levels(None)
    if not db.is_complete:
        solve = f"`quixotic solve {db.game.id}` makes it"
        raise MissingDatabase(f"a data set wants the whole database of {db.game.id}: {solve}, and --db says where it is if it is elsewhere")
    asked = {
        "game": db.game.id,
        "positions": positions,
        "seed": seed,
        "test_share": test_share,
        "format": format,
        "shard": SHARD,
        "database": db.stats().signature,
        "actions": list(db.game.actions),
        "version": __version__,
    }
    directory = _begun(Path(os.fspath(out)), asked)
    shards = [
        _Shard(directory, format, shard, min(SHARD, positions - first)) for shard, first in enumerate(range(0, positions, SHARD))
    ]
    seen, done = np.empty(0, dtype=np.int64), 0
    tally = {side: np.zeros(3, dtype=np.int64) for side in SIDES}
    for shard in shards:
        if not shard.is_written():
            drawn = RandomBoards(size, levels, int(words(seed, shard.number + 1)[-1]), _OF_A_BORDER)
            labels = _collected(db, drawn, shard.positions, seen, done, positions, progress)
            shard.write(labels, _is_test(Symmetry(size), labels.boards, test_share))
        for side in SIDES:
            part = shard.read(side)
            tally[side] += [np.count_nonzero(part.outcomes == outcome) for outcome in (1, 0, -1)]
            seen = np.sort(np.concatenate([seen, Symmetry(size).keys(part.boards)]), kind="stable")
        done += shard.positions
        if progress is not None:
            progress(done, positions)
    _put(directory / "README.md", _card(asked, size, tally).encode())
    files = sorted(["README.md", "dataset.json", *(path.name for shard in shards for path in shard.paths)])
    _put(directory / "SHA256SUMS", "".join(f"{_sum(directory / name)}  {name}\n" for name in files).encode())
    return Counts(*(int(tally[side].sum()) for side in SIDES))


def check(directory: DbPath, db: Database) -> Counts:
    """Checks the files of a data set against their sums, its positions against each other, and some of them against the database."""
    there = Path(os.fspath(directory))
    for line in (there / "SHA256SUMS").read_text().splitlines():
        expected, _, name = line.partition("  ")
        if _sum(there / name) != expected:
            raise ValueError(f"{there / name} is damaged: its SHA-256 is not that of SHA256SUMS; make the data set again")
    asked = json.loads((there / "dataset.json").read_text())
    if asked["game"] != db.game.id:
        raise ValueError(f"{there} is of {asked['game']}, not of {db.game.id}")
    parts: dict[str, Labels] = {}
    for side in SIDES:
        read = [_read(path) for path in sorted(there.glob(f"{side}-*.{asked['format']}"))]
        parts[side] = Labels.joined(read)
    every = Labels.joined(list(parts.values()))
    # All images by turning and flipping boards, unlike in `Symmetry`; the least of them stands for all.
    images = [np.rot90(flipped, turns, (1, 2)) for flipped in (every.boards, every.boards[:, ::-1]) for turns in range(4)]
    least = {min(image[row].tobytes() for image in images) for row in range(len(every.boards))}
    if len(least) != len(every.boards) or len(every.boards) != asked["positions"]:
        raise ValueError(f"{there} has {len(least)} different positions, not {asked['positions']}: make the data set again")
    _agree(every)
    for row in (words(len(every.boards), _PROBED) % np.uint64(len(every.boards))).astype(np.int64):
        answer = db.probe(db.game.decode(every.boards[row]))
        moves = {db.game.action(move.move): _NUMBERS[move.outcome] for move in answer.moves}
        told = {action: int(outcome) for action, outcome in enumerate(every.moves[row]) if outcome >= -1}
        if (_NUMBERS[answer.outcome], answer.plies) != (every.outcomes[row], None if every.plies[row] < 0 else every.plies[row]) or moves != told:
            raise ValueError(f"{answer.position} has other values in {there} than in the database")
    return Counts(*(len(parts[side].boards) for side in SIDES))


_NUMBERS = {"win": 1, "draw": 0, "loss": -1}


class _Shard:
    """Two files with a part of the positions: those to train with, and those to test with."""

    def __init__(self, directory: Path, format: str, number: int, positions: int) -> None:
        self.number, self.positions = number, positions
        self.paths = [directory / f"{side}-{number:05}.{format}" for side in SIDES]

    def is_written(self) -> bool:
        return all(path.exists() for path in self.paths)

    def write(self, labels: Labels, is_test: npt.NDArray[np.bool_]) -> None:
        _agree(labels)
        for path, rows in zip(self.paths, (~is_test, is_test)):
            _write(path, labels.at(rows))

    def read(self, side: str) -> Labels:
        return _read(self.paths[SIDES.index(side)])


def _collected(
    db: Database,
    drawn: RandomBoards,
    count: int,
    seen: npt.NDArray[np.int64],
    before: int,
    total: int,
    progress: Optional[Progress],
) -> Labels:
    """So many positions that were not seen before, nor an image of them, in random order."""
    symmetry, parts, here, in_vain = Symmetry(db.game.shape[0]), list[Labels](), 0, 0
    for boards in drawn:
        keys = symmetry.keys(boards)
        _, first = np.unique(keys, return_index=True)
        first.sort()
        place = np.minimum(np.searchsorted(seen, keys[first]), max(len(seen) - 1, 0))
        is_new = seen[place] != keys[first] if len(seen) else np.ones(len(first), dtype=bool)
        fresh = first[is_new]
        seen = np.sort(np.concatenate([seen, keys[fresh]]), kind="stable")
        found = here
        while len(fresh) and here < count:
            # As many as are missing, but for those on which the game turns out to be over.
            asked, fresh = np.split(fresh, [count - here])
            parts.append(db.label(boards[asked], moves=True))
            here += len(parts[-1].boards)
        in_vain = 0 if here > found else in_vain + 1
        if in_vain == _IN_VAIN:
            raise ValueError(f"{db.game.id} has no {total:,} different positions: {before + here:,} were found. Ask for fewer")
        if progress is not None:
            progress(before + here, total)
        if here == count:
            break
    return Labels.joined(parts).at(words(count, count).argsort(kind="stable"))


def _is_test(symmetry: Symmetry, boards: npt.NDArray[np.int8], share: float) -> npt.NDArray[np.bool_]:
    """Which positions are for testing: by their borders, so that no image and no close relative of one is for training."""
    borders, rows = np.unique(symmetry.borders(boards), return_inverse=True)
    drawn = np.array([words(_SPLIT_SEED ^ int(border) << 20, 1)[0] for border in borders])
    return np.asarray((drawn / 2.0**64 < share)[rows])


def _agree(labels: Labels) -> None:
    """Whether each position is worth as much as its best move, which the database says in other places."""
    if (labels.moves.max(axis=1) != labels.outcomes).any():
        raise RuntimeError("a position is not worth what its best move is: `quixotic verify` says whether the database is damaged")


def _begun(directory: Path, asked: dict[str, Any]) -> Path:
    """The directory of the data set, with what was asked for in it."""
    settings = directory / "dataset.json"
    directory.mkdir(parents=True, exist_ok=True)
    if settings.exists():
        before = json.loads(settings.read_text())
        other = [name for name in asked if before.get(name) != asked[name]]
        if other:
            raise ValueError(f"{directory} has a data set with another {other[0]}: take another directory")
    elif any(directory.iterdir()):
        raise ValueError(f"{directory} has other files in it: a data set wants a directory of its own")
    else:
        _put(settings, json.dumps(asked, indent=1).encode() + b"\n")
    return directory


def _put(path: Path, content: bytes) -> None:
    """Writes a file that appears whole."""
    beside = path.with_name(f"{path.name}.tmp")
    beside.write_bytes(content)
    os.replace(beside, path)


def _parquet(format: str) -> Any:
    """What reads and writes Parquet, if that is wanted."""
    if format != "parquet":
        return None
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise ValueError("Parquet needs pyarrow: pip install 'quixotic-games[dataset]', or --format npz") from error
    return pyarrow


def _write(path: Path, labels: Labels) -> None:
    beside = path.with_name(f"{path.name}.tmp")
    columns = labels._asdict()
    arrow = _parquet(path.suffix[1:])
    with beside.open("wb") as file:
        if arrow is None:
            np.savez_compressed(file, **columns)
        else:
            table = arrow.table({name: _column(arrow, values) for name, values in columns.items()})
            arrow.parquet.write_table(table, file, compression="zstd", use_dictionary=False)
    os.replace(beside, path)


def _column(arrow: Any, values: npt.NDArray[Any]) -> Any:
    """A column of numbers, or of lists of the same length: boards row by row."""
    flat = arrow.array(values.ravel())
    return flat if values.ndim == 1 else arrow.FixedSizeListArray.from_arrays(flat, int(np.prod(values.shape[1:])))


def _read(path: Path) -> Labels:
    arrow = _parquet(path.suffix[1:])
    if arrow is None:
        with np.load(path) as file:
            return Labels(**{name: file[name] for name in Labels._fields})
    table = arrow.parquet.read_table(path)
    read = {name: table[name].combine_chunks() for name in Labels._fields}
    rows, size = table.num_rows, math.isqrt(read["boards"].type.list_size)
    return Labels(
        boards=read["boards"].flatten().to_numpy(zero_copy_only=False).reshape(rows, size, size),
        outcomes=read["outcomes"].to_numpy(zero_copy_only=False),
        plies=read["plies"].to_numpy(zero_copy_only=False),
        moves=read["moves"].flatten().to_numpy(zero_copy_only=False).reshape(rows, read["moves"].type.list_size),
    )


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _card(asked: dict[str, Any], size: int, tally: dict[str, npt.NDArray[np.int64]]) -> str:
    """The data card."""
    rows = "".join(f"| {side} | {sum(counts):,} | {' | '.join(f'{count:,}' for count in counts)} |\n" for side, counts in tally.items())
    command = f"python -m quixotic.dataset '{asked['game']}' --positions {asked['positions']} --seed {asked['seed']} --test {asked['test_share']} --format {asked['format']} --out DIR"
    actions = " ".join(f"{number}:{move}" for number, move in enumerate(asked["actions"]))
    return _CARD.format(rows=rows, command=command, action_list=actions, size=size, **asked)


_CARD = """\
# {game}: positions with their true outcomes

Positions of Quixo on {size}×{size}, each with its outcome and its distance under perfect play, and with the outcome of every move.

| | positions | won | drawn | lost |
|---|--:|--:|--:|--:|
{rows}
No position is there twice, nor a symmetric image of another one. Whether a position is for training or for testing follows from its
border, up to symmetry: no position of one side has an image, or a position with the same border, on the other. The borders are divided in the same way for
all data sets of `quixotic`.

## Columns

| name | type | meaning |
|---|---|---|
| `boards` | int8, {size}×{size} | the tiles row by row from the top, cell a{size} first: 1 of the player to move, −1 of the other player, 0 blank |
| `outcomes` | int8 | for the player to move: 1 a win, 0 a draw, −1 a loss |
| `plies` | int16 | moves of both players to the end of the game, where the winner hurries and the loser delays; −1 for a draw |
| `moves` | int8, one for each action | the outcome for the player who makes the move: 1, 0 or −1; −2 where it is not legal |

**Player to move.** Boards are seen from the player to move. X and O follow the same rules, so a board has the same values whichever of them that
is. To write a position out, take 1 for X and −1 for O with X to move, or the other way round with O to move.

**Actions** are numbered tile by tile from the top left, and for each tile by the end where it goes back in: left (L), right (R), top (T), bottom (B).
Columns are letters, rows are numbers from the bottom:

{action_list}

A shard is read with `numpy.load("train-00000.npz")["boards"]`. In Parquet, boards and moves are lists of fixed length, the boards row by row.

## How it was made

    {command}

with quixotic {version}. For each position a level (the number of marked tiles) was drawn, all equally likely, and then a
board of that level, all equally likely; on 5×5, sixteen boards with the same border were drawn together, which differ in the tiles within
it. Boards on which the game is over and images of earlier boards were left out. Low levels have few boards, so most or all of theirs are here.
Not every board can occur in a game that begins with the empty board. The order within a shard is random. The same command with the same version of
`quixotic` draws the same positions; the bytes of the files also depend on the versions of numpy, zlib and pyarrow.

## How it was verified

The values are those of the database with the signature `{database}`, which `quixotic solve` made
and `quixotic verify` checks. While the data set was written, the outcome of every position was compared with that of its best move.
`python -m quixotic.dataset --check DIR` repeats that, compares the files with `SHA256SUMS` and all positions with each other, and looks {probed} of
them up again one by one.

## Licence and citation

MIT or Apache-2.0, like quixotic itself. To cite it:

    The quixotic authors: quixotic, perfect play for Quixo and its relatives. Version {version}.
    Data set {game}, {positions} positions, seed {seed}.
""".replace("{probed}", f"{_PROBED:,}")

_EXAMPLES = """\
examples:
  python -m quixotic.dataset quixo4 --positions 1000000 --out quixo4-million
  python -m quixotic.dataset quixo5 --db path/to/db --positions 10000000 --format parquet --out quixo5-ten-million
  python -m quixotic.dataset --check quixo4-million

An interrupted command goes on where it was when it is given again.
"""

_MOST = 1_000_000_000
"""Positions of a data set."""


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"it is a number from 0 to 1, not {text!r}")
    return share


def _arguments() -> argparse.ArgumentParser:
    parser = OneLine(
        prog="python -m quixotic.dataset",
        description="Write positions of Quixo with the outcomes of all their moves as files, for networks to learn from.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("game", metavar="GAME", nargs="?", help="quixo3, quixo4 or quixo5, with rules: 'quixo4 --line 3'")
    parser.add_argument("--out", metavar="DIR", help="directory of the data set")
    parser.add_argument("--check", metavar="DIR", help="check a data set instead of writing one")
    parser.add_argument("--positions", metavar="N", type=lambda text: number(text, 1, _MOST), default=1_000_000, help="how many [default: 1000000]")
    parser.add_argument("--test", metavar="SHARE", type=_share, default=0.1, help="share of the borders that is kept for testing [default: 0.1]")
    parser.add_argument("--format", metavar="FORMAT", choices=FORMATS, default="npz", help="npz or parquet, which needs pyarrow [default: npz]")
    parser.add_argument("--seed", metavar="S", type=lambda text: number(text, 0, (1 << 64) - 1), default=1, help="seed of everything random [default: 1]")
    parser.add_argument("--db", metavar="DIR", help="the database, a directory or an address [default: where the command quixotic puts it]")
    parser.add_argument("--quiet", "-q", action="store_true", help="show no progress")
    return parser


class _Meter:
    """How far it is, on standard error: in one line of a terminal, else every ten seconds."""

    def __init__(self) -> None:
        self._begun = self._last = time.monotonic()
        self._is_terminal = sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if not self._is_terminal and now - self._last < 10 and done < total:
            return
        self._last = now
        line = f"{done:,} of {total:,} positions, {now - self._begun:.0f} s"
        print(f"\r\033[K{line}" if self._is_terminal else line, end="" if self._is_terminal else "\n", file=sys.stderr, flush=True)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Writes or checks a data set; returns the exit code."""
    parser = _arguments()
    args = parser.parse_args(arguments)
    try:
        if args.check is not None:
            game = json.loads((Path(args.check) / "dataset.json").read_text())["game"]
            counts = check(args.check, open(game, args.db))
            print(f"{args.check} is right: {counts.train:,} positions to train with, {counts.test:,} to test with.")
            return 0
        if args.game is None or args.out is None:
            parser.error("a GAME and --out DIR are wanted, or --check DIR")
        counts = write(
            open(args.game, args.db),
            args.out,
            args.positions,
            seed=args.seed,
            test_share=args.test,
            format=args.format,
            progress=None if args.quiet else _Meter(),
        )
        print(f"{counts.train:,} positions to train with and {counts.test:,} to test with are in {args.out}.")
        return 0
    except KeyboardInterrupt:
        where = "" if args.out is None else f": what is done is in {args.out}; the same command goes on"
        print(f"interrupted{where}", file=sys.stderr)
        return INTERRUPTED
    except (ValueError, MissingDatabase, OSError, RuntimeError) as error:
        return refuse(error)


if __name__ == "__main__":
    sys.exit(main())
