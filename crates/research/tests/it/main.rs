//! The questions of the papers, and the program as its users run it: one program for all tests,
//! which links faster than one for each.

mod budget;
mod cases;
#[path = "../../../cli/tests/it/command.rs"]
mod command;
mod course;
#[cfg(unix)]
mod interrupt;
mod learn;
mod notable;
#[path = "../../../cli/tests/it/process.rs"]
mod process;
mod puzzles;
mod reachable;
mod report;
mod results;
mod rules;
mod scores;
#[cfg(unix)]
#[path = "../../../cli/tests/it/signals.rs"]
mod signals;
mod survey;
mod train;
mod traps;

use std::ffi::OsString;
use std::process::ExitCode;

use quixotic_catalog::Catalog;
use quixotic_game::Stop;

/// What [`command`] runs.
const PROGRAM: &str = env!("CARGO_BIN_EXE_quixotic-research");

/// What a command line of `quixotic` prints; it has to end well.
#[track_caller]
fn quixotic(args: &[&str]) -> String {
    let args = ["quixotic"].iter().chain(args).map(OsString::from);
    let mut out = Vec::new();
    let code = quixotic_cli::run(&Catalog::standard(), args, &Stop::new(), &mut out);
    assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::SUCCESS));
    String::from_utf8(out).unwrap()
}
