//! The games of quixotic, made [`Playable`](crate::Playable): one file each.

mod quixo;

pub use quixo::{QuixoOracle, quixo_name};
