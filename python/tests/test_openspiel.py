"""OpenSpiel's own tests, and its search on our game."""

from __future__ import annotations

import random
import re
from typing import Optional

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import mcts  # noqa: E402

import quixotic  # noqa: E402
import quixotic.openspiel  # noqa: E402, F401


@pytest.mark.parametrize("game", ["quixotic_quixo", "quixotic_quixo(size=3)", "quixotic_quixo(size=4,max_plies=10)"])
@pytest.mark.parametrize("serialize", [False, True])
def test_random_simulations(game: str, serialize: bool) -> None:
    # Saving and restoring every state plays the game up to it again, so few games do.
    sims = 1 if serialize else 10
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=sims, serialize=serialize, verbose=False)


def test_bad_parameters() -> None:
    with pytest.raises(ValueError, match="there is no game `quixo9`"):
        pyspiel.load_game("quixotic_quixo(size=9)")
    with pytest.raises(ValueError, match="at least one ply"):
        pyspiel.load_game("quixotic_quixo(max_plies=0)")
    with pytest.raises(ValueError, match="empty board"):
        pyspiel.load_game("quixotic_quixo").new_initial_state("5/5/5/5/4X O")


def test_states_are_saved_and_restored() -> None:
    game = pyspiel.load_game("quixotic_quixo(size=4)")
    state = game.new_initial_state()
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    _, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(restored) == str(state) and restored.history() == state.history()
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(clone) != str(state)


def test_returns_and_observations_are_right_for_both() -> None:
    rules = quixotic.Game("quixo3")
    state = pyspiel.load_game("quixotic_quixo(size=3)").new_initial_state()
    for move in ["a3R", "a3B", "a3R", "c1L", "a3R"]:
        assert not state.is_terminal() and state.returns() == [0, 0]
        assert state.action_to_string(rules.action(move)) == move
        state.apply_action(rules.action(move))
    assert state.is_terminal() and state.returns() == [1, -1]
    first = np.array(state.observation_tensor(0)).reshape(3, 3, 3)
    second = np.array(state.observation_tensor(1)).reshape(3, 3, 3)
    assert first[0, 0].tolist() == [1, 1, 1]
    assert (first[[1, 0, 2]] == second).all() and (first.sum(axis=0) == 1).all()


def test_a_game_that_is_too_long_is_a_draw() -> None:
    game = pyspiel.load_game("quixotic_quixo(max_plies=3)")
    assert game.max_game_length() == 3
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0, 0] and state.legal_actions() == []


def test_openspiels_search_plays_it() -> None:
    game = pyspiel.load_game("quixotic_quixo(size=3)")
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(game, 2.0, 60, evaluator, random_state=random, solve=True)
    # X completes the top row with a1T or b1T, whichever it is.
    state = game.new_initial_state()
    for move in ["a3R", "a1R", "a3R", "c1L"]:
        state.apply_action(quixotic.Game("quixo3").action(move))
    winning = {move.move for move in state.position.probe().moves if move.plies == 1}
    assert winning and game.new_initial_state().action_to_string(bot.step(state)) in winning


def open_spiel_moves(state: "pyspiel.State") -> list[str]:
    """The legal moves of OpenSpiel's Ultimate in our notation. Who may play anywhere chooses the field first, which is an action of its own."""
    forced = re.search(r"Forced board: (\d)", str(state))
    if forced:
        return [f"{forced[1]}{spot}" for spot in state.legal_actions()]
    return [f"{field}{spot}" for field in state.legal_actions() for spot in state.child(field).legal_actions()]


def test_open_spiels_ultimate_is_the_usual_game_and_not_that_of_the_theorem() -> None:
    usual, theorem = quixotic.Game("ultimate", rules="won-closed"), quixotic.Game("ultimate")
    chance, left_the_theorem = random.Random(1), 0
    for _ in range(20):
        state, position = pyspiel.load_game("ultimate_tic_tac_toe").new_initial_state(), usual.start()
        of_theorem: Optional[quixotic.Position] = theorem.start()
        while not state.is_terminal():
            assert sorted(open_spiel_moves(state)) == sorted(position.moves)
            if of_theorem is not None and sorted(of_theorem.moves) != sorted(position.moves):
                # A field that is won has been closed: by the rules of the theorem it is still played in.
                assert set(of_theorem.moves) - set(position.moves)
                of_theorem, left_the_theorem = None, left_the_theorem + 1
            move = chance.choice(position.moves)
            if "Forced board: any" in str(state):
                state.apply_action(int(move[0]))
            state.apply_action(int(move[1]))
            position = position.play(move)
            of_theorem = of_theorem and of_theorem.play(move)
        assert position.is_over
        assert state.returns() == {None: [0, 0], "X": [1, -1], "O": [-1, 1]}[position.winner]
    assert left_the_theorem > 10
