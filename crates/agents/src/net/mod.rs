//! A small network that judges boards of Quixo, taught by the solution of the game.
//!
//! Where there is no database it says how likely a win, a draw and a loss are
//! ([`ValueNetwork::estimate`]), it is what `search` judges by, and `net` plays by it
//! alone. Nothing shown as a fact comes from it.

mod agent;
mod estimate;
mod kernel;
mod network;
mod patterns;
mod reliability;
#[cfg(test)]
mod tests;
pub mod train;

pub(crate) use agent::Net;
pub use estimate::Estimate;
pub(crate) use estimate::SURE;
pub use network::ValueNetwork;
pub use reliability::{Bin, OUTCOMES as RELIABILITY_ORDER, Reliability};

/// Units of the first layer.
pub(crate) const HIDDEN: usize = 192;
/// Units of the second layer.
pub(crate) const DENSE: usize = 32;
/// Loss, draw and win.
pub(crate) const OUTPUTS: usize = 3;
