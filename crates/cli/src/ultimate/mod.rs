//! The subcommands about Ultimate Tic-Tac-Toe, one file each, and what they share.

pub(crate) mod args;
mod line;
mod probe;
mod solve;
mod verify;

pub(crate) use line::run as line;
pub(crate) use probe::run as probe;
pub(crate) use solve::run as solve;
pub(crate) use verify::run as verify;
