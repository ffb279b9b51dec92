//! The subcommands, one file each.

pub(crate) mod line;
pub(crate) mod notable;
pub(crate) mod probe;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod verify;
