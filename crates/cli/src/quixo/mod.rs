//! The subcommands about Quixo, one file each, and what they share.

pub(crate) mod args;
mod figure;
pub(crate) mod game;
mod golden;
mod json;
mod line;
mod notable;
mod orbits;
mod page;
pub(crate) mod place;
mod probe;
mod reachable;
mod results;
mod solve;
mod stats;
mod tables;
mod verify;
mod words;

pub(crate) use game::{Game, Target};
pub(crate) use line::run as line;
pub(crate) use notable::run as notable;
pub(crate) use probe::run as probe;
pub(crate) use reachable::run as reachable;
pub(crate) use results::run as results;
pub(crate) use solve::run as solve;
pub(crate) use stats::run as stats;
pub(crate) use verify::run as verify;
