//! A game as a front sees it, whichever it is.

use std::ops::Range;
use std::sync::Arc;

use quixotic_agents::arena::{GameRecord, Match, Played, RoundRobin, Tournament};
use quixotic_agents::ladder::Rung;
use quixotic_agents::net::Estimate;
use quixotic_agents::{AgentSpec, Opponent, Thought};
use quixotic_game::{Budget, Player, Value};
use quixotic_tablebase::Activity;

use crate::{
    Answer, CardAnswer, Choice, Error, GameId, GameInfo, Hint, Known, KnownMoves, RandomGames,
    RandomPlay, Stats,
};

/// A game with its rules, its solution as far as it is here, and its agents.
///
/// Positions and moves are text in the game's notation, unchecked; `start` is the
/// position in which a game starts. Arrays are those of [`Entry`](crate::Entry), one after the
/// other. Calls that may take long take a [`Budget`]; those about many positions or games share
/// their work out among the threads of the current rayon pool.
pub trait AnyGame: Send + Sync {
    /// Which game it is.
    fn id(&self) -> &GameId;

    /// What is here of it, just now: levels of a database may come while a server runs.
    fn info(&self) -> GameInfo;

    /// The error of a solution that is not here at all, for those who asked for one.
    fn require_solution(&self) -> Result<(), Error>;

    /// What its database has done so far, for those who watch over a server; `None` without
    /// one.
    fn activity(&self) -> Option<Activity>;

    /// How long the answer to a question takes.
    fn pace(&self, question: QueryKind) -> Pace;

    /// The position in which a game starts.
    fn start(&self) -> String;

    /// What the rules say of a position.
    fn status(&self, position: &str) -> Result<Status, Error>;

    /// The position after a move; or why the move is illegal.
    fn play(&self, position: &str, mv: &str) -> Result<String, Error>;

    /// The value of a position and of every move.
    fn probe(&self, position: &str, budget: &Budget) -> Result<Answer, Error>;

    /// The same, and how likely an opponent errs after each move that keeps a draw or a loss.
    fn probe_traps(
        &self,
        position: &str,
        opponent: Opponent,
        budget: &Budget,
    ) -> Result<Answer, Error>;

    /// Who wins from a position and after every move, without distances, where that is
    /// found much sooner than all that [`probe`](AnyGame::probe) finds; `None` where it is not.
    fn outcomes(&self, position: &str) -> Result<Option<Answer>, Error>;

    /// One optimal game from a position.
    fn line(&self, position: &str, budget: &Budget) -> Result<Answer, Error>;

    /// How many positions there are of which outcome and distance.
    fn stats(&self) -> Result<Stats, Error>;

    /// What every move is worth, as far as it is known.
    fn hint(&self, position: &str, budget: &Budget) -> Result<Hint, Error>;

    /// The move of an agent who is asked once.
    fn choose(
        &self,
        position: &str,
        agent: &AgentSpec,
        seed: u64,
        budget: &Budget,
    ) -> Result<Choice, Error>;

    /// What the card of the agent `rules` says of a position in which the game is not over.
    fn explain(&self, position: &str) -> Result<CardAnswer, Error>;

    /// An agent for one side of one game, who may remember what it has thought.
    fn agent(&self, agent: &AgentSpec, seed: u64) -> Result<Box<TextAgent<'static>>, Error> {
        let mut thinker = self.thinker(agent, seed)?;
        Ok(Box::new(move |position, budget| {
            thinker(position, budget, &mut |_| {})
        }))
    }

    /// The same, who reports what it finds out on the way.
    fn thinker(&self, agent: &AgentSpec, seed: u64) -> Result<Box<Thinker>, Error>;

    /// A match of two agents; `done` is called after every game.
    fn play_match(
        &self,
        planned: &Match,
        budget: &Budget,
        done: &(dyn Fn() + Sync),
    ) -> Result<Played, Error> {
        self.play_part(planned, 0..planned.games, budget, done)
    }

    /// A tournament; `done` is called after every game.
    fn play_tournament(
        &self,
        planned: &Tournament,
        budget: &Budget,
        done: &(dyn Fn() + Sync),
    ) -> Result<RoundRobin, Error>;

    /// How often agents keep the value of a position, on the same random positions for
    /// all, which have these numbers; `done` is called after every position, with how many
    /// there are.
    fn ladder(
        &self,
        agents: &[AgentSpec],
        positions: Range<u32>,
        seed: u64,
        budget: &Budget,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Rung>, Error>;

    /// A saved game with all its positions, checked against the rules.
    fn replay(&self, record: &GameRecord) -> Result<Replayed, Error>;

    /// The position with coordinates; what the last move changed is marked.
    fn draw(&self, position: &str, last: Option<&str>) -> Result<Vec<String>, Error>;

    /// How a move is written, in a few words.
    fn how_to_move(&self) -> String;

    /// Whether moves are written as numbers, so that a number in a list would be
    /// mistaken for one.
    fn moves_are_numbers(&self) -> bool;

    /// The name of a player in answers: `X`, `first`.
    fn player(&self, player: Player) -> &'static str;

    /// The same within a sentence: `X`, `the first player`.
    fn player_in_words(&self, player: Player) -> String;

    /// The shape of the array of a position.
    fn shape(&self) -> Vec<usize>;

    /// Every move that exists in some position; its place is its number.
    fn actions(&self) -> Vec<String>;

    /// A position as an array.
    fn encode(&self, position: &str) -> Result<Vec<i8>, Error>;

    /// An array as a position. `to_move` says who is to move where the array
    /// does not.
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

    /// The same with the outcomes of all moves, each by its number. Distances too.
    fn probe_many_with_moves(
        &self,
        numbers: &[i8],
        budget: &Budget,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<KnownMoves<u16>>, Error>;

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
        agents: [&mut TextAgent<'_>; 2],
        longest: u32,
        budget: &Budget,
    ) -> Result<GameRecord, Error>;

    /// The positions of a ladder with these numbers, as text.
    fn stakes(&self, numbers: Range<u32>, seed: u64, budget: &Budget) -> Result<Vec<Stake>, Error>;

    /// The same game whose solution helps `perfect` alone.
    fn unaided(&self) -> Arc<dyn AnyGame>;

    /// The positions of a ladder, those that the game's own agents have with the same seed, as
    /// what tries an agent on them.
    fn draw_ladder(
        &self,
        positions: u32,
        seed: u64,
        budget: &Budget,
    ) -> Result<Box<LadderOf<'_>>, Error>;
}

/// A position in which there is something to lose: moves have different outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stake {
    /// The position.
    pub position: String,
    /// Its level, where the game has levels.
    pub level: Option<u8>,
    /// The legal moves with their values for the player who makes them, the best first.
    pub moves: Vec<(String, Value)>,
}

/// An agent of some game: the move to play in a position in which the game is not over.
pub type TextAgent<'a> = dyn FnMut(&str, &Budget) -> Result<String, Error> + Send + 'a;

/// An agent of some game that reports what it finds out while it thinks.
pub type Thinker =
    dyn FnMut(&str, &Budget, &mut dyn FnMut(Thought<String>)) -> Result<String, Error> + Send;

/// Positions in which there is something to lose: how often the agent of that name, who may come
/// from outside, keeps the value of one. It is asked on the thread that calls.
pub type LadderOf<'a> =
    dyn Fn(&str, &mut TextAgent<'_>, &Budget) -> Result<Rung, Error> + Send + 'a;

/// What can be asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QueryKind {
    /// [`AnyGame::probe`].
    Probe,
    /// [`AnyGame::line`].
    Line,
    /// [`AnyGame::stats`].
    Stats,
    /// [`AnyGame::choose`] and [`AnyGame::hint`].
    Choose,
}

/// How long an answer takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pace {
    /// Microseconds: it is in memory.
    Memory,
    /// Milliseconds: it is read from a disk.
    Disk,
    /// Up to seconds: it is searched for.
    Search,
}

/// What the rules say of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The position, as the game writes it.
    pub position: String,
    /// Who is to move, or would be if the game were not over.
    pub to_move: Player,
    /// Whether the game is over.
    pub is_over: bool,
    /// Who has won.
    pub winner: Option<Player>,
    /// The legal moves; none when the game is over.
    pub moves: Vec<String>,
}

/// A saved game, played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The position before the first move.
    pub start: String,
    /// The moves, each with the position after it.
    pub moves: Vec<(String, String)>,
}

/// What is asked of many positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// Who wins, which may be much quicker.
    Outcomes,
    /// Who wins, and how soon.
    Values,
}
