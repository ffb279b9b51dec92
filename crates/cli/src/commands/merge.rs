//! `merge`: the parts of a job become its result.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Parser;
use quixotic_jobs::{Job, LARGEST};
use serde_json::Value;

use super::{Command, Quixotic, arena, labels, ladder, solve, splits, verify};
use crate::env::Env;
use crate::files;
use crate::shard::{Merged, no_parts, rows};

/// The answer is "no".
const NO: u8 = 1;

/// Which parts, and where their result goes.
#[derive(Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// The parts, in any order; a file may have several, one after the other
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,

    /// File for the result; `-` is standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(env: &Env<'_>, args: &MergeArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let read = |path: &PathBuf| {
        let bytes = files::read(path, "part of a job", LARGEST, env.stop)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok((path.display().to_string(), text))
    };
    if args.out != Path::new("-") {
        files::ensure_writable(&args.out)?;
    }
    let parts: Vec<(String, String)> = args.parts.iter().map(read).collect::<Result<_>>()?;
    let (job, rows) = quixotic_jobs::merge(parts)?;
    let merged = result(env, &job, rows).with_context(|| format!("`{job}`"))?;
    if args.out == Path::new("-") {
        out.write_all(&merged.bytes)?;
    } else {
        files::write(&args.out, &merged.bytes, env.stop)?;
        writeln!(out, "{} is the result of `{job}`.", args.out.display())?;
    }
    Ok(match merged.is_no {
        true => ExitCode::from(NO),
        false => ExitCode::SUCCESS,
    })
}

/// What the command of a job makes of its rows.
fn result(env: &Env<'_>, job: &Job, found: Vec<Value>) -> Result<Merged> {
    let words = job.command.iter().map(String::as_str);
    let line = ["quixotic"].into_iter().chain(words).chain(["--plan"]);
    let Ok(args) = Quixotic::try_parse_from(line) else {
        bail!("no command has these arguments");
    };
    match &args.command {
        Command::Arena(args) => arena::merged(env, args, rows(found)?),
        Command::Ladder(args) => ladder::merged(env, args, rows(found)?),
        Command::Splits(_) => splits::merged(rows(found)?),
        Command::Labels(args) => labels::merged(args, rows(found)?),
        Command::Verify(args) => verify::merged(env, args, found),
        Command::Solve(args) => solve::merged(env, args, found),
        _ => Err(no_parts()),
    }
}
