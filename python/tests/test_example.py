"""The example learns something."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from processes import output

EXAMPLE = Path(__file__).parents[1] / "examples" / "learn_quixo4.py"


def test_the_learned_player_errs_less_than_chance() -> None:
    options = ["--games", "3000", "--positions", "80", "--matches", "10"]
    told = output([sys.executable, str(EXAMPLE), *options])
    rates = {agent: float(rate) for agent, rate in re.findall(r"^(\S+) +([\d.]+)%$", told, re.MULTILINE)}
    assert rates["learned"] < rates["random"] / 2
    won = re.search(r"against random: <Match: (\d+) won", told)
    assert won and int(won[1]) >= 9
