//! The command `quixotic`: solve Quixo, and ask the solution questions.
//!
//! Results go to standard output, progress and errors to standard error. The exit
//! code is 0 when all is well, 1 when the answer is "no" and 2 for bad usage or
//! input, which is told in one line.
#![forbid(unsafe_code)]

mod agents;
mod args;
mod files;
mod json;
mod machine;
mod meter;
mod numerical;
mod page;
mod picture;
mod quixo;
mod serve;
mod table;
mod ultimate;
mod units;

use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use args::{
    Args, Command, LineGame, NotableGame, ProbeGame, ReachableGame, ResultsGame, SolveGame,
    SplitsGame, StatsGame, VerifyGame,
};
use clap::Parser;

/// Bad usage or input.
const REFUSED: u8 = 2;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return answer_clap(&error),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    match run(&args, &mut out) {
        // The answer stands, whether or not it is read to its end.
        Ok(code) => match out.flush() {
            Ok(()) => code,
            Err(error) => unwritten(&error, code),
        },
        Err(error) => match error.downcast_ref::<io::Error>() {
            // What else fails by the operating system's word is told with its path.
            Some(error) => unwritten(error, ExitCode::SUCCESS),
            None => refuse(&format!("{error:#}")),
        },
    }
}

/// The exit code when standard output takes no more; `code` would be that of the
/// answer.
fn unwritten(error: &io::Error, code: ExitCode) -> ExitCode {
    match error.kind() {
        // The reader has seen enough, as `head` does.
        ErrorKind::BrokenPipe => code,
        _ => refuse(&format!("standard output: {error}")),
    }
}

fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Solve(SolveGame::Quixo(on)) => quixo::solve(on, out),
        Command::Solve(SolveGame::Numerical(on)) => numerical::solve(on, out),
        Command::Solve(SolveGame::Ultimate(args)) => ultimate::solve(args, out),
        Command::Probe(ProbeGame::Quixo(on)) => quixo::probe(on, out),
        Command::Probe(ProbeGame::Numerical(on)) => numerical::probe(on, out),
        Command::Probe(ProbeGame::Ultimate(args)) => ultimate::probe(args, out),
        Command::Line(args) => match (&args.game, &args.replay) {
            (Some(LineGame::Quixo(on)), _) => quixo::line(on, out),
            (Some(LineGame::Numerical(on)), _) => numerical::line(on, out),
            (Some(LineGame::Ultimate(args)), _) => ultimate::line(args, out),
            (None, Some(file)) => agents::replay(file, args.number, out),
            (None, None) => anyhow::bail!("name a game, or a saved one with --replay FILE"),
        },
        Command::Stats(StatsGame::Quixo(on)) => quixo::stats(on, out),
        Command::Reachable(ReachableGame::Quixo(on)) => quixo::reachable(on, out),
        Command::Verify(VerifyGame::Quixo(on)) => quixo::verify(on, out),
        Command::Verify(VerifyGame::Ultimate(args)) => ultimate::verify(args, out),
        Command::Notable(NotableGame::Quixo(on)) => quixo::notable(on, out),
        Command::Splits(SplitsGame::Numerical(on)) => numerical::splits(on, out),
        Command::Notable(NotableGame::Numerical(on)) => numerical::notable(on, out),
        Command::Arena(game) => agents::arena(game, out),
        Command::Play(game) => agents::play(game, out),
        Command::Ladder(game) => agents::ladder(game, out),
        #[cfg(feature = "dqn")]
        Command::Train(args::TrainGame::Quixo(on)) => agents::train(on, out),
        #[cfg(not(feature = "dqn"))]
        Command::Train(_) => anyhow::bail!(
            "this program was built without training; build it with the feature `dqn`: cargo install --path crates/cli --features dqn"
        ),
        Command::Report(args) => agents::report(args, out),
        Command::Results(ResultsGame::Quixo(on)) => quixo::results(on, out),
        Command::Serve(args) => serve::run(args, out),
    }
}

/// Says in one line what was wrong.
fn refuse(message: &str) -> ExitCode {
    // Without standard error there is nobody to tell.
    let _ = writeln!(io::stderr(), "error: {}", message.replace('\n', " "));
    ExitCode::from(REFUSED)
}

/// Prints what clap has to say: help and version whole, an error in one line.
fn answer_clap(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(REFUSED);
    }
    refuse(&args::one_line(&error.render().to_string()))
}
