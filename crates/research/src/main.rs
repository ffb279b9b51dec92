//! The program that writes docs/results. All of it is in the library.
#![forbid(unsafe_code)]

use std::io::{self, BufWriter};
use std::process::ExitCode;

use quixotic_catalog::Catalog;
use quixotic_cli::{listen_for_signals, run_program};
use quixotic_research::Research;

fn main() -> ExitCode {
    let stop = listen_for_signals();
    let mut out = BufWriter::new(io::stdout());
    run_program::<Research>(&Catalog::standard(), std::env::args_os(), &stop, &mut out)
}
