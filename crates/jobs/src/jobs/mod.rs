//! The commands that can be sharded.

mod arena;
mod labels;
mod ladder;
mod splits;
mod ultimate;
mod verify;

pub use arena::{Arena, ArenaOptions, Contest};
pub use labels::{Labels, LabelsOptions};
pub use ladder::{LADDER, Ladder, LadderOptions};
pub use splits::{Splits, SplitsOptions};
pub use ultimate::{Ultimate, UltimateOptions};
pub use verify::{FindingJson, Verify, VerifyJson};

use std::fmt;

/// Tells which weights agents play by, if they are not those in the program.
fn write_weights(f: &mut fmt::Formatter<'_>, hash: Option<&str>) -> fmt::Result {
    match hash {
        None => Ok(()),
        // Enough to tell two files apart.
        Some(hash) => write!(f, " --weights {}", hash.get(..8).unwrap_or(hash)),
    }
}
