"""What notebooks show."""

from __future__ import annotations

from xml.etree import ElementTree

import pandas
import pytest

import quixotic


def texts(svg: str) -> list[str]:
    return [str(node.text) for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")]


@pytest.mark.parametrize("name", quixotic.games())
def test_every_position_is_drawn(name: str) -> None:
    position = quixotic.Game(name).start()
    for _ in range(4):
        position = position.play(position.moves[0])
    assert f"{position.to_move} to move" in texts(position._repr_svg_())


def test_values_stand_on_the_tiles() -> None:
    position = quixotic.Game("quixo3").position("OO1/X2/1X1 X")
    with_values, without = texts(position.svg()), texts(position.svg(values=False))
    assert len(with_values) - len(without) == len(position.moves)
    assert "win" in texts(quixotic.Game("numerical3").position("9,.,./.,2,./.,.,.").svg(values=True))


def test_without_a_database_there_are_no_values(tmp_path: object) -> None:
    position = quixotic.Game("quixo4", str(tmp_path) + "/none", line=3).start()
    assert texts(position.svg(values=True)) == texts(position.svg(values=False))


def test_a_line_is_a_strip_of_boards() -> None:
    told = texts(quixotic.open("quixo3").line()._repr_svg_())
    assert "7. a1T" in told and "X to move" in told
    ElementTree.fromstring(quixotic.open("ultimate").line()._repr_svg_())


def test_pandas_takes_the_counts() -> None:
    stats = quixotic.open("quixo4").stats()
    by_distance, by_class = pandas.DataFrame(stats.by_distance), pandas.DataFrame(stats.by_class)
    assert by_distance["win"].sum() == stats.win == 26_434_489
    assert by_class[["win", "loss", "draw"]].sum().sum() == stats.positions == 43_046_721
    rows = pandas.DataFrame(quixotic.ladder("quixo3", ["random"], positions=10))
    assert rows["agent"].tolist() == ["random"]
