"""What the commands of the package have in common: `python -m quixotic.cluster`, `python -m quixotic.dataset`."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

__all__ = ["INTERRUPTED", "OneLine", "number", "refuse"]

INTERRUPTED = 130
_REFUSED = 2


def refuse(why: object) -> int:
    """Says in one line why something is not done; returns the exit code of that."""
    text = " ".join(str(why).split())
    print(f"error: {text}", file=sys.stderr)
    return _REFUSED


class OneLine(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        raise SystemExit(refuse(message))


def number(text: str, least: int, most: int) -> int:
    """Reads a whole number of an option."""
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"it is a number from {least} to {most}, not {text!r}")
    return int(text)
