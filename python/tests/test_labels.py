"""Random positions with their values."""

from __future__ import annotations

from itertools import islice

import numpy as np
import numpy.typing as npt
import pytest

import quixotic
from quixotic.labels import Labels, RandomBoards, Symmetry, words

NUMBERS = {"win": 1, "draw": 0, "loss": -1}


def drawn(count: int, seed: int = 1, name: str = "quixo4", batch: int = 1000, **options: object) -> Labels:
    batches = quixotic.open(name).labelled(batch, seed=seed, **options)  # type: ignore[arg-type]
    return Labels.joined(list(islice(batches, count // batch)))


def agree(db: quixotic.Database, labels: Labels) -> None:
    """Compares with what the positions are one by one."""
    for board, outcome, plies, outcomes in zip(labels.boards, labels.outcomes, labels.plies, labels.moves):
        answer = db.probe(db.game.decode(board))
        assert (NUMBERS[answer.outcome], -1 if answer.plies is None else answer.plies) == (outcome, plies)
        if len(outcomes):
            expected = {db.game.action(move.move): NUMBERS[move.outcome] for move in answer.moves}
            assert expected == {action: found for action, found in enumerate(outcomes) if found != -2}


@pytest.mark.parametrize("name", ["quixo3", "quixo4", "numerical3"])
def test_moves_of_many_are_what_they_are_one_by_one(name: str) -> None:
    db = quixotic.open(name)
    agree(db, db.probe_many_with_moves(db.game.play_many(20, seed=3).boards[:300]))


def test_games_that_are_over_have_no_moves() -> None:
    db = quixotic.open("quixo3")
    found = db.probe_many_with_moves(db.game.encode(["XXX/3/3 O", "XXX/3/3 X", "start"]))
    assert found.outcomes.tolist() == [-1, 1, 1] and found.plies.tolist() == [0, 0, 7]
    assert (found.moves != -2).sum(axis=1).tolist() == [0, 0, 20]


def test_what_is_not_here_is_missing_or_open() -> None:
    db = quixotic.open("quixo5")
    deep = db.game.encode(["XXXO1/OXOX1/XOX2/OX3/X4 X"])
    with pytest.raises(quixotic.MissingDatabase):
        db.probe_many_with_moves(deep)
    moves = db.probe_many_with_moves(deep, open_as=9).moves
    assert {-2, 9} <= set(moves[0].tolist())
    # Of the opening there are all moves but those of its last level.
    agree(db, drawn(100, name="quixo5", batch=100, moves=True))
    with pytest.raises(quixotic.MissingDatabase, match=r"not \[9\]"):
        db.labelled(levels=[3, 9])


def test_labelled_positions_are_right_and_go_on() -> None:
    agree(quixotic.open("quixo4"), drawn(1000))
    agree(quixotic.open("quixo4"), drawn(300, batch=300, moves=True))


def test_the_seed_decides_and_the_batch_does_not() -> None:
    first, other = drawn(60_000, batch=60_000), drawn(60_000, batch=60_000, seed=2)
    assert (drawn(60_000, batch=100).boards == first.boards).all()
    assert (other.boards != first.boards).any()
    # What follows the first chunk is new, too.
    assert (drawn(120_000, batch=60_000).boards[60_000:] != first.boards).any()


def test_levels_and_boards_of_a_level_are_equally_likely() -> None:
    boards = np.concatenate(list(islice(RandomBoards(4, range(17), 1), 2))).reshape(-1, 16)
    counts = np.bincount(np.abs(boards).sum(axis=1), minlength=17)
    expected = len(boards) / 17
    assert (np.abs(counts - expected) < 5 * np.sqrt(expected)).all()
    # Each cell of a board with five tiles is marked as often as any, and either player's.
    of_five = boards[np.abs(boards).sum(axis=1) == 5]
    marked = (of_five != 0).sum(axis=0)
    assert (np.abs(marked - len(of_five) * 5 / 16) < 5 * np.sqrt(len(of_five) * 5 / 16)).all()
    assert abs(int((of_five == 1).sum()) - int((of_five == -1).sum())) < 5 * np.sqrt(len(of_five) * 5)


def test_only_some_levels() -> None:
    levels = np.abs(drawn(2000, levels=[3, 16]).boards).sum(axis=(1, 2))
    assert set(levels.tolist()) == {3, 16}


def test_numbers_of_boards_are_those_of_their_images() -> None:
    boards = RandomBoards(5, range(26), 1).chunk(0)
    symmetry = Symmetry(5)
    keys = symmetry.keys(boards)
    image: npt.NDArray[np.int8]
    for image in (boards[:, ::-1], np.rot90(boards, 1, (1, 2)), boards.transpose(0, 2, 1)):
        assert (symmetry.keys(image) == keys).all() and (symmetry.borders(image) == symmetry.borders(boards)).all()
    # The published number of boards of 3×3 that are no images of each other: (3⁹ + 2·3³ + 3⁵ + 4·3⁶) / 8, by Burnside.
    every = np.indices((3,) * 9).reshape(9, -1).T.reshape(-1, 3, 3).astype(np.int8) - 1
    assert len(np.unique(Symmetry(3).keys(every))) == (3**9 + 2 * 3**3 + 3**5 + 4 * 3**6) // 8


def test_random_words_are_those_of_splitmix64() -> None:
    # The values that Rosetta Code gives for the seed 1234567.
    assert words(1234567, 3).tolist() == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: quixotic.open("quixo4").labelled(0), "at least one position"),
        (lambda: quixotic.open("numerical3").labelled(), "has no levels"),
    ],
)
def test_bad_arguments(call: object, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        call()  # type: ignore[operator]
    with pytest.raises(OverflowError):
        quixotic.open("quixo4").labelled(seed=-1)
