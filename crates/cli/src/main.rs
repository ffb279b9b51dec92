//! The command `quixotic`. All of it is in the library; here the process is set up:
//! signals, arguments and standard output.
#![forbid(unsafe_code)]

use std::io::{self, BufWriter};
use std::process::ExitCode;

use quixotic_catalog::Catalog;
use quixotic_cli::{listen_for_signals, run};

fn main() -> ExitCode {
    let stop = listen_for_signals();
    // Not locked for good: a line editor writes to the terminal from its own thread.
    let mut out = BufWriter::new(io::stdout());
    run(&Catalog::standard(), std::env::args_os(), &stop, &mut out)
}
