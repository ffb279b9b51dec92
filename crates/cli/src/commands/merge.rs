//! `merge`: the parts of a job become its result.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;

use crate::env::Env;
use crate::files;

/// Bytes of a part: a million games have as many.
const LARGEST: u64 = 2 << 30;
/// The answer is "no".
const NO: u8 = 1;

/// Which parts, and where their result goes.
#[derive(Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// The parts, in any order
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,

    /// File for the result; `-` is standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(env: &Env<'_>, args: &MergeArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let read = |path: &PathBuf| {
        let bytes = files::read(path, "part of a job", LARGEST, env.stop)?;
        Ok((path.display().to_string(), bytes))
    };
    let parts: Vec<(String, Vec<u8>)> = args.parts.iter().map(read).collect::<Result<_>>()?;
    let parts = parts.iter().map(|(name, bytes)| (name.clone(), &bytes[..]));
    let (job, merged) = quixotic_jobs::merge(parts)?;
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
