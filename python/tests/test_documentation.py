"""The examples of the documentation run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import tempfile
from pathlib import Path

import distributed
import pytest

import quixotic

NAMES = {"distributed": distributed, "quixotic": quixotic, "tempfile": tempfile}
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
ROOT = Path(__file__).parents[2]
MODULES = [module.name for module in pkgutil.iter_modules(quixotic.__path__, "quixotic.") if "_native" not in module.name]


@pytest.mark.parametrize("name", ["quixotic", *MODULES])
def test_docstrings(name: str) -> None:
    if name == "quixotic.openspiel":
        pytest.importorskip("pyspiel")
    module = importlib.import_module(name)
    assert doctest.testmod(module, extraglobs=NAMES, optionflags=OPTIONS).failed == 0


@pytest.mark.parametrize("page", ["README.md", "python/README.md", "docs/python.md"])
def test_pages(page: str) -> None:
    if page == "docs/python.md":
        pytest.importorskip("pyspiel")
    tested = doctest.testfile(str(ROOT / page), module_relative=False, globs=dict(NAMES), optionflags=OPTIONS)
    assert tested.attempted > 0, f"{page} has no examples"
    assert tested.failed == 0
