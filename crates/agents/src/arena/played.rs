//! A match that was played, and what can be counted in it.

use std::time::Duration;

use quixotic_game::{Outcome, Player};

use super::{Ending, GameRecord, Score};

/// A match that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The seed of the match.
    pub seed: u64,
    /// The games in their order.
    pub games: Vec<PlayedGame>,
}

/// A game of a match.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The symbol of A.
    pub a: Player,
    /// The game itself.
    pub record: GameRecord,
    /// How long A and B thought, and for how many moves.
    pub thought: [(Duration, u32); 2],
}

/// What some games of a match come to, counted for A.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Wins, losses and draws.
    pub score: Score,
    /// Draws because a position came up for the third time.
    pub repeated: u32,
    /// Draws because a game was too long.
    pub too_long: u32,
    /// Plies of all games.
    plies: u64,
    /// How long A and B thought, and for how many moves.
    thought: [(Duration, u32); 2],
}

impl Played {
    /// All games.
    pub fn tally(&self) -> Tally {
        Tally::of(&self.games)
    }

    /// The games in which A was X, that is, made the first move, or was O.
    pub fn tally_as(&self, a: Player) -> Tally {
        Tally::of(self.games.iter().filter(|game| game.a == a))
    }

    /// The games that A and B lost by failing, with the reasons.
    pub fn forfeits(&self) -> [Vec<(&GameRecord, &str)>; 2] {
        [true, false].map(|by_a| {
            let games = self.games.iter().filter(|game| {
                let is_won_by_a = game.record.winner == Some(game.a);
                is_won_by_a != by_a
            });
            let with_reason = games.map(|game| &game.record);
            with_reason
                .filter_map(|record| Some((record, record.reason.as_deref()?)))
                .collect()
        })
    }

    /// Wins, losses and draws of A.
    pub fn score(&self) -> Score {
        self.tally().score
    }
}

impl Tally {
    fn of<'a>(games: impl IntoIterator<Item = &'a PlayedGame>) -> Tally {
        let mut tally = Tally::default();
        for game in games {
            tally.add(game);
        }
        tally
    }

    fn add(&mut self, game: &PlayedGame) {
        match Outcome::of_winner(game.record.winner, game.a) {
            Outcome::Win => self.score.wins += 1,
            Outcome::Draw => self.score.draws += 1,
            Outcome::Loss => self.score.losses += 1,
        }
        self.repeated += u32::from(game.record.ending == Ending::Repetition);
        self.too_long += u32::from(game.record.ending == Ending::TooLong);
        self.plies += game.record.moves.len() as u64;
        for (all, (time, moves)) in self.thought.iter_mut().zip(game.thought) {
            all.0 += time;
            all.1 += moves;
        }
    }

    /// The mean number of plies of a game.
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / f64::from(self.score.games().max(1))
    }

    /// The mean time for a move of A and of B.
    pub fn time_per_move(&self) -> [Duration; 2] {
        self.thought.map(|(time, moves)| time / moves.max(1))
    }
}
