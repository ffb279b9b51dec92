"""The examples learn something."""

from __future__ import annotations

import json
import os
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


def test_the_network_of_the_notebook_learns() -> None:
    notebook = json.loads((EXAMPLE.parent / "train_network.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    short = {**os.environ, "POSITIONS": "8000", "BATCHES": "10"}
    told = output([sys.executable, "-c", "\n\n".join(cells)], env=short)
    learned = [float(share) for share in re.findall(r"([\d.]+)% of the others", told)]
    rates = {agent: float(rate) for agent, rate in re.findall(r"^(\S+) +errs in ([\d.]+)%$", told, re.MULTILINE)}
    # The commonest outcome alone is what a network that learns nothing says.
    shares = re.search(r"loss, draw, win: \[([^\]]*)\]", told)
    assert shares and learned[-1] > 100 * max(map(float, shares[1].split())) + 5
    assert rates["network"] < rates["random"] / 2
