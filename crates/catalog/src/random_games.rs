//! Games of random moves, as arrays for those who count and learn.

use std::collections::TryReserveError;

use quixotic_agents::arena::Ending;
use quixotic_game::{Budget, Outcome, Player, Rng, Stopped};
use rayon::prelude::*;

use crate::{Entry, Error};

/// Random games to play.
#[derive(Clone, Copy, Debug)]
pub struct RandomPlay {
    /// How many.
    pub games: u32,
    /// Plies after which a game is broken off.
    pub longest: u32,
    /// All that is random follows from it: game 17 of a seed is always the same.
    pub seed: u64,
}

/// Games of random moves, all plies of all games one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RandomGames {
    /// The position before each move, as an array.
    pub positions: Vec<i8>,
    /// The number of each move.
    pub actions: Vec<u16>,
    /// The plies of each game.
    pub lengths: Vec<u32>,
    /// The outcome of each game for the first player; a draw if it was broken off.
    pub outcomes: Vec<Outcome>,
    /// How each game ended: by the rules, or broken off.
    pub endings: Vec<Ending>,
}

/// Games that are played before they are added to the others.
const TOGETHER: u32 = 4096;

impl RandomPlay {
    /// Plays the games, on the threads of the current rayon pool.
    pub(crate) fn play<G: Entry>(
        &self,
        game: &G,
        budget: &Budget,
        done: &(dyn Fn() + Sync),
    ) -> Result<RandomGames, Error> {
        let moves = game.numbered_moves();
        let mut played = RandomGames::default();
        let mut next = 0;
        while next < self.games {
            let end = self.games.min(next.saturating_add(TOGETHER));
            let games = (next..end).into_par_iter().map(|number| {
                let game = self.play_one(game, &moves, number, budget)?;
                done();
                Ok(game)
            });
            let games: Vec<RandomGames> = games.collect::<Result<_, Stopped>>().map_err(stopped)?;
            for game in games {
                played
                    .add(game)
                    .map_err(|_| too_many(played.lengths.len()))?;
            }
            next = end;
        }
        Ok(played)
    }

    fn play_one<G: Entry>(
        &self,
        game: &G,
        moves: &[G::Move],
        number: u32,
        budget: &Budget,
    ) -> Result<RandomGames, Stopped> {
        let mut rng = Rng::part(self.seed, number.into());
        let width = game.shape().iter().product::<usize>();
        let mut played = RandomGames::default();
        let mut position = game.start();
        let (outcome, ending) = loop {
            if let Some(outcome) = game.ended(&position) {
                let winner = outcome.winner(game.to_move(&position));
                break (Outcome::of_winner(winner, Player::X), Ending::Rules);
            }
            if played.actions.len() == self.longest as usize {
                break (Outcome::Draw, Ending::TooLong);
            }
            budget.check(0)?;
            let mv = rng.pick(&game.moves(&position));
            let mv = mv.expect("there is a move while the game is not over");
            let action = moves.iter().position(|&other| other == mv);
            let action = action.expect("a legal move is one of those that exist");
            let before = played.positions.len();
            played.positions.resize(before + width, 0);
            game.write_numbers(&position, &mut played.positions[before..]);
            played.actions.push(action as u16);
            position = game.play(&position, mv);
        };
        played.lengths.push(played.actions.len() as u32);
        played.outcomes.push(outcome);
        played.endings.push(ending);
        Ok(played)
    }
}

impl RandomGames {
    /// Adds games after these; an error if there is no memory for them.
    fn add(&mut self, games: RandomGames) -> Result<(), TryReserveError> {
        fn add<T>(all: &mut Vec<T>, mut more: Vec<T>) -> Result<(), TryReserveError> {
            all.try_reserve(more.len())?;
            all.append(&mut more);
            Ok(())
        }
        add(&mut self.positions, games.positions)?;
        add(&mut self.actions, games.actions)?;
        add(&mut self.lengths, games.lengths)?;
        add(&mut self.outcomes, games.outcomes)?;
        add(&mut self.endings, games.endings)
    }
}

fn stopped(stopped: Stopped) -> Error {
    Error::Stopped {
        message: "the work was not finished".into(),
        stopped,
    }
}

fn too_many(games: usize) -> Error {
    Error::Memory(format!(
        "there is no memory for more than {games} of these games: play fewer at once"
    ))
}
