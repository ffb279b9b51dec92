//! What `solve --json` prints about Numerical Tic-Tac-Toe. The names of the fields are
//! part of the contract.

use quixotic_game::{Game as _, Player};
use quixotic_numerical::{Move, Numerical, SolverAnswer, Verdict};
use serde::Serialize;

use super::words::ordinal;

/// The answers to one or both questions; what was not asked is `null`.
#[derive(Debug, Serialize)]
pub struct SolveJson {
    game: &'static str,
    rules: RulesJson,
    by_round: Option<u8>,
    first_can_force: Option<bool>,
    second_can_force: Option<bool>,
    outcome: Option<String>,
    nodes: u64,
    depths: Vec<DepthJson>,
    line: Vec<String>,
}

/// What was done at one depth for one question.
#[derive(Debug, Serialize)]
struct DepthJson {
    question: &'static str,
    depth: usize,
    visited: u64,
    memory: u64,
    yes: u64,
}

impl SolveJson {
    /// The answers to what was asked about the empty board.
    pub fn new(
        name: &'static str,
        game: &Numerical,
        by_round: Option<u8>,
        answers: &[(Player, SolverAnswer)],
        outcome: Option<Verdict>,
        line: &[Move],
    ) -> SolveJson {
        let yes = |player| {
            let mut answers = answers.iter();
            let found = answers.find(|(asker, _)| *asker == player);
            found.map(|(_, answer)| answer.yes)
        };
        let depths = answers.iter().flat_map(|(asker, answer)| {
            let depths = answer.depths.iter().enumerate();
            depths.map(|(depth, done)| DepthJson {
                question: ordinal(*asker),
                depth,
                visited: done.visited,
                memory: done.remembered,
                yes: done.yes,
            })
        });
        SolveJson {
            game: name,
            rules: RulesJson::new(game),
            by_round,
            first_can_force: yes(Player::X),
            second_can_force: yes(Player::O),
            outcome: outcome.map(|verdict| verdict.to_string()),
            nodes: answers.iter().map(|(_, answer)| answer.nodes()).sum(),
            depths: depths.collect(),
            line: line.iter().map(|&mv| game.format_move(mv)).collect(),
        }
    }
}

/// The rules of a game.
#[derive(Debug, Serialize)]
struct RulesJson {
    first: Vec<u8>,
    second: Vec<u8>,
    target: u8,
}

impl RulesJson {
    /// The rules of that game.
    fn new(game: &Numerical) -> RulesJson {
        let hand = |player| game.rules().hand(player).iter().collect();
        RulesJson {
            first: hand(Player::X),
            second: hand(Player::O),
            target: game.rules().target(),
        }
    }
}
