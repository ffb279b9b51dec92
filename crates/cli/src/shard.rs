//! `--shard`: a part of a command's work, written to a file that `merge` reads.
//!
//! A command says which pieces its work has and what each gives. Its own arguments name the job, so that `merge`
//! can read them again and make the result of the rows.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use anyhow::Result;
use clap::ArgMatches;
use clap::parser::ValueSource;
use quixotic_catalog::{AnyGame, Error, Source};
use quixotic_game::Stopped;
use quixotic_jobs::{Job, Piece, Ran, Shard, Threads, run_to_file};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::commands::Quixotic;
use crate::env::Env;
use crate::interrupt::Interrupted;
use crate::meter::Meter;
use crate::output::write_json;
use crate::{command, files};

/// Where help has the options.
const HEADING: &str = "On more than one machine";

/// Options that say how the work is done, not what it is.
const HOW: [&str; 7] = [
    "shard",
    "plan",
    "until_eof",
    "threads",
    "memory",
    "quiet",
    "progress",
];

/// Which part of the work is done.
#[derive(Debug, clap::Args)]
pub(crate) struct ShardArgs {
    /// Do part I of N, from 1/N to N/N, anywhere and in any order; `quixotic merge` puts the parts
    /// together
    #[arg(long, value_name = "I/N", requires = "out", allow_hyphen_values = true, help_heading = HEADING)]
    shard: Option<Shard>,

    /// Print as JSON into how many pieces the work can be cut and what all parts have in common, and do
    /// none of it
    #[arg(long, conflicts_with = "shard", help_heading = HEADING)]
    plan: bool,

    /// End when standard input does, as it does with the process at its other end
    #[arg(long, requires = "shard", hide = true)]
    until_eof: bool,
}

/// Which part of the work is done, and where it goes.
#[derive(Debug, clap::Args)]
pub(crate) struct PartArgs {
    #[command(flatten)]
    shard: ShardArgs,

    /// File for that part. One that is complete is left alone; the same command goes on with what was
    /// interrupted
    #[arg(long, value_name = "PART", requires = "shard", help_heading = HEADING)]
    out: Option<PathBuf>,
}

/// What a job reads, and a hash of that.
pub(crate) type Input = (&'static str, String);

/// The work of a command in pieces.
pub(crate) struct Work<'a> {
    pub(crate) pieces: u64,
    pub(crate) inputs: Vec<Input>,
    pub(crate) piece: &'a Piece<'a>,
    pub(crate) threads: Threads,
}

/// What the rows of all pieces come to.
pub(crate) struct Merged {
    /// What the command writes.
    pub(crate) bytes: Vec<u8>,
    /// Whether its answer is "no".
    pub(crate) is_no: bool,
}

impl PartArgs {
    /// Whether a part is asked for, or the plan of all.
    pub(crate) fn is_wanted(&self) -> bool {
        self.shard.is_wanted()
    }

    /// Does that part.
    pub(crate) fn run(
        &self,
        env: &Env<'_>,
        work: &Work<'_>,
        out: &mut dyn Write,
    ) -> Result<ExitCode> {
        let path = self.out.as_deref().unwrap_or(Path::new(""));
        self.shard.run(env, work, path, out)
    }
}

impl ShardArgs {
    /// Whether a part is asked for, or the plan of all.
    pub(crate) fn is_wanted(&self) -> bool {
        self.shard.is_some() || self.plan
    }

    /// Does that part, into a file.
    pub(crate) fn run(
        &self,
        env: &Env<'_>,
        work: &Work<'_>,
        path: &Path,
        out: &mut dyn Write,
    ) -> Result<ExitCode> {
        let inputs = work.inputs.iter();
        let job = &Job {
            command: command_line(env.matches),
            pieces: work.pieces,
            inputs: inputs
                .map(|(name, hash)| ((*name).into(), hash.clone()))
                .collect::<BTreeMap<String, String>>(),
        };
        let Some(shard) = self.shard else {
            write_json(out, job)?;
            return Ok(ExitCode::SUCCESS);
        };
        if self.until_eof {
            let stop = env.stop.clone();
            thread::spawn(move || {
                let _ = io::copy(&mut io::stdin(), &mut io::sink());
                stop.stop();
            });
        }
        let path = &files::end_of_links(path).map_err(|error| files::unwritten(path, &error))?;
        let name = path.display();
        let doing = format!("shard {shard} of `{job}`");
        let (mut meter, mut kept) = (Meter::new(env), 0);
        let mut report = |done, total| {
            kept = done;
            meter.show_steps(done, total, &doing);
        };
        let (piece, budget) = (work.piece, env.budget());
        let ran = run_to_file(
            path,
            (job, shard),
            piece,
            work.threads,
            &budget,
            &mut report,
        );
        drop(meter);
        match ran {
            Ok(Ran::Now) => writeln!(out, "{name} is {doing}.")?,
            Ok(Ran::Before) => writeln!(out, "{name} is {doing} already.")?,
            Err(Error::Stopped {
                stopped: Stopped::Asked,
                ..
            }) => {
                let kept =
                    format!("{kept} pieces are kept beside {name}; the same command goes on");
                return Err(Interrupted(kept).into());
            }
            Err(error) => return Err(error.into()),
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Merged {
    /// JSON on one line, as the command prints it.
    pub(crate) fn json(content: &impl Serialize) -> Result<Merged> {
        let mut bytes = Vec::new();
        write_json(&mut bytes, content)?;
        Ok(bytes.into())
    }
}

impl<B: Into<Vec<u8>>> From<B> for Merged {
    fn from(bytes: B) -> Merged {
        Merged {
            bytes: bytes.into(),
            is_no: false,
        }
    }
}

/// A file as hexadecimal digits.
#[derive(Serialize, Deserialize)]
pub(crate) struct Hex(String);

impl Hex {
    pub(crate) fn new(bytes: &[u8]) -> Hex {
        Hex(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    pub(crate) fn bytes(&self) -> Result<Vec<u8>> {
        let pairs = self.0.as_bytes().chunks(2);
        let byte = |pair| Ok(u8::from_str_radix(str::from_utf8(pair)?, 16)?);
        pairs.map(byte).collect()
    }
}

/// What a piece gave, as a row.
pub(crate) fn row(data: &impl Serialize) -> Value {
    serde_json::to_value(data).expect("rows are plain data")
}

/// The rows of pieces as the data that they are.
pub(crate) fn rows<R: DeserializeOwned>(rows: Vec<Value>) -> Result<Vec<R>> {
    let read = |(piece, row)| {
        let error = |_| anyhow::anyhow!("piece {piece} makes no sense");
        serde_json::from_value(row).map_err(error)
    };
    rows.into_iter().enumerate().map(read).collect()
}

/// The error of a job of a command that has none.
pub(crate) fn no_parts() -> anyhow::Error {
    anyhow::anyhow!("this command has no parts")
}

/// The error of a piece that was stopped.
pub(crate) fn stopped(stopped: Stopped) -> Error {
    Error::Stopped {
        message: "the piece is not done".into(),
        stopped,
    }
}

/// The error of a machine that cannot do a piece.
pub(crate) fn broken(what: &str, error: &dyn Display) -> Error {
    Error::Broken {
        message: what.into(),
        detail: format!("{what}: {error}"),
    }
}

/// What a game looks values up in.
pub(crate) fn database_of(game: &dyn AnyGame) -> Result<Option<Input>> {
    Ok(match game.info().solution.source {
        Source::Embedded | Source::Directory | Source::Remote => {
            Some(("database", game.stats()?.signature))
        }
        Source::Search | Source::None => None,
    })
}

/// The words of a command that matter for its result, in the order of its definition: defaults are left out, and so
/// are files, since what matters is in them and not where they are.
fn command_line(matches: &ArgMatches) -> Vec<String> {
    let (mut line, mut command, mut matches) = (Vec::new(), &command::<Quixotic>(), matches);
    loop {
        for arg in command.get_arguments() {
            let id = arg.get_id().as_str();
            let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
            let is_given = matches.value_source(id) == Some(ValueSource::CommandLine);
            if is_path || !is_given || HOW.contains(&id) {
                continue;
            }
            let values = matches.get_raw(id).into_iter().flatten();
            let values: Vec<String> = values
                .map(|value| value.to_string_lossy().into_owned())
                .collect();
            let values = match arg.get_value_delimiter() {
                Some(delimiter) => vec![values.join(&delimiter.to_string())],
                None => values,
            };
            if values.iter().eq(arg.get_default_values()) {
                continue;
            }
            line.extend(arg.get_long().map(|name| format!("--{name}")));
            if arg.get_action().takes_values() {
                line.extend(values);
            }
        }
        let Some((name, inner)) = matches.subcommand() else {
            return line;
        };
        line.push(name.into());
        let Some(subcommand) = command.find_subcommand(name) else {
            return line;
        };
        (command, matches) = (subcommand, inner);
    }
}
