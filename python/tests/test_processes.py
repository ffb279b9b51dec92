"""No process outlives its test, and none is waited for without end."""

from __future__ import annotations

import subprocess
from pathlib import Path

import processes
import pytest
from processes import run, started

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are listed elsewhere")

# With two children, the second in a group of its own, as GNU parallel has them.
FAMILY = ["bash", "-c", "sleep 3600 & set -m; sleep 3600 & jobs -p; echo; wait"]


def test_a_test_that_fails_leaves_nothing_behind() -> None:
    children = []
    with pytest.raises(ZeroDivisionError):
        with started(FAMILY, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            children = list(iter(process.stdout.readline, "\n"))
            1 // 0
    assert len(children) == 2 and process.returncode == -9
    # Their parent is gone, so somebody else has to take note of their end.
    states = [stat.read_text().rpartition(")")[2].split()[0] for child in children if (stat := Path(f"/proc/{child.strip()}/stat")).exists()]
    assert set(states) <= {"Z"}


def test_what_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "LIMIT", 0.2)
    assert run(FAMILY).returncode == -9
