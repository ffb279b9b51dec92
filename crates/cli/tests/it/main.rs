//! The command as its users run it. One program, since linking takes longer than the
//! tests.

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
mod opening;
#[cfg(unix)]
mod operations;
mod process;
mod reachable;
mod readme;
mod remote;
mod results;
#[cfg(unix)]
mod serve;
#[cfg(unix)]
mod served;
mod shards;
mod solve;
mod ultimate;
mod verify;
