//! The command as its users run it. One program, since linking takes longer than the
//! tests.

mod agents;
mod cases;
mod command;
mod facts;
mod files;
mod fourth_game;
#[cfg(unix)]
mod interrupt;
mod numerical;
mod opening;
mod reachable;
mod readme;
mod results;
#[cfg(unix)]
mod serve;
mod shards;
mod solve;
mod ultimate;
mod verify;
