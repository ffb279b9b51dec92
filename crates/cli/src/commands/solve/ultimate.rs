//! `solve ultimate`: prove that X cannot force a win by some ply, and write the
//! certificate.

use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;

use anyhow::{Context as _, Result, anyhow, ensure};
use quixotic_catalog::GameId;
use quixotic_game::{Budget, Game as _, NotationError};
use quixotic_jobs::Threads;
use quixotic_ultimate::proof::{
    Certificate, Claim, Proved, Unproved, lower_bound, problem_count, solve_problem,
};
use quixotic_ultimate::{Move, Ultimate};
use serde::Serialize;

use super::SolveArgs;
use crate::env::Env;
use crate::files;
use crate::interrupt::Interrupted;
use crate::machine::Stopwatch;
use crate::meter::Meter;
use crate::output::write_json;
use crate::shard::{Hex, Merged, Work, row, stopped};
use crate::units::{bytes, count};

/// The answer is "no".
const UNPROVED: u8 = 1;

/// What is proved.
#[derive(Debug, clap::Args)]
pub(super) struct UltimateOptions {
    /// Prove that X cannot win by this ply [default: 41; with --except 44: 43]
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u8).range(1..=81))]
    by: Option<u8>,

    /// Leave this first move and its images out of account; with 44 X wins by ply 43
    #[arg(long, value_name = "MOVE", value_parser = first_move)]
    except: Option<Move>,
}

/// Reads a first move, `44`.
fn first_move(text: &str) -> Result<Move, NotationError> {
    Ultimate::default().parse_move(text)
}

/// A certificate of one part, or why there is none.
type Proof = std::result::Result<Hex, String>;

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
    let claim = claim(&args.ultimate)?;
    if args.shard.is_wanted() {
        let piece = |number: u64, budget: &Budget| {
            let proof: Proof = match solve_problem(number as usize, claim, budget) {
                Ok(part) => {
                    let parts = vec![part];
                    Ok(Hex::new(&Certificate { claim, parts }.to_bytes()))
                }
                Err(Unproved::Stopped(why)) => return Err(stopped(why)),
                Err(unproved) => Err(unproved.to_string()),
            };
            Ok(row(&proof))
        };
        let work = Work {
            pieces: problem_count(claim) as u64,
            inputs: Vec::new(),
            piece: &piece,
            threads: Threads::OneEach(args.run.threads()?),
        };
        return args.shard.run(env, &work, out);
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

/// What is to be proved.
fn claim(args: &UltimateOptions) -> Result<Claim> {
    let strongest = Claim::strongest(args.except);
    let claim = Claim {
        by: args.by.unwrap_or(strongest.by),
        ..strongest
    };
    ensure!(
        !claim.is_refuted(),
        "--by {}: X wins by ply 43 with the first move 44; --except 44 leaves it out",
        claim.by
    );
    Ok(claim)
}

/// The certificate that rows come to, or why there is none.
pub(super) fn merged(args: &UltimateOptions, rows: Vec<Proof>) -> Result<Merged> {
    let claim = claim(args)?;
    let (mut parts, mut unproved) = (Vec::new(), None);
    for row in rows {
        match row {
            Ok(part) => parts.extend(Certificate::from_bytes(&part.bytes()?)?.parts),
            Err(why) => unproved = unproved.or(Some(why)),
        }
    }
    Ok(match unproved {
        None => Certificate { claim, parts }.to_bytes().into(),
        Some(why) => Merged {
            bytes: format!("That {claim} is not proved: {why}.\n").into(),
            is_no: true,
        },
    })
}

fn file_name(claim: Claim) -> String {
    let by = claim.by;
    match claim.spared {
        None => format!("ultimate{by}.qxd"),
        Some(mv) => format!("ultimate{by}-except-{mv}.qxd"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: UltimateOptions,
    }

    fn args(line: &str) -> UltimateOptions {
        let words = ["solve"].into_iter().chain(line.split_whitespace());
        Line::parse_from(words).args
    }

    #[test]
    fn the_horizon_is_what_can_be_proved() {
        for (line, by, spared) in [
            ("", 41, None),
            ("--by 42", 42, None),
            ("--except 44", 43, Some("44")),
            ("--by 45 --except 44", 45, Some("44")),
            ("--except 00", 41, Some("00")),
        ] {
            let claim = claim(&args(line)).unwrap();
            let named = claim.spared.map(|mv| mv.to_string());
            assert_eq!((claim.by, named.as_deref()), (by, spared), "{line}");
        }
        for line in ["--by 43", "--by 43 --except 00"] {
            let error = claim(&args(line)).unwrap_err().to_string();
            let why = "--by 43: X wins by ply 43 with the first move 44; --except 44 leaves it out";
            assert_eq!(error, why);
        }
    }

    #[test]
    fn what_is_merged_is_what_was_claimed() {
        let args = args("--except 44");
        let merged_rows = |rows| merged(&args, rows).unwrap();
        let certificate = Certificate::from_bytes(&merged_rows(Vec::new()).bytes).unwrap();
        assert_eq!(certificate.claim, claim(&args).unwrap());
        let unproved = merged_rows(vec![Err("it is open".into()), Err("not asked".into())]);
        let why = "That X cannot force a win by ply 43 after any first move but 44 is not proved: it is open.\n";
        assert_eq!(String::from_utf8(unproved.bytes).unwrap(), why);
        assert!(unproved.is_no);
    }
}
