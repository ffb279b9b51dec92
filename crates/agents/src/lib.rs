//! Players for the games of quixotic, and what can be done with them.
//!
//! An [`AgentSpec`] is read from text; [`Players`] builds an [`Agent`] from it for
//! one side of one game; the agent chooses moves.
//!
//! ```
//! use std::sync::Arc;
//!
//! use quixotic_agents::{AgentSpec, Players};
//! use quixotic_game::{Budget, Game};
//! use quixotic_quixo::{Quixo, Rules};
//! use quixotic_tablebase::Database;
//!
//! let rules = Rules::official(4)?;
//! let database = Database::embedded(rules).expect("4×4 is embedded");
//! let players = Players::new(Quixo::new(rules)).with_oracle(Arc::new(database));
//!
//! let game = players.game();
//! let mut agents = [
//!     players.build(&AgentSpec::parse("perfect")?, 1)?,
//!     players.build(&AgentSpec::parse("mcts:20")?, 2)?,
//! ];
//! let mut position = game.start();
//! for ply in 0.. {
//!     if game.ended(&position).is_some() {
//!         // The first player wins on 4×4, within 21 plies and so with an odd number.
//!         assert!(ply % 2 == 1 && ply <= 21);
//!         break;
//!     }
//!     let mv = agents[ply % 2].choose(&position, &Budget::UNLIMITED)?;
//!     position = game.play(&position, mv);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agent;
pub mod arena;
mod counter;
pub mod dqn;
mod exhaustive;
mod failure;
mod games;
mod hint;
pub mod json;
pub mod labels;
pub mod ladder;
mod layer;
mod mcts;
mod minimax;
pub mod net;
mod oracle;
mod perfect;
mod playable;
mod players;
mod random;
pub mod rules;
mod sample;
mod search;
mod slips;
mod spec;
mod trainer;
pub mod traps;
#[cfg(not(target_family = "wasm"))]
mod ugi;
mod weights;

pub use agent::{Agent, AgentError, OracleError, Thought};
pub use exhaustive::Exhaustive;
pub use failure::Failure;
pub use games::quixo_name;
pub use hint::{Worth, hints};
pub use minimax::WON;
pub use oracle::{Asked, Holding, Oracle, Valued, holding, valued_moves};
pub use playable::{Judge, Playable};
pub use players::{BuildError, Players, Programs};
pub use spec::{AGENT_FORMS, AgentSpec, Program, SearchLimit, SpecError};
pub use traps::{Opponent, OpponentError, Trap, trap_values};
pub use weights::{NetworkError, Weights};
