//! The command `quixotic`, as a library: [`run`] does what a command line says.
//!
//! Results go to standard output, progress and errors to standard error. The exit
//! code is 0 when all is well, 1 when the answer is "no", 2 for bad usage or input,
//! which is told in one line, and 130 when the command was interrupted.
//!
//! Commands that every game has are in `commands` and know no game; what only one
//! game has is in a folder of its own.
#![forbid(unsafe_code)]

mod args;
mod clap_error;
mod commands;
mod env;
mod files;
mod game_args;
mod input;
mod interrupt;
mod json;
mod logs;
mod machine;
mod meter;
mod numerical;
mod output;
mod quixo;
mod rule_args;
mod shard;
mod table;
mod ultimate;
mod units;
mod watched;
mod words;

use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use quixotic_catalog::{Catalog, Error};
use quixotic_game::{Stop, Stopped};

use args::Args;
use env::Env;
pub use interrupt::listen_for_signals;
use interrupt::{INTERRUPTED, Interrupted};
use output::{Output, unwritten};

/// Bad usage or input.
const REFUSED: u8 = 2;

/// Does what a command line says, the name of the program included; `stop` ends it.
/// Results go to `out`, which is standard output or stands for it.
pub fn run(
    catalog: &Catalog,
    args: impl IntoIterator<Item = OsString>,
    stop: &Stop,
    out: &mut dyn Write,
) -> ExitCode {
    let out = &mut Output(out);
    let parsed = Args::command()
        .try_get_matches_from(args)
        .and_then(|matches| Ok((Args::from_arg_matches(&matches)?, matches)));
    let (args, matches) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => return answer_clap(error, out),
    };
    let env = Env {
        catalog,
        stop,
        matches: &matches,
        db_is_default: is_from_environment(&matches, "db"),
    };
    match args.command.run(&env, out) {
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

/// Whether the value of an option of the command, or of its subcommand, comes from the
/// environment.
fn is_from_environment(matches: &ArgMatches, option: &str) -> bool {
    let is_known = matches.try_contains_id(option).unwrap_or(false);
    let is_here = is_known && matches.value_source(option) == Some(ValueSource::EnvVariable);
    is_here
        || matches
            .subcommand()
            .is_some_and(|(_, matches)| is_from_environment(matches, option))
}

/// The exit code of a command that has failed, after saying why.
fn fail(error: &anyhow::Error) -> ExitCode {
    if let Some(error) = unwritten(error) {
        return without_reader(error, ExitCode::SUCCESS);
    }
    if let Some(interrupted) = error.downcast_ref::<Interrupted>() {
        return tell(interrupted, INTERRUPTED);
    }
    if let Some(Error::Stopped { stopped, .. }) = error.downcast_ref()
        && *stopped == Stopped::Asked
    {
        return tell(&Interrupted::nothing(), INTERRUPTED);
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
    tell(&format_args!("error: {message}"), REFUSED)
}

/// Says something in one line, and ends with that code.
fn tell(message: &dyn std::fmt::Display, code: u8) -> ExitCode {
    let message = message.to_string().replace('\n', " ");
    // Without standard error there is nobody to tell.
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
