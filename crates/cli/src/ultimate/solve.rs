//! `solve ultimate`: prove that X cannot force a win by some ply, and write the
//! certificate.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use quixotic_jobs::{Job, Ultimate};
use quixotic_ultimate::proof::{Claim, Proved, Unproved, lower_bound, problem_count};

use super::args::SolveArgs;
use crate::env::Env;
use crate::files;
use crate::game_args;
use crate::interrupt::Interrupted;
use crate::meter::Meter;
use crate::units::{bytes, count, duration};

/// The answer is "no".
const UNPROVED: u8 = 1;

/// What the problems came to.
#[derive(Default)]
struct Sum {
    problems: u64,
    trapped: u64,
    nodes: u64,
    positions: u64,
    answers: u64,
}

impl Sum {
    fn add(&mut self, proved: &Proved) {
        self.problems += 1;
        self.trapped += u64::from(!proved.traps.is_empty());
        self.nodes += proved.nodes;
        self.positions += proved.positions;
        self.answers += proved.answers;
    }
}

pub(crate) fn run(env: &Env<'_>, args: &SolveArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let job = Ultimate::new(&args.options)?;
    let claim = job.claim();
    if let Some(shard) = args.shard.wanted() {
        let work = job.work();
        return shard.run(env, &Job::SolveUltimate(job), &work, &args.run, out);
    }
    let directory = directory(env, args)?;
    let begun = Instant::now();
    let progress = Mutex::new((Meter::new(args.run.quiet), Sum::default()));
    let total = problem_count(claim) as u64;
    let tell = |proved: &Proved| {
        let mut progress = progress.lock().expect("nobody panics with it");
        let (meter, sum) = &mut *progress;
        sum.add(proved);
        meter.show_steps(
            sum.problems,
            total,
            &format_args!("problems up to ply {}", claim.by),
        );
    };
    let found = args
        .run
        .pool()?
        .install(|| lower_bound(claim, &env.budget(), tell));
    let (meter, sum) = progress.into_inner().expect("nobody panics with it");
    drop(meter);
    let certificate = match found {
        Ok(certificate) => certificate.to_bytes(),
        Err(Unproved::Stopped(_)) => return Err(Interrupted::nothing().into()),
        Err(unproved) => {
            writeln!(out, "That {claim} is not proved: {unproved}.")?;
            return Ok(ExitCode::from(UNPROVED));
        }
    };
    let file = directory.join(file_name(claim));
    fs::create_dir_all(&directory)
        .map_err(|error| files::unwritten(&directory, &error))
        .and_then(|()| files::write(&file, &certificate, env.stop))
        .map_err(|error| anyhow!("{error}: choose another place with --db DIR"))?;

    writeln!(out, "{claim}.")?;
    writeln!(out)?;
    let (problems, trapped) = (sum.problems, sum.trapped);
    writeln!(
        out,
        "  problems     {problems}, {trapped} of them by a trap list"
    )?;
    writeln!(out, "  search       {} positions", count(sum.nodes))?;
    let (positions, answers) = (count(sum.positions), count(sum.answers));
    writeln!(
        out,
        "  certificate  {positions} positions, {answers} stored answers"
    )?;
    let size = bytes(certificate.len() as u64);
    writeln!(out, "  file         {}, {size}", file.display())?;
    writeln!(out, "  time         {}", duration(begun.elapsed()))?;
    writeln!(out)?;
    let check = format!("quixotic verify ultimate --certificate {}", file.display());
    writeln!(out, "Check it with `{check}`.")?;
    Ok(ExitCode::SUCCESS)
}

fn file_name(claim: Claim) -> String {
    let by = claim.by;
    match claim.spared {
        None => format!("ultimate{by}.qxd"),
        Some(mv) => format!("ultimate{by}-except-{mv}.qxd"),
    }
}

fn directory(env: &Env<'_>, args: &SolveArgs) -> Result<PathBuf> {
    if let Some(db) = &args.db {
        return game_args::directory(db);
    }
    let data = env
        .data()
        .context("there is no home directory: say where the certificate goes with --db DIR")?;
    Ok(data.join("ultimate"))
}
