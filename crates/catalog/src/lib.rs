//! The one place that knows all games of quixotic.
//!
//! A front (the command, the server, Python, a page without a server) asks the
//! [`Catalog`] for a game by its [`GameId`] and talks to it through [`AnyGame`]: text
//! in, plain data out, the same for every game. So a front knows no game, and a game
//! is one file in `games`.
//!
//! ```
//! use quixotic_catalog::{Catalog, Setup};
//! use quixotic_game::Budget;
//!
//! let catalog = Catalog::standard();
//! let game = catalog.open(&catalog.read("quixo4")?, &Setup::default())?;
//! let answer = game.probe("start", &Budget::UNLIMITED)?;
//! assert_eq!(answer.winner.as_deref(), Some("X"));
//! assert_eq!(answer.distance, Some(21));
//! # Ok::<(), quixotic_catalog::Error>(())
//! ```
//!
//! # Stability
//! The interface of this crate is public and follows Semantic Versioning; before 1.0 the second number
//! is the one that may break.

mod answer;
mod any_game;
mod catalog;
mod database;
mod entry;
mod error;
mod games;
mod guest;
mod id;
mod listed;
pub mod numbers;
mod open_games;
mod question;
mod random_games;
mod solution;

pub use answer::{
    AgentInfo, Answer, CardAnswer, Choice, ClassCount, DistanceCount, EstimateAnswer, GameInfo,
    Hint, HoldingAnswer, Knowledge, More, MoveAnswer, OutcomeWord, RuleAnswer, SolutionInfo,
    Source, Stats, StepAnswer, TrapAnswer,
};
pub use any_game::{
    AnyGame, LadderOf, Pace, QueryKind, Replayed, Stake, Status, TextAgent, Thinker, Wanted,
};
pub use catalog::{Catalog, Kind, Open, RuleOption, RuleValues, Setup};
#[cfg(not(target_family = "wasm"))]
pub use database::data_directory;
pub use database::{MemoryFor, QuixoDatabase, quixo_rules};
pub use entry::{Entry, Offer};
pub use error::Error;
pub use id::GameId;
pub use listed::Listed;
pub use open_games::{GameList, Games};
pub use question::{JsonAnswer, Question};
pub use quixotic_tablebase::Activity;
pub use random_games::{RandomGames, RandomPlay};
pub use solution::{Advised, Found, FoundMove, Known, KnownMoves, OracleSolution, Solution};
