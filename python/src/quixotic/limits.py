"""Numbers that have to fit."""

from __future__ import annotations

import operator
from typing import Any

__all__ = ["unsigned"]


def unsigned(bits: int, **numbers: Any) -> None:
    """Raises an error that names the first of some arguments that is no whole number from 0 to 2^bits − 1."""
    for name, number in numbers.items():
        if not 0 <= operator.index(number) < 1 << bits:
            raise OverflowError(f"{name} is a number from 0 to {(1 << bits) - 1}, not {number}")
