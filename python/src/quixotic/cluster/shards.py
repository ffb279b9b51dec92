"""The shards of a job: which there are, which are done, what they come to."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import NamedTuple, Optional, Sequence, Union

from .._native import is_part, merge, plan, run_shard

_MOST = 1000
"""Tasks when nothing is said: enough for many workers, and few enough for one scheduler."""


class Result(NamedTuple):
    """What a job came to."""

    content: bytes
    """What the command writes without shards."""
    is_no: bool
    """Whether its answer is "no", for which the command has exit code 1."""


class Shards:
    """The shards of a job, numbered from 1."""

    def __init__(
        self, arguments: Sequence[str], count: Optional[int], directory: Optional[Union[str, os.PathLike[str]]]
    ) -> None:
        """Reads the arguments; takes in what an earlier call has left in the directory."""
        self._plan, self.name, self.pieces = plan(list(arguments))
        if count is not None and count < 1:
            raise ValueError(f"there is at least one task, not {count}")
        self.count = max(1, min(self.pieces, _MOST)) if count is None else count
        self._directory = None if directory is None else Path(directory)
        self._parts: dict[int, bytes] = {}
        if self._directory is not None:
            self._directory.mkdir(parents=True, exist_ok=True)
            for number in range(1, self.count + 1):
                self._find(number)

    def __getstate__(self) -> dict[str, object]:
        """A worker needs no part of another."""
        return {**self.__dict__, "_parts": {}}

    def _path(self, directory: Path, number: int) -> Path:
        return directory / f"part-{number}-of-{self.count}.qxp"

    def _find(self, number: int) -> None:
        assert self._directory is not None
        path = self._path(self._directory, number)
        if not path.exists():
            return
        part = path.read_bytes()
        if not is_part(self._plan, number, self.count, part):
            raise ValueError(f"{path} is not shard {number} of {self.count} of `{self.name}`: choose another directory")
        self._parts[number] = part

    def missing(self) -> list[int]:
        """The shards that are not done."""
        return [number for number in range(1, self.count + 1) if number not in self._parts]

    def pieces_of(self, number: int) -> int:
        """How many pieces a shard has."""
        return len(range(number - 1, self.pieces, self.count))

    def run(self, number: int) -> bytes:
        """Does a shard, on one core."""
        return run_shard(self._plan, number, self.count)

    def keep(self, number: int, part: bytes) -> None:
        """Takes a shard in that was done."""
        if not is_part(self._plan, number, self.count, part):
            raise ValueError(f"what a worker sent is not shard {number} of {self.count} of `{self.name}`: do all workers have this version of the package?")
        self._parts[number] = part
        if self._directory is not None:
            # Nobody sees half a file.
            with tempfile.NamedTemporaryFile(dir=self._directory, prefix=".quixotic-", delete=False) as file:
                file.write(part)
            os.replace(file.name, self._path(self._directory, number))

    def merge(self) -> Result:
        """What all shards come to."""
        parts = [(f"shard {number}", part) for number, part in sorted(self._parts.items())]
        return Result(*merge(parts))
