//! The commands that every game has, one file each. None of them knows a game: they
//! ask the catalog.

pub(crate) mod arena;
pub(crate) mod completions;
pub(crate) mod games;
pub(crate) mod ladder;
pub(crate) mod line;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod play;
pub(crate) mod probe;
mod replay;
pub(crate) mod serve;
pub(crate) mod stats;
pub(crate) mod tables;
