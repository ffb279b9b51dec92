//! The command `quixotic`, as a library: [`run`] does what a command line says. What its
//! commands are made of is also for another [`Program`] with commands of its own:
//! `crates/research` has those that write docs/results.
//!
//! Results go to standard output, progress and errors to standard error. The exit
//! code is 0 when all is well, 1 when the answer is "no", 2 for bad usage or input,
//! which is explained in one line, and 130 when the command was interrupted.
#![forbid(unsafe_code)]

mod args;
mod clap_error;
mod commands;
mod env;
pub mod files;
mod game_args;
mod input;
mod interrupt;
mod machine;
pub mod meter;
mod output;
mod rule_args;
mod shard;
pub mod table;
mod target;
pub mod units;
mod version;
mod words;

use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::{ArgMatches, Command, FromArgMatches, Parser};
use quixotic_catalog::{Catalog, Error};
use quixotic_game::{Stop, Stopped};

pub use args::{MemoryArgs, RunArgs, allow_more};
pub use commands::Quixotic;
pub use commands::labels::drawn;
pub use commands::ladder::climb;
pub use commands::score::scored;
pub use env::Env;
pub use game_args::{Family, GameArgs, directory};
use interrupt::INTERRUPTED;
pub use interrupt::{Interrupted, listen_for_signals};
use meter::ProgressArgs;
pub use output::write_json;
use output::{Output, unwritten};
pub use target::Target;

/// Bad usage or input.
const REFUSED: u8 = 2;

/// A command line: what it accepts, as a parser with subcommands, and what it does.
pub trait Program: Parser {
    /// Does what was asked for; results go to `out`.
    fn run(&self, env: &Env<'_>, out: &mut dyn Write) -> Result<ExitCode>;
}

/// Does what a command line of `quixotic` says, the name of the program included; `stop` ends
/// it. Results go to `out`, which is standard output or stands for it.
pub fn run(
    catalog: &Catalog,
    args: impl IntoIterator<Item = OsString>,
    stop: &Stop,
    out: &mut dyn Write,
) -> ExitCode {
    run_program::<Quixotic>(catalog, args, stop, out)
}

/// The same for any program.
pub fn run_program<P: Program>(
    catalog: &Catalog,
    args: impl IntoIterator<Item = OsString>,
    stop: &Stop,
    out: &mut dyn Write,
) -> ExitCode {
    let out = &mut Output(out);
    let (program, progress, matches) = match parse::<P>(args) {
        Ok(parsed) => parsed,
        Err(error) => return answer_clap(error, out),
    };
    let env = Env {
        catalog,
        stop,
        progress: progress.progress(),
        matches: &matches,
    };
    match program.run(&env, out) {
        // The answer stands, whether or not it is read to its end.
        Ok(code) => flushed(out, code),
        Err(error) => {
            // What was found before the error is worth reading; whether it can be
            // written is no longer the question.
            let _ = out.flush();
            fail(&error)
        }
    }
}

/// What a program accepts, with the options that all commands have.
fn command<P: Program>() -> Command {
    <ProgressArgs as clap::Args>::augment_args(P::command())
}

fn parse<P: Program>(
    args: impl IntoIterator<Item = OsString>,
) -> Result<(P, ProgressArgs, ArgMatches), clap::Error> {
    let matches = command::<P>().try_get_matches_from(args)?;
    let program = P::from_arg_matches(&matches)?;
    let progress = ProgressArgs::from_arg_matches(&matches)?;
    Ok((program, progress, matches))
}

/// The exit code of a command that has failed, after saying why.
fn fail(error: &anyhow::Error) -> ExitCode {
    if let Some(error) = unwritten(error) {
        return without_reader(error, ExitCode::SUCCESS);
    }
    if let Some(interrupted) = error.downcast_ref::<Interrupted>() {
        return end(interrupted, INTERRUPTED);
    }
    if let Some(Error::Stopped { stopped, .. }) = error.downcast_ref()
        && *stopped == Stopped::Asked
    {
        return end(&Interrupted::nothing(), INTERRUPTED);
    }
    refuse(&format!("{error:#}"))
}

/// Writes what is left and ends with that code.
fn flushed(out: &mut Output<'_>, code: ExitCode) -> ExitCode {
    match out.flush() {
        Ok(()) => code,
        Err(error) => without_reader(&error, code),
    }
}

/// The exit code when standard output takes no more; `code` would be that of the
/// answer.
fn without_reader(error: &io::Error, code: ExitCode) -> ExitCode {
    match error.kind() {
        // The reader has seen enough, as `head` does.
        ErrorKind::BrokenPipe => code,
        _ => refuse(&error.to_string()),
    }
}

/// Says in one line what was wrong.
fn refuse(message: &str) -> ExitCode {
    end(&format_args!("error: {message}"), REFUSED)
}

/// Prints a message in one line, and ends with that code.
fn end(message: &dyn std::fmt::Display, code: u8) -> ExitCode {
    let message = message.to_string().replace('\n', " ");
    // Without standard error there is nobody to read it.
    let _ = writeln!(io::stderr(), "{message}");
    ExitCode::from(code)
}

/// Prints what clap has to say: help and version whole, an error in one line.
fn answer_clap(error: clap::Error, out: &mut Output<'_>) -> ExitCode {
    use clap::error::ErrorKind;
    let text = error.render();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let written = match is_styled(&io::stdout()) {
                true => write!(out, "{}", text.ansi()),
                false => write!(out, "{text}"),
            };
            match written {
                Ok(()) => flushed(out, ExitCode::SUCCESS),
                Err(error) => without_reader(&error, ExitCode::SUCCESS),
            }
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = match is_styled(&io::stderr()) {
                true => write!(io::stderr(), "{}", text.ansi()),
                false => write!(io::stderr(), "{text}"),
            };
            ExitCode::from(REFUSED)
        }
        _ => refuse(&error.apply::<clap_error::OneLine>().render().to_string()),
    }
}

/// Whether a stream is one for bold letters.
fn is_styled(stream: &(impl IsTerminal + anstream::stream::RawStream)) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        command::<Quixotic>().debug_assert();
    }
}
