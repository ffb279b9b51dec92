//! The command as its users run it. One program, since linking takes longer than the
//! tests.

/// What [`command`] runs.
const PROGRAM: &str = env!("CARGO_BIN_EXE_quixotic");

mod agents;
#[cfg(unix)]
mod archive;
mod cases;
mod command;
mod engine;
mod environment;
mod export;
mod facts;
mod files;
mod fourth_game;
// The host that misbehaves as instructed.
#[cfg(unix)]
#[allow(dead_code, reason = "crates/remote uses the rest of it")]
#[path = "../../../remote/tests/remote/host.rs"]
mod host;
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
