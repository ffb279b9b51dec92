"""Flash cards for Anki from a course: the rules of a card, and positions that each of them solves.

    python -m quixotic.flashcards web/site/puzzles/course-quixo5.txt --out quixo5.apkg

A course is what `quixotic-research course` writes; the one of 5×5 is in the repository. Needs the extra `[anki]`.
"""

from __future__ import annotations

import argparse
import sys
import zlib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple, Optional

from .game import Game

__all__ = ["FlashCard", "read_course", "write_package"]

_STYLE = ".card { font-family: sans-serif; text-align: center; } svg { max-width: 100%; height: auto; }"


class FlashCard(NamedTuple):
    """A card: what is asked, and the answer, as HTML."""

    front: str
    back: str


def read_course(text: str) -> Iterator[FlashCard]:
    """The cards of a course: its rules first, then its positions, those of the check-up left out."""
    rules: dict[str, str] = {}
    positions: list[tuple[str, str, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        purpose, _, rest = line.partition(" ")
        words = rest.split(" ")
        if purpose == "=" and len(words) > 1:
            rules[words[0]] = " ".join(words[1:])
        elif purpose == "learn" and len(words) == 4 and words[0] in rules:
            positions.append((words[0], f"{words[1]} {words[2]}", words[3]))
        elif purpose not in ("#", "check"):
            raise ValueError(f"line {number} is not of a course: expected `= RULE TEXT` or `learn RULE POSITION MOVES`")
    if not positions:
        raise ValueError("there are no positions; expected what `quixotic-research course` writes")
    places = {name: place for place, name in enumerate(rules, 1)}
    for name, sentence in rules.items():
        yield FlashCard(f"Rule {places[name]} of {len(rules)}?", escape(sentence))
    for name, position, moves in positions:
        size = position.count("/") + 1
        drawing = Game(f"quixo{size}").position(position).svg(values=False)
        right = ", ".join(moves[at : at + 3] for at in range(0, len(moves), 3))
        front = f"{drawing}<p>Which move keeps the outcome?</p>"
        yield FlashCard(front, f"{escape(right)}<p>Rule {places[name]}: {escape(rules[name])}</p>")


def write_package(text: str, out: Path, name: str) -> int:
    """Writes the cards of a course as an Anki package; returns how many there are."""
    try:
        import genanki
    except ImportError as error:
        raise ImportError("flash cards need genanki: pip install 'quixotic-games[anki]'") from error
    # Anki knows decks and models by numbers, which have to stay when a package is made again.
    model = genanki.Model(
        zlib.crc32(b"quixotic flash card"),
        "quixotic",
        fields=[{"name": "Front"}, {"name": "Back"}],
        templates=[{"name": "Card", "qfmt": "{{Front}}", "afmt": "{{FrontSide}}<hr id=answer>{{Back}}"}],
        css=_STYLE,
    )
    deck = genanki.Deck(zlib.crc32(name.encode()), name)
    for card in read_course(text):
        deck.add_note(genanki.Note(model=model, fields=list(card), guid=genanki.guid_for(card.front)))
    genanki.Package(deck).write_to_file(out)
    return len(deck.notes)


def main(arguments: Optional[list[str]] = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m quixotic.flashcards", description="Flash cards for Anki from a course.")
    parser.add_argument("course", type=Path, help="what quixotic-research course wrote")
    parser.add_argument("--out", type=Path, default=Path("quixo.apkg"), help="the package [default: %(default)s]")
    options = parser.parse_args(arguments)
    try:
        count = write_package(options.course.read_text(encoding="utf-8"), options.out, f"Quixo: {options.course.stem}")
    except (OSError, UnicodeDecodeError, ValueError, ImportError) as error:
        print(f"error: {options.course}: {error}", file=sys.stderr)
        return 2
    print(f"{count} cards are in {options.out}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
