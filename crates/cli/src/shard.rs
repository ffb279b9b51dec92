//! `--shard`: a part of a command's work, written to a file that `merge` reads.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use quixotic_catalog::Error;
use quixotic_game::Stopped;
use quixotic_jobs::{Job, Ran, Shard, Work, run_to_file};

use crate::args::RunArgs;
use crate::env::Env;
use crate::interrupt::Interrupted;
use crate::meter::Meter;

/// Where help has the options.
const HEADING: &str = "On more than one machine";

/// Which part of the work is done, and where it goes.
#[derive(Debug, clap::Args)]
pub struct ShardArgs {
    /// Do part I of N, from 1/N to N/N, anywhere and in any order; `quixotic merge` puts the parts
    /// together
    #[arg(long, value_name = "I/N", requires = "out", allow_hyphen_values = true, help_heading = HEADING)]
    shard: Option<Shard>,

    /// File for that part. One that is complete is left alone; the same command goes on with what was
    /// interrupted
    #[arg(long, value_name = "PART", requires = "shard", help_heading = HEADING)]
    out: Option<PathBuf>,
}

impl ShardArgs {
    /// The part that is asked for.
    pub fn wanted(&self) -> Option<WantedShard<'_>> {
        let (shard, path) = (self.shard?, self.out.as_deref()?);
        Some(WantedShard { shard, path })
    }
}

/// A shard and the file for it.
pub struct WantedShard<'a> {
    /// The shard.
    pub shard: Shard,
    /// The file.
    pub path: &'a Path,
}

impl WantedShard<'_> {
    /// Does the shard of a job.
    pub fn run(
        self,
        env: &Env<'_>,
        job: &Job,
        work: &dyn Work,
        run: &RunArgs,
        out: &mut dyn Write,
    ) -> Result<ExitCode> {
        let WantedShard { shard, path } = self;
        let name = path.display();
        let doing = format!("shard {shard} of `{job}`");
        let (mut meter, mut kept) = (Meter::new(env), 0);
        let mut report = |done, total| {
            kept = done;
            meter.show_steps(done, total, &doing);
        };
        let (threads, budget) = (run.threads()?, env.budget());
        let ran = run_to_file(path, (job, shard), work, threads, &budget, &mut report);
        drop(meter);
        match ran {
            Ok(Ran::Now) => writeln!(out, "{name} is {doing}.")?,
            Ok(Ran::Before) => writeln!(out, "{name} is {doing} already.")?,
            Err(Error::Stopped {
                stopped: Stopped::Asked,
                ..
            }) => {
                let message =
                    format!("{kept} pieces are kept beside {name}; the same command goes on");
                return Err(Interrupted(message).into());
            }
            Err(error) => return Err(error.into()),
        }
        Ok(ExitCode::SUCCESS)
    }
}
