"""The example learns something."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples" / "learn_quixo4.py"


def test_the_learned_player_errs_less_than_chance() -> None:
    options = ["--games", "3000", "--positions", "80", "--matches", "10"]
    done = subprocess.run([sys.executable, str(EXAMPLE), *options], capture_output=True, text=True, check=True)
    rates = {agent: float(rate) for agent, rate in re.findall(r"^(\S+) +([\d.]+)%$", done.stdout, re.MULTILINE)}
    assert rates["learned"] < rates["random"] / 2
    won = re.search(r"against random: <Match: (\d+) won", done.stdout)
    assert won and int(won[1]) >= 9
