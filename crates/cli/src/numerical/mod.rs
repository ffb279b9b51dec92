//! The subcommands about Numerical Tic-Tac-Toe, one file each, and what they share.

pub(crate) mod args;
mod ask;
mod json;
mod line;
mod notable;
mod probe;
mod solve;
mod splits;
mod watch;
mod words;

pub(crate) use line::run as line;
pub(crate) use notable::run as notable;
pub(crate) use probe::run as probe;
pub(crate) use solve::run as solve;
pub(crate) use splits::run as splits;
