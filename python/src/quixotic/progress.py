"""How long calls report their progress."""

from __future__ import annotations

from typing import Any, Callable

__all__ = ["Progress", "part"]

Progress = Callable[[int, int], Any]
"""Is called with what is done and what there is to do, some twenty times a second."""


def part(progress: Progress, before: int, total: int) -> Progress:
    """Progress of one part of the work as that of the whole."""

    def shifted(done: int, _: int) -> Any:
        return progress(before + done, total)

    return shifted
