//! Many positions at once, as arrays: for those who count and learn.

use std::ops::Range;

use quixotic_agents::arena::{Ending, GameRecord, Match, Played};
use quixotic_agents::ladder::Rung;
use quixotic_agents::net::Estimate;
use quixotic_game::{Budget, Outcome, Player};

use crate::{AnyAgent, Error, Known};

/// What a game can do with arrays and with agents from outside.
///
/// Arrays are those of [`Numbered`](crate::Numbered), one after the other. Work is shared out among
/// the threads of the current rayon pool.
pub trait Bulk {
    /// The shape of the array of a position.
    fn shape(&self) -> Vec<usize>;

    /// Every move that exists in some position; its place is its number.
    fn actions(&self) -> Vec<String>;

    /// A position as an array.
    fn encode(&self, position: &str) -> Result<Vec<i8>, Error>;

    /// An array as a position. `to_move` says who is to move where the array does not
    /// tell.
    fn decode(&self, numbers: &[i8], to_move: Option<Player>) -> Result<String, Error>;

    /// What is known of many positions, in their order. `done` is called every now and then with how
    /// many were answered since the last call.
    fn probe_many(
        &self,
        numbers: &[i8],
        wanted: Wanted,
        budget: &Budget,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Known>, Error>;

    /// How likely the outcomes of many positions are, in their order, by the network of the
    /// game. Games that are over or won with the next move are sure. An error if the game has no
    /// network.
    fn estimate_many(
        &self,
        numbers: &[i8],
        budget: &Budget,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Estimate>, Error>;

    /// Games of random moves; `done` is called after every game.
    fn play_many(
        &self,
        planned: &RandomPlay,
        budget: &Budget,
        done: &(dyn Fn() + Sync),
    ) -> Result<RandomGames, Error>;

    /// The games of a match with some numbers, counted from 0; `done` is called after every game.
    fn play_part(
        &self,
        planned: &Match,
        numbers: Range<u32>,
        budget: &Budget,
        done: &(dyn Fn() + Sync),
    ) -> Result<Played, Error>;

    /// A game between agents that may come from outside; X, the first player, comes first.
    fn play_guests(
        &self,
        agents: [&mut dyn AnyAgent; 2],
        longest: u32,
        budget: &Budget,
    ) -> Result<GameRecord, Error>;

    /// The positions of a ladder, those that the game's own agents have with the same seed.
    fn draw_ladder(
        &self,
        positions: u32,
        seed: u64,
        budget: &Budget,
    ) -> Result<Box<dyn AnyLadder + '_>, Error>;
}

/// Positions in which there is something to lose.
pub trait AnyLadder: Send {
    /// How often an agent, who may come from outside, keeps the value of a position. It is asked
    /// on the thread that calls.
    fn try_guest(
        &self,
        name: &str,
        agent: &mut dyn AnyAgent,
        budget: &Budget,
    ) -> Result<Rung, Error>;
}

/// What is asked of many positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// Who wins, which may be much quicker.
    Outcomes,
    /// Who wins, and how soon.
    Values,
}

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

impl RandomGames {
    /// The same with further games after these.
    #[must_use]
    pub(crate) fn followed_by(mut self, others: RandomGames) -> RandomGames {
        self.positions.extend(others.positions);
        self.actions.extend(others.actions);
        self.lengths.extend(others.lengths);
        self.outcomes.extend(others.outcomes);
        self.endings.extend(others.endings);
        self
    }
}
