//! Shards of a job, for whatever runs them. A job comes as the arguments of its command; those of
//! `quixotic.cluster` are read here by the same definitions as those of the command.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Parser, Subcommand};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quixotic_catalog::{AnyGame, Catalog, Error, GameId, QuixoDatabase, Setup, data_directory};
use quixotic_game::Budget;
use quixotic_jobs::rule_args::RuleArgs;
use quixotic_jobs::{
    Arena, ArenaOptions, Job, Labels, LabelsOptions, Ladder, LadderOptions, Part, Shard, Splits,
    SplitsOptions, Ultimate, UltimateOptions, Verify, Work, work_off,
};
use quixotic_remote::is_address;
use quixotic_tablebase::Database;
use serde::{Deserialize, Serialize};

use crate::engine::place_of;
use crate::error::{caught, finish, json};
use crate::long::long;

/// A job as it is typed.
#[derive(Parser)]
#[command(
    name = "quixotic.cluster",
    no_binary_name = true,
    arg_required_else_help = false,
    disable_help_flag = true,
    disable_help_subcommand = true
)]
struct Arguments {
    #[command(subcommand)]
    job: Typed,
}

#[derive(Subcommand)]
#[command(rename_all = "snake_case")]
enum Typed {
    Splits {
        game: String,
        #[command(flatten)]
        options: SplitsOptions,
    },
    Arena {
        #[command(flatten)]
        game: TypedGame,
        #[command(flatten)]
        options: ArenaOptions,
    },
    Ladder {
        #[command(flatten)]
        game: TypedGame,
        #[command(flatten)]
        options: LadderOptions,
    },
    Labels {
        #[command(flatten)]
        game: TypedGame,
        #[command(flatten)]
        options: LabelsOptions,
    },
    Verify {
        #[command(flatten)]
        game: TypedGame,
        #[arg(long, required = true)]
        independent: bool,
    },
    Solve {
        #[arg(value_parser = ["ultimate"])]
        game: String,
        #[command(flatten)]
        options: UltimateOptions,
    },
}

#[derive(clap::Args)]
struct TypedGame {
    game: String,
    #[command(flatten)]
    rules: RuleArgs,
    #[arg(long)]
    db: Option<PathBuf>,
}

impl TypedGame {
    fn id(&self) -> Result<GameId, Error> {
        Catalog::standard().id(&self.game, &self.rules.values)
    }
}

/// A job, and where workers find its database.
#[derive(Serialize, Deserialize)]
struct Plan {
    job: Job,
    db: Option<PathBuf>,
}

impl Plan {
    fn read(arguments: &[String]) -> Result<Plan, Error> {
        let typed = Arguments::try_parse_from(arguments).map_err(|error| {
            // What is wrong, without how it is used.
            let text = error.to_string();
            let text = text.split("\n\n").next().unwrap_or_default();
            let words: Vec<&str> = text.split_whitespace().collect();
            let text = words.join(" ");
            Error::Bad(text.trim_start_matches("error: ").into())
        })?;
        Ok(match typed.job {
            Typed::Splits { game, options } => {
                let table = options.except.as_deref().map(read_text).transpose()?;
                let job = Splits::new(size(&game)?, &options, table.as_deref())?;
                Plan {
                    job: Job::Splits(job),
                    db: None,
                }
            }
            Typed::Arena { game, options } => Plan {
                job: Job::Arena(Arena::new(&game.id()?, &options, None)?),
                db: game.db,
            },
            Typed::Ladder { game, options } => Plan {
                job: Job::Ladder(Ladder::new(&game.id()?, &options, None)),
                db: game.db,
            },
            Typed::Labels { game, options } => {
                let database = database(&game.id()?, game.db.as_deref())?;
                let job = Labels::new(&options, &database, &Budget::UNLIMITED).map_err(bad)?;
                Plan {
                    job: Job::Labels(job),
                    db: game.db,
                }
            }
            Typed::Verify { game, .. } => {
                let id = game.id()?;
                let database = database(&id, game.db.as_deref())?;
                Plan {
                    job: Job::Verify(Verify::new(&id, &database).map_err(bad)?),
                    db: game.db,
                }
            }
            Typed::Solve { options, .. } => Plan {
                job: Job::SolveUltimate(Ultimate::new(&options)?),
                db: None,
            },
        })
    }

    /// What does its pieces, on this machine.
    fn work(&self) -> Result<Box<dyn Work>, Error> {
        Ok(match &self.job {
            Job::Splits(job) => Box::new(job.work()),
            Job::Arena(job) => Box::new(job.work(self.open(job.id(), job.is_unaided())?)),
            Job::Ladder(job) => Box::new(job.work(self.open(job.id(), false)?)),
            Job::Labels(job) => {
                let id = Catalog::standard().read(&job.game())?;
                Box::new(job.work(database(&id, self.db.as_deref())?))
            }
            Job::Verify(job) => Box::new(job.work(database(job.id(), self.db.as_deref())?)?),
            Job::SolveUltimate(job) => Box::new(job.work()),
        })
    }

    /// Opens a game for its agents.
    fn open(&self, id: &GameId, unaided: bool) -> Result<Arc<dyn AnyGame>, Error> {
        let setup = Setup {
            db: place_of(self.db.as_deref())?,
            data: data_directory(),
            unaided,
            ..Setup::default()
        };
        let game = Catalog::standard().open(id, &setup)?;
        if self.db.is_some() {
            game.require_solution()?;
        }
        Ok(game)
    }
}

/// Opens the database of a game: the directory that was named, else the one in the program, else the
/// one in the user's data directory.
fn database(id: &GameId, db: Option<&Path>) -> Result<Database, Error> {
    // The address is left out: it may have a password in it.
    if db.is_some_and(is_address) {
        return Err(Error::Bad(
            "this job needs a directory, and --db is an address".into(),
        ));
    }
    let database = QuixoDatabase::new(id, db.map(Path::to_owned), data_directory())?;
    Ok(database.open()?.0)
}

/// The size of the board of a game whose numbers can be divided.
fn size(game: &str) -> Result<u8, Error> {
    let size = game
        .strip_prefix("numerical")
        .and_then(|size| size.parse().ok());
    size.filter(|size| (3..=4).contains(size)).ok_or_else(|| {
        Error::Bad(format!(
            "`splits` is for numerical3 and numerical4, not for {game:?}"
        ))
    })
}

fn read_text(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path)
        .map_err(|error| Error::Bad(format!("cannot read {}: {error}", path.display())))
}

/// Reads the arguments of a job: the job as text for workers, as people type it, and how many pieces it
/// has.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "that is how Python's lists come"
)]
pub(crate) fn plan(py: Python<'_>, arguments: Vec<String>) -> PyResult<(String, String, u64)> {
    let plan = finish(py, py.detach(|| caught(|| Plan::read(&arguments))))?;
    Ok((json(&plan)?, plan.job.to_string(), plan.job.pieces()))
}

/// Does a shard of a job on one thread; returns its part.
#[pyfunction]
#[pyo3(signature = (plan, number, of, progress=None))]
pub(crate) fn run_shard<'py>(
    py: Python<'py>,
    plan: &str,
    number: u32,
    of: u32,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let part = long(py, progress, |budget, meter| {
        let plan: Plan = serde_json::from_str(plan).map_err(bad)?;
        let shard = Shard::new(number, of).map_err(bad)?;
        meter.expect(shard.pieces(plan.job.pieces()).count() as u64);
        run(&plan, shard, budget, &|| meter.add(1))
    })?;
    Ok(PyBytes::new(py, &part.to_bytes()))
}

fn run(
    plan: &Plan,
    shard: Shard,
    budget: &Budget,
    done: &(dyn Fn() + Sync),
) -> Result<Part, Error> {
    let pieces: Vec<u64> = shard.pieces(plan.job.pieces()).collect();
    let mut part = Part {
        job: plan.job.clone(),
        shard,
        results: Default::default(),
    };
    let work = plan.work()?;
    work_off(&*work, &pieces, 1, budget, &mut |piece, result| {
        part.results.insert(piece, result);
        done();
        Ok(())
    })?;
    Ok(part)
}

/// Whether bytes are that shard of a job, whole.
#[pyfunction]
pub(crate) fn is_part(plan: &str, number: u32, of: u32, part: &[u8]) -> bool {
    let plan: Result<Plan, _> = serde_json::from_str(plan);
    let (Ok(plan), Ok(shard), Ok(part)) = (plan, Shard::new(number, of), Part::read(part)) else {
        return false;
    };
    (part.job, part.shard) == (plan.job, shard)
}

/// Merges parts, each with a name for errors: what the command writes, and whether its answer is "no".
#[pyfunction]
pub(crate) fn merge<'py>(
    py: Python<'py>,
    parts: Vec<(String, Bound<'py, PyBytes>)>,
) -> PyResult<(Bound<'py, PyBytes>, bool)> {
    let parts = parts.into_iter();
    let parts = parts.map(|(name, bytes)| (name, bytes.as_bytes().to_vec()));
    let parts: Vec<(String, Vec<u8>)> = parts.collect();
    let merged = py.detach(|| {
        caught(|| {
            let parts = parts.iter().map(|(name, bytes)| (name.clone(), &bytes[..]));
            quixotic_jobs::merge(parts)
        })
    });
    let (_, merged) = finish(py, merged)?;
    Ok((PyBytes::new(py, &merged.bytes), merged.is_no))
}

fn bad(error: impl std::fmt::Display) -> Error {
    Error::Bad(error.to_string())
}
