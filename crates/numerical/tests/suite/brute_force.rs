//! The solver against brute force: random late positions, both questions, many
//! splits, hands, targets and round limits, both kinds of keys, one and two threads.

use crate::late_positions::{Random, late_position, random_game};
use quixotic_game::{Budget, Game, Player};
use quixotic_numerical::reference::{AlphaBeta, brute_force};
use quixotic_numerical::{Keys, Question, Solver};

/// Games, and positions of each.
const GAMES: u64 = 120;
const POSITIONS: usize = 30;

#[test]
fn the_solver_answers_as_brute_force_does() {
    let pools = [1, 2].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool")
    });
    // Answers seen: no and yes.
    let mut seen = [0; 2];
    for seed in 0..GAMES {
        let random = &mut Random::new(seed);
        let game = random_game(random);
        let asker = [Player::X, Player::O][random.below(2)];
        let last = usize::from(game.rules().cells());
        let by_round = [last, last, last - random.below(5)][random.below(3)] as u8;
        let question = Question { asker, by_round };
        let keys = [Keys::Merged, Keys::Exact][random.below(2)];
        // One solver for all positions, so that what it remembers is tested too.
        let solver = Solver::new(&game, question, keys);
        for i in 0..POSITIONS {
            let free = [4, 5, 6, 6, 7, 7][i % 6];
            let Some(position) = late_position(&game, random, free) else {
                continue;
            };
            let answer = pools[i % 2].install(|| solver.ask(&position, &Budget::UNLIMITED));
            let answer = answer.unwrap().yes;
            let expected = brute_force(&game, &position, question);
            let shown = game.format_position(&position);
            assert_eq!(
                answer,
                expected,
                "{}: {shown} {question:?} {keys:?}",
                game.rules()
            );
            if game.winner(&position).is_none() {
                let paper = AlphaBeta::new(&game, &position, question).answer();
                assert_eq!(paper, expected, "{}: {shown} {question:?}", game.rules());
            }
            seen[usize::from(answer)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}
