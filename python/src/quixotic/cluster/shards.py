"""The shards of a job: which there are, which are done, what they come to. The command `quixotic` does the work."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, NamedTuple, Optional, Sequence, Union

_MOST = 1000
"""Tasks when nothing is said: enough for many workers, and few enough for one scheduler."""

_NO = 1
"""The exit code of an answer that is "no"."""

_REFUSED = 2
"""The exit code of bad usage or input."""


class Result(NamedTuple):
    """What a job came to."""

    content: bytes
    """What the command writes without shards."""
    is_no: bool
    """Whether its answer is "no", for which the command has exit code 1."""


def plan(arguments: Sequence[str]) -> dict[str, Any]:
    """Reads the arguments of a job: what all its parts have in common."""
    if not arguments:
        raise ValueError("there is no job: expected splits, arena, ladder, labels, verify or solve, with its arguments")
    planned: dict[str, Any] = json.loads(_quixotic(*arguments, "--plan").content)
    return planned


def _quixotic(*arguments: str) -> Result:
    """Runs the command to its end. Its standard input is a pipe that ends with this process."""
    program = os.environ.get("QUIXOTIC", "quixotic")
    found = shutil.which(program)
    if found is None:
        raise FileNotFoundError(f"there is no command {program!r} here: install quixotic, or set QUIXOTIC to where it is")
    pipe = subprocess.PIPE
    with subprocess.Popen([found, *arguments], stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None and process.stderr is not None
        content = process.stdout.read()
        error = process.stderr.read().decode(errors="replace").strip()
    if process.returncode == _REFUSED:
        raise ValueError(error.removeprefix("error: "))
    if process.returncode not in (0, _NO):
        raise RuntimeError(f"`quixotic {' '.join(arguments)}` ended with {process.returncode}: {error}")
    return Result(content, process.returncode == _NO)


class Shards:
    """The shards of a job, numbered from 1."""

    def __init__(
        self, arguments: Sequence[str], count: Optional[int], directory: Optional[Union[str, os.PathLike[str]]]
    ) -> None:
        """Reads the arguments; takes in what an earlier call has left in the directory."""
        self._arguments = list(arguments)
        self._plan = plan(self._arguments)
        self.pieces: int = self._plan["pieces"]
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
        if not self._is_part(number, part):
            raise ValueError(f"{path} is not {self._name(number)}: choose another directory")
        self._parts[number] = part

    def _name(self, number: int) -> str:
        return f"shard {number} of {self.count} of `{' '.join(self._plan['command'])}`"

    def _is_part(self, number: int, part: bytes) -> bool:
        """Whether that is the shard; whether anything in it is damaged is seen when all are merged."""
        header, *rows = part.split(b"\n")
        try:
            said = json.loads(header)
            is_of = (said["job"], said["shard"]) == (self._plan, f"{number}/{self.count}")
        except (ValueError, TypeError, KeyError):
            return False
        return is_of and len(rows) == self.pieces_of(number) + 1 and not rows[-1]

    def missing(self) -> list[int]:
        """The shards that are not done."""
        return [number for number in range(1, self.count + 1) if number not in self._parts]

    def pieces_of(self, number: int) -> int:
        """How many pieces a shard has."""
        return len(range(number - 1, self.pieces, self.count))

    def run(self, number: int) -> bytes:
        """Does a shard, on one core."""
        with tempfile.TemporaryDirectory(prefix="quixotic-") as directory:
            part = self._path(Path(directory), number)
            how = ["--threads", "1", "--quiet", "--until-eof"]
            _quixotic(*self._arguments, *how, "--shard", f"{number}/{self.count}", "--out", str(part))
            return part.read_bytes()

    def keep(self, number: int, part: bytes) -> None:
        """Takes a shard in that was done."""
        if not self._is_part(number, part):
            raise ValueError(f"what a worker sent is not {self._name(number)}: do all workers have this version of quixotic and see the same database?")
        self._parts[number] = part
        if self._directory is not None:
            # Nobody sees half a file.
            with tempfile.NamedTemporaryFile(dir=self._directory, prefix=".quixotic-", delete=False) as file:
                file.write(part)
            os.replace(file.name, self._path(self._directory, number))

    def merge(self) -> Result:
        """What all shards come to."""
        with tempfile.TemporaryDirectory(prefix="quixotic-") as directory:
            together = Path(directory) / "parts.qxp"
            with together.open("wb") as file:
                file.writelines(part for _, part in sorted(self._parts.items()))
            return _quixotic("merge", str(together), "--out", "-")
