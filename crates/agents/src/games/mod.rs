//! The games of quixotic, made [`Playable`](crate::Playable): one file each.

mod numerical;
mod quixo;
mod ultimate;

pub use quixo::quixo_name;
