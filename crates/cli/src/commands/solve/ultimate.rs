//! `solve ultimate`: prove that X cannot force a win by some ply, and write the
//! certificate.

use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;

use anyhow::{Context as _, Result, anyhow};
use quixotic_catalog::GameId;
use quixotic_jobs::{Job, Ultimate};
use quixotic_ultimate::proof::{Claim, Proved, Unproved, lower_bound, problem_count};
use serde::Serialize;

use super::SolveArgs;
use crate::env::Env;
use crate::files;
use crate::interrupt::Interrupted;
use crate::machine::Stopwatch;
use crate::meter::Meter;
use crate::output::write_json;
use crate::units::{bytes, count};

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

/// What `--json` prints. The names of the fields are part of the contract.
#[derive(Serialize)]
struct SolveJson<'a> {
    #[serde(flatten)]
    game: &'a GameId,
    by: u8,
    /// The first move that is left out of account.
    except: Option<String>,
    proved: bool,
    certificate: Option<String>,
    bytes: Option<u64>,
    positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<Option<f64>>,
}

impl<'a> SolveJson<'a> {
    /// A claim that is not proved.
    fn new(game: &'a GameId, claim: Claim) -> SolveJson<'a> {
        SolveJson {
            game,
            by: claim.by,
            except: claim.spared.map(|mv| mv.to_string()),
            proved: false,
            certificate: None,
            bytes: None,
            positions: None,
            cpu_seconds: None,
        }
    }
}

pub(super) fn run(
    env: &Env<'_>,
    id: &GameId,
    args: &SolveArgs,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let job = Ultimate::new(&args.ultimate)?;
    let claim = job.claim();
    if let Some(shard) = args.shard.wanted() {
        let work = job.work();
        return shard.run(env, &Job::SolveUltimate(job), &work, &args.run, out);
    }
    let directory = args.game.directory(env, id)?;
    let directory = directory
        .or_else(|| Some(env.data()?.join(id.slug())))
        .context("there is no home directory: say where the certificate goes with --db DIR")?;
    let stopwatch = Stopwatch::start();
    let progress = Mutex::new((Meter::new(env), Sum::default()));
    let total = problem_count(claim) as u64;
    let count_problem = |proved: &Proved| {
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
        .install(|| lower_bound(claim, &env.budget(), count_problem));
    let (meter, sum) = progress.into_inner().expect("nobody panics with it");
    drop(meter);
    let certificate = match found {
        Ok(certificate) => certificate.to_bytes(),
        Err(Unproved::Stopped(_)) => return Err(Interrupted::nothing().into()),
        Err(unproved) => {
            if args.json.json {
                write_json(out, &SolveJson::new(id, claim))?;
            } else {
                writeln!(out, "That {claim} is not proved: {unproved}.")?;
            }
            return Ok(ExitCode::from(UNPROVED));
        }
    };
    let file = directory.join(file_name(claim));
    fs::create_dir_all(&directory)
        .map_err(|error| files::unwritten(&directory, &error))
        .and_then(|()| files::write(&file, &certificate, env.stop))
        .map_err(|error| anyhow!("{error}: choose another place with --db DIR"))?;

    if args.json.json {
        let json = SolveJson {
            proved: true,
            certificate: Some(file.display().to_string()),
            bytes: Some(certificate.len() as u64),
            positions: Some(sum.positions),
            cpu_seconds: (!args.json.no_times).then(|| stopwatch.cpu_seconds()),
            ..SolveJson::new(id, claim)
        };
        write_json(out, &json)?;
        return Ok(ExitCode::SUCCESS);
    }
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
    writeln!(out, "  time         {stopwatch}")?;
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
