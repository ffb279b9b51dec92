//! Players, verdicts and moves in words.

use quixotic_game::{Game as _, Player};

use crate::{Move, Numerical, Verdict};

/// `first` or `second`, as players of this game are called.
pub fn ordinal(player: Player) -> &'static str {
    match player {
        Player::X => "first",
        Player::O => "second",
    }
}

/// `the first player wins`, `a tie`.
pub fn outcome(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::First => "the first player wins",
        Verdict::Second => "the second player wins",
        Verdict::Tie => "a tie",
    }
}

/// How a game that is over has ended.
pub fn ended(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::First => "the first player has won",
        Verdict::Second => "the second player has won",
        Verdict::Tie => "a tie",
    }
}

/// `1. a4=1  2. b4=16`, where `rounds` have been played before.
pub fn moves(game: &Numerical, rounds: u8, line: &[Move]) -> String {
    let rounds = (usize::from(rounds) + 1..).zip(line);
    let moves = rounds.map(|(round, &mv)| format!("{round}. {}", game.format_move(mv)));
    moves.collect::<Vec<_>>().join("  ")
}
