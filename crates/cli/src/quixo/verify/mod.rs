//! `verify`: check a database against the rules, whole or by a sample, and its
//! counts against published ones.

mod follow;
mod outcome;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow, ensure};
use quixotic_jobs::{Job, Verify};
use quixotic_research::golden::Golden;
use quixotic_solver::{
    Progress, VerifyError, VerifyOptions, verify, verify_independently, verify_sample,
};
use quixotic_tablebase::{Database, Kernel};

use super::args::{MemoryArgs, OnBoard, VerifyArgs, allow_more};
use super::target::Target;
use crate::env::Env;
use crate::interrupt::Interrupted;
use crate::meter::{Meter, RunProgress};
use crate::units::count;
use crate::{files, json};
use follow::Follower;
use outcome::Outcome;

/// The answer is "no".
const WRONG: u8 = 1;
/// Bytes of a table that has a row for each class, with room for comments.
const LARGEST: u64 = 1 << 20;

pub(crate) fn run(
    env: &Env<'_>,
    on: &OnBoard<VerifyArgs>,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &Target::new(env, game, &args.target)?;
    let golden = args.golden.as_deref();
    let golden = golden.map(|path| published(env, path)).transpose()?;
    let database = target.open()?;
    if let Some(shard) = args.shard.wanted() {
        ensure!(args.independent, "--shard is for verify --independent");
        let job = Verify::new(&target.id, &database).map_err(|error| target.advise(error))?;
        let work = job.work(database)?;
        return shard.run(env, &Job::Verify(job), &work, &args.run, out);
    }
    let mut progress = RunProgress::new();
    let mut outcome = if args.independent || args.sample.is_some() {
        one_by_one(env, args, target, &database, &mut progress)?
    } else {
        all_at_once(env, args, target, &database, &mut progress)?
    };
    if let (Some(golden), true) = (golden, outcome.is_right()) {
        let stats = database.stats().map_err(|error| target.advise(error))?;
        outcome.compare(&golden, &stats);
    }
    if args.json {
        let mut told = outcome.for_programs(target);
        if !args.no_times {
            told.cpu_seconds = Some(progress.cpu_seconds());
        }
        json::write(out, &told)?;
    } else {
        outcome.write(out, target, &progress)?;
    }
    match outcome.unreadable() {
        Some(error) => Err(error),
        None if outcome.is_right() => Ok(ExitCode::SUCCESS),
        None => Ok(ExitCode::from(WRONG)),
    }
}

/// Published counts.
fn published(env: &Env<'_>, path: &Path) -> Result<Golden> {
    let text = files::read_text(path, "table of classes", LARGEST, env.stop)?;
    Golden::read(&text).map_err(|error| anyhow!("{}: {error}", path.display()))
}

/// Every position with the kernel of the solver.
fn all_at_once(
    env: &Env<'_>,
    args: &VerifyArgs,
    target: &Target,
    database: &Database,
    progress: &mut RunProgress,
) -> Result<Outcome> {
    let is_embedded = target.db.is_none() && Database::is_embedded(target.rules);
    let journal = (!is_embedded).then(|| target.directory()).transpose()?;
    let options = VerifyOptions {
        memory: args.memory.bytes(MemoryArgs::TO_SOLVE),
        kernel: match args.portable {
            true => Kernel::Portable,
            false => Kernel::detect(),
        },
        findings: args.findings as usize,
        journal,
        fresh: args.fresh,
    };
    let pool = args.run.pool()?;
    let mut follower = Follower::new(progress, target.id.to_string(), args.run.quiet);
    let found = pool.install(|| {
        verify(database, &options, &env.budget(), &mut |event| {
            follower.follow(event);
        })
    });
    let kept = follower.end();
    match found {
        Ok(found) => Ok(found.into()),
        Err(VerifyError::Stopped(_)) => Err(Interrupted(kept).into()),
        Err(VerifyError::Read(error)) => Err(target.advise(error)),
        Err(error @ VerifyError::Memory { needed, .. }) => {
            Err(anyhow!("{error}: {}", allow_more(needed)))
        }
        Err(error) => Err(error.into()),
    }
}

/// Positions one by one, without the code of the solver: all or a sample.
fn one_by_one(
    env: &Env<'_>,
    args: &VerifyArgs,
    target: &Target,
    database: &Database,
    progress: &mut RunProgress,
) -> Result<Outcome> {
    let mut meter = Meter::new(args.run.quiet);
    let mut follow = |Progress { class, done, total }| {
        progress.start(0, total);
        progress.add(done);
        meter.show(progress, &format_args!("level {} {class}", class.level()));
    };
    let (pool, budget) = (args.run.pool()?, env.budget());
    let found = match args.sample {
        None => pool
            .install(|| verify_independently(database, &budget, &mut follow))
            .map(|verified| Outcome {
                told: all_follow(verified.positions, verified.classes),
                positions: Some(verified.positions),
                checked: Some(verified.positions),
                signature: Some(verified.signature),
                ..Outcome::default()
            }),
        Some(sample) => pool
            .install(|| verify_sample(database, sample, args.seed, &budget, &mut follow))
            .map(|sampled| Outcome {
                told: format!(
                    "{} random ones of {} stored positions (seed {}) follow from the rules",
                    count(sampled.positions),
                    count(sampled.of),
                    args.seed
                ),
                positions: Some(sampled.of),
                checked: Some(sampled.positions),
                signature: Some(sampled.signature),
                ..Outcome::default()
            }),
    };
    match found {
        Ok(outcome) => Ok(outcome),
        Err(VerifyError::Read(error)) => Err(target.advise(error)),
        Err(VerifyError::Stopped(_)) => {
            Err(Interrupted("nothing wrong was found so far".into()).into())
        }
        Err(error @ (VerifyError::Empty | VerifyError::Memory { .. })) => Err(error.into()),
        Err(VerifyError::Value(finding)) => Ok(Outcome {
            mismatches: 1,
            findings: vec![finding],
            ..Outcome::default()
        }),
        Err(fault) => Ok(Outcome {
            faults: vec![fault.to_string()],
            ..Outcome::default()
        }),
    }
}

/// "2,862 stored positions in 55 classes follow from the rules".
fn all_follow(positions: u64, classes: usize) -> String {
    let positions = count(positions);
    format!("{positions} stored positions in {classes} classes follow from the rules")
}
