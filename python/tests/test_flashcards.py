"""Flash cards: all of a course, and nothing else."""

import zipfile
from pathlib import Path

import pytest

from quixotic import flashcards

COURSE = """\
# quixotic-research course quixo4 --lessons 1 --checks 1 --seed 1
= win Win at once if you can.
= safe Leave the opponent no move that wins at once.
learn win XXX1/1OO1/1O2/4 X d4Ld4B
check win XXX1/1OO1/2O1/4 X d4L
learn safe OOO1/1X2/2X1/4 X d4L
"""


def test_each_rule_and_each_position_to_learn_from_is_a_card() -> None:
    cards = list(flashcards.read_course(COURSE))
    assert [card.front for card in cards[:2]] == ["Rule 1 of 2?", "Rule 2 of 2?"]
    assert cards[1].back == "Leave the opponent no move that wins at once."
    assert len(cards) == 4 and all(card.front.startswith("<svg") for card in cards[2:])
    assert cards[2].back == "d4L, d4B<p>Rule 1: Win at once if you can.</p>"


def test_the_package_is_one_that_anki_opens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("genanki")
    course, package = tmp_path / "course.txt", tmp_path / "quixo.apkg"
    course.write_text(COURSE, encoding="utf-8")
    assert flashcards.main([str(course), "--out", str(package)]) == 0
    assert capsys.readouterr().out == f"4 cards are in {package}.\n"
    with zipfile.ZipFile(package) as archive:
        assert archive.testzip() is None and "collection.anki2" in archive.namelist()


@pytest.mark.parametrize("text, reason", [("", "there are no positions"), ("win 1 2\n", "line 1 is not of a course")])
def test_another_file_is_refused_in_one_line(
    text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course = tmp_path / "other.txt"
    course.write_text(text, encoding="utf-8")
    assert flashcards.main([str(course)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and reason in error and error.count("\n") == 1
