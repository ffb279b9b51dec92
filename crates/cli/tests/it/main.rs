//! The command as its users run it. One program, since linking takes longer than the
//! tests.

/// What [`command`] runs.
const PROGRAM: &str = env!("CARGO_BIN_EXE_quixotic");

mod agents;
mod cases;
mod command;
mod environment;
mod export;
mod facts;
mod files;
mod fourth_game;
#[cfg(unix)]
mod interrupt;
#[cfg(unix)]
mod load;
mod manual;
mod numerical;
#[cfg(unix)]
mod operations;
mod process;
mod readme;
mod remote;
#[cfg(unix)]
mod serve;
#[cfg(unix)]
mod served;
mod shards;
#[cfg(unix)]
mod signals;
mod solve;
mod ultimate;
mod verify;
