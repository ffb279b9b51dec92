//! `verify` for Quixo: check a database against the rules, whole or by a sample, and its
//! counts against published ones.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use blake3::Hash;
use quixotic_catalog::MemoryFor;
use quixotic_quixo::Class;
use quixotic_solver::{
    Golden, Progress, VerifyError, VerifyEvent, VerifyOptions, hash_root, verify,
    verify_independently, verify_pages, verify_sample,
};
use quixotic_tablebase::store::Place;
use quixotic_tablebase::{Database, Kernel};

use super::outcome::Outcome;
use super::{VerifyArgs, WRONG, shard};
use crate::args::{MemoryArgs, allow_more};
use crate::commands::fetch::root;
use crate::env::Env;
use crate::files;
use crate::interrupt::Interrupted;
use crate::meter::{Meter, RunProgress};
use crate::output::write_json;
use crate::target::Target;
use crate::units::count;

/// Bytes of a table that has a row for each class, with room for comments.
const LARGEST: u64 = 1 << 20;

/// What is checked.
#[derive(Debug, clap::Args)]
pub(super) struct QuixoOptions {
    /// Check every position by itself, without any code of the solver; the whole of 5×5 takes
    /// some 20 hours of CPU time, and up to 13 GiB of memory whatever --memory says
    #[arg(long, conflicts_with = "sample")]
    pub(super) independent: bool,

    /// Check that many random positions in the same way, and no others; on 5×5 that takes some GiB of
    /// memory whatever --memory says
    #[arg(long, value_name = "N", group = "random", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,

    /// Check that many random pages against the hash tree, if it is an archive, and some positions in each
    /// against their moves; --db may be an address
    #[arg(long, value_name = "N", group = "random", conflicts_with_all = ["independent", "shard"], value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    audit: Option<u64>,

    /// The root that the hash tree has to have, as it was published
    #[arg(long, value_name = "HASH", requires = "audit", value_parser = root)]
    root: Option<Hash>,

    /// Which random positions or pages
    #[arg(long, value_name = "S", default_value_t = 1, requires = "random")]
    seed: u64,

    /// Compare wins, losses and draws with published ones: a heading, then for each class the tiles
    /// of the player to move, of the other, wins, losses, draws, separated by commas
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    golden: Option<PathBuf>,

    /// Name that many wrong positions at most; all are counted
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(..=1_000_000), conflicts_with_all = ONE_BY_ONE)]
    findings: u32,

    /// Forget what an interrupted verification has done
    #[arg(long, conflicts_with_all = ONE_BY_ONE)]
    fresh: bool,

    /// Use the plain version of the kernel, also where the processor has a faster one
    #[arg(long, conflicts_with_all = ONE_BY_ONE)]
    portable: bool,

    #[command(flatten)]
    memory: MemoryArgs,
}

/// What makes `verify` look at positions one by one.
const ONE_BY_ONE: [&str; 3] = ["independent", "sample", "audit"];

pub(super) fn run(env: &Env<'_>, args: &VerifyArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let (target, database) = opened(env, args)?;
    let (target, database) = (&target, database);
    let golden = args.quixo.golden.as_deref();
    let golden = golden.map(|path| published(env, path)).transpose()?;
    if args.shard.is_wanted() {
        return shard::run(env, args, target, &database, out);
    }
    let mut progress = RunProgress::of("positions");
    let mut outcome = if let Some(pages) = args.quixo.audit {
        audit(env, args, target, &database, pages, &mut progress)?
    } else if args.quixo.independent || args.quixo.sample.is_some() {
        one_by_one(env, args, target, &database, &mut progress)?
    } else {
        all_at_once(env, args, target, &database, &mut progress)?
    };
    if let (Some(golden), true) = (golden, outcome.is_right()) {
        let stats = database.stats().map_err(|error| target.advise(error))?;
        outcome.compare(&golden, &stats);
    }
    if args.json.json {
        let mut json = outcome.json(target);
        if !args.json.no_times {
            json.cpu_seconds = Some(progress.cpu_seconds());
        }
        write_json(out, &json)?;
    } else {
        outcome.write(out, target, &progress)?;
    }
    match outcome.unreadable() {
        Some(error) => Err(error),
        None if outcome.is_right() => Ok(ExitCode::SUCCESS),
        None => Ok(ExitCode::from(WRONG)),
    }
}

/// The game and its database; an audit reads one at an address, too.
fn opened(env: &Env<'_>, args: &VerifyArgs) -> Result<(Target, Database)> {
    if args.quixo.audit.is_some() {
        let id = args.game.id(env)?;
        if let Some(Place::Store { store, .. }) = args.game.place(env, &id)? {
            let target = Target::at(env, id, None)?;
            let database = Database::from_store(store, target.rules)?;
            return Ok((target, database));
        }
    }
    let target = Target::new(env, &args.game)?;
    let database = target.open()?;
    Ok((target, database))
}

/// Random pages.
fn audit(
    env: &Env<'_>,
    args: &VerifyArgs,
    target: &Target,
    database: &Database,
    pages: u64,
    progress: &mut RunProgress,
) -> Result<Outcome> {
    let QuixoOptions { seed, root, .. } = args.quixo;
    if let Some(root) = root {
        match hash_root(database)? {
            None => bail!(
                "there is no hash tree here, and so no root: use an archive that `quixotic export --archive` has made"
            ),
            Some(found) if found != root => {
                bail!("the root of the hash tree is {found}, not {root}: this is another database")
            }
            Some(_) => {}
        }
    }
    *progress = RunProgress::of("pages");
    progress.start(0, pages);
    let (mut meter, mut done) = (Meter::new(env), 0);
    let mut follow = |now: u64| {
        progress.add(now - done);
        done = now;
        meter.show(progress, &"pages and positions in them");
    };
    let (pool, budget) = (args.run.pool()?, env.budget());
    let found = pool.install(|| verify_pages(database, pages, seed, &budget, &mut follow));
    outcome_of(target, found.map(|audited| {
        let (pages, of) = (count(audited.pages), count(audited.of));
        let positions = count(audited.positions);
        let follow = format!("{positions} positions in them follow from their moves (seed {seed})");
        let summary = match audited.root {
            Some(_) => format!("{pages} random ones of {of} pages are those of the hash tree, and {follow}"),
            None => format!("{pages} random ones of {of} pages match their checksums, and {follow}; there is no hash tree here"),
        };
        Outcome {
            summary,
            checked: Some(audited.positions),
            pages: Some(audited.pages),
            root: audited.root.map(|root| root.to_hex().to_string()),
            ..Outcome::default()
        }
    }))
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
    let given = &args.quixo;
    let is_embedded = target.db.is_none() && Database::is_embedded(target.rules);
    let journal = (!is_embedded).then(|| target.directory()).transpose()?;
    let options = VerifyOptions {
        memory: given.memory.bytes(MemoryFor::Solving),
        kernel: match given.portable {
            true => Kernel::Portable,
            false => Kernel::detect(),
        },
        findings: given.findings as usize,
        journal,
        fresh: given.fresh,
    };
    let pool = args.run.pool()?;
    let mut follower = Follower::new(env, progress, target.id.to_string());
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
    let seed = args.quixo.seed;
    let mut meter = Meter::new(env);
    let mut follow = |Progress { class, done, total }| {
        progress.start(0, total);
        progress.add(done);
        meter.show(progress, &format_args!("level {} {class}", class.level()));
    };
    let (pool, budget) = (args.run.pool()?, env.budget());
    let found = match args.quixo.sample {
        None => pool
            .install(|| verify_independently(database, &budget, &mut follow))
            .map(|verified| Outcome {
                summary: all_follow(verified.positions, verified.classes),
                positions: Some(verified.positions),
                checked: Some(verified.positions),
                signature: Some(verified.signature),
                ..Outcome::default()
            }),
        Some(sample) => pool
            .install(|| verify_sample(database, sample, seed, &budget, &mut follow))
            .map(|sampled| Outcome {
                summary: format!(
                    "{} random ones of {} stored positions (seed {seed}) follow from the rules",
                    count(sampled.positions),
                    count(sampled.of)
                ),
                positions: Some(sampled.of),
                checked: Some(sampled.positions),
                signature: Some(sampled.signature),
                ..Outcome::default()
            }),
    };
    outcome_of(target, found)
}

/// What was found right, or the first thing that is not.
fn outcome_of(target: &Target, found: Result<Outcome, VerifyError>) -> Result<Outcome> {
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
pub(super) fn all_follow(positions: u64, classes: usize) -> String {
    let positions = count(positions);
    format!("{positions} stored positions in {classes} classes follow from the rules")
}

/// Shows where the verification is.
struct Follower<'a> {
    /// What is verified.
    task: String,
    /// The class that is being verified.
    doing: String,
    meter: Meter,
    progress: &'a mut RunProgress,
    has_begun: bool,
    resumable: bool,
    /// Positions that this run has verified.
    positions: u64,
}

impl<'a> Follower<'a> {
    fn new(env: &Env<'_>, progress: &'a mut RunProgress, task: String) -> Follower<'a> {
        Follower {
            task,
            doing: String::new(),
            meter: Meter::new(env),
            progress,
            has_begun: false,
            resumable: false,
            positions: 0,
        }
    }

    /// Takes an event in.
    fn follow(&mut self, event: VerifyEvent) {
        match event {
            VerifyEvent::Started {
                total,
                found,
                resumable,
            } => {
                self.progress.start(found, total);
                self.resumable = resumable;
            }
            VerifyEvent::Above(class) => {
                self.begin();
                self.show(class, "against the level above");
            }
            VerifyEvent::Checking(class) => self.show(class, "against its partner"),
            VerifyEvent::Done { positions } => {
                self.progress.add(positions);
                self.positions += positions;
                self.meter.show(self.progress, &self.doing);
            }
        }
    }

    /// Says what is begun, when nothing is in its way any more.
    fn begin(&mut self) {
        if std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        self.progress.set_off();
        if self.resumable {
            let verb = match self.progress.has_found() {
                true => "Going on with verifying",
                false => "Verifying",
            };
            self.meter.say(&format!(
                "{verb} {}. It can be interrupted: the same command goes on from there.",
                self.task
            ));
        }
    }

    fn show(&mut self, class: Class, how: &str) {
        self.doing = format!("level {} {class} {how}", class.level());
        self.meter.show(self.progress, &self.doing);
    }

    /// Clears the bar away; says what is kept if the verification was interrupted.
    fn end(self) -> String {
        match self.resumable {
            true => format!(
                "{} positions were verified; the same command goes on",
                count(self.positions)
            ),
            false => "nothing is kept, since no file can be made beside the database".into(),
        }
    }
}
