//! Long work, cut into pieces that need nothing of each other.
//!
//! A [`Job`] is a command with all that matters for its result: the game with its rules, agents,
//! seeds, counts; not threads, paths or progress. It is a list of numbered pieces. [`Shard`] I of N
//! does the pieces k with k mod N = I − 1 and becomes a [`Part`], a file that [`run_to_file`] goes on
//! with after an interruption. [`merge`] checks that parts are all those of one job, and gives the bytes
//! that the command gives without shards, for any N.
//!
//! A piece runs on one thread, several at a time, so that its result does not depend on how many
//! threads there are. Fronts open games and databases and make the [`Work`] of a job; nothing here
//! knows what runs the shards: a shell, a batch system or Dask.
#![forbid(unsafe_code)]

mod crew;
mod file;
mod job;
mod jobs;
mod journal;
mod merge;
mod part;
mod replace;
pub mod rule_args;
mod shard;

pub use crew::{Done, work_off};
pub use file::{Ran, run_to_file};
pub use job::{Job, Merged, Work};
pub use jobs::{
    Arena, ArenaOptions, Contest, FindingJson, LADDER, Labels, LabelsOptions, Ladder,
    LadderOptions, Splits, SplitsOptions, Ultimate, UltimateOptions, Verify, VerifyJson,
};
pub use merge::merge;
pub use part::{Part, PartError};
pub use replace::replace;
pub use shard::{Shard, ShardError};
