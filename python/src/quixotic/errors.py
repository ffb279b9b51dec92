"""The exceptions that are not Python's own."""

from __future__ import annotations


class MissingDatabase(KeyError):
    """What would answer the question is not here; the text says how to get it."""

    def __str__(self) -> str:
        # A KeyError shows the repr of its key.
        return str(self.args[0]) if self.args else ""
