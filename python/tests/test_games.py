"""Games, positions, moves, answers: the same for all games."""

from __future__ import annotations

import copy
import os
import pickle

import pytest

import quixotic

ALL = quixotic.games()
QUICK = ["quixo3", "quixo4", "quixo5", "numerical3", "ultimate"]


@pytest.mark.parametrize("name", ALL)
def test_every_game_is_played_by_its_rules(name: str) -> None:
    game = quixotic.Game(name)
    position = game.start()
    assert position.to_move == game.players[0] and not position.is_over
    for _ in range(5):
        assert position.moves == [game.move(action) for action in position.actions]
        assert position.action_mask.sum() == len(position.moves)
        position = position.play(position.moves[0])
    assert position.to_move == game.players[1]
    assert game.position(str(position)) == position
    assert position.draw()


@pytest.mark.parametrize("name", QUICK)
def test_an_answer_has_the_same_shape_everywhere(name: str) -> None:
    answer = quixotic.open(name).probe("start")
    assert answer.to_move == quixotic.Game(name).players[0]
    assert answer.outcome in ("win", "draw", "loss", "open")
    assert {move.move for move in answer.moves} == set(quixotic.Game(name).start().moves)
    assert answer.best == answer.moves[0]


def test_a_line_is_a_game_without_a_mistake() -> None:
    db = quixotic.open("quixo4")
    line = db.line()
    assert len(line) == line.plies == 21
    position = db.game.start()
    for left, step in zip(range(21, 0, -1), line):
        position = position.play(step.move)
        assert (position.text, step.plies, step.winner) == (step.position, left, "X")
    assert position.winner == "X"


def test_fields_that_a_later_version_adds_come_through() -> None:
    fields = quixotic.open("quixo3").probe("start").as_dict()
    answer = quixotic.Answer({**fields, "weather": 0.25})
    assert answer.weather == 0.25 and "weather" in dir(answer)
    with pytest.raises(AttributeError):
        answer.holding


def test_other_rules_are_keywords() -> None:
    assert quixotic.Game("quixo4", line=3, double_line="mover") == quixotic.Game("quixo4 --line 3 --double-line mover")
    assert quixotic.Game("ultimate", rules="won-closed").id == "ultimate --rules won-closed"
    with pytest.raises(ValueError, match="has no option `--lines`"):
        quixotic.Game("quixo4", lines=3)


def test_positions_are_values() -> None:
    game = quixotic.Game("quixo4")
    one, other = game.start().play("a4R"), game.position("3X/4/4/4 O")
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert one != quixotic.Game("quixo4", line=3).position("3X/4/4/4 O") and one != "3X/4/4/4 O"
    for copied in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one)):
        assert copied == one and copied.moves == one.moves
    answer = one.probe()
    assert pickle.loads(pickle.dumps(answer)) == answer
    assert pickle.loads(pickle.dumps(quixotic.agent(game, "random", seed=3))).choose(one) in one.moves


def test_a_pickled_game_has_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    address = "https://somebody:hunter2@ha@example.org/quixo5"
    game = quixotic.Game("quixo5", address)
    for secret in (b"hunter2", b"somebody"):
        assert secret not in pickle.dumps(game) and secret not in pickle.dumps(game.start())
    # This process knows it, and one that is given it.
    assert pickle.loads(pickle.dumps(game)) == game
    pickled = pickle.dumps(quixotic.Game("quixo5", "https://example.org/other"))
    monkeypatch.setenv("QUIXOTIC_DB", "https://somebody:hunter2@example.org/other")
    assert pickle.loads(pickled) == quixotic.Game("quixo5", os.environ["QUIXOTIC_DB"])


def test_a_search_may_be_bounded_in_time() -> None:
    answer = quixotic.open("numerical4").probe("1,.,.,./.,.,.,./.,.,.,./.,.,.,.", seconds=0.2)
    assert answer.partial


def test_the_opening_of_5x5_says_where_exact_values_end() -> None:
    db = quixotic.open("quixo5")
    assert db.probe().outcome == "draw"
    if db.source == "embedded":
        deep = db.probe("XOXOX/O3X/X3O/O3X/XOXO1 X")
        assert deep.outcome == "open" and "quixotic solve" in str(deep.note)
        # What is not known is estimated, the same as for an array.
        assert deep.estimate and deep.best and deep.best.estimate and db.probe().estimate is None
        estimated = db.game.estimate_many(db.game.encode([deep.position]))
        assert estimated[0].tolist() == pytest.approx(list(deep.estimate), abs=1e-4)
        assert sum(deep.best.estimate) == pytest.approx(1)
