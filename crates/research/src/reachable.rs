//! `reachable`: count the positions that can occur in play.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, anyhow, ensure};
use quixotic_catalog::MemoryFor;
use quixotic_cli::meter::{Meter, RunProgress};
use quixotic_cli::table::{self, Table};
use quixotic_cli::units::{count, percent};
use quixotic_cli::{
    Env, GameArgs, Interrupted, MemoryArgs, RunArgs, Target, allow_more, write_json,
};
use quixotic_quixo::{Class, Rules};
use quixotic_solver::{ReachError, ReachEvent, ReachOptions, count_reachable};
use quixotic_tablebase::Kernel;
use serde::Serialize;

/// How positions that can occur are counted and shown.
#[derive(Debug, clap::Args)]
pub(crate) struct ReachableArgs {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    memory: MemoryArgs,

    /// Print JSON, by class
    #[arg(long, conflicts_with = "csv")]
    json: bool,

    /// Print comma-separated values, by class
    #[arg(long)]
    csv: bool,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &ReachableArgs, out: &mut dyn Write) -> Result<ExitCode> {
    ensure!(
        !env.is_typed("db"),
        "reachable needs no database: leave out --db"
    );
    let target = Target::new(env, &args.game)?;
    let mut progress = RunProgress::of("positions");
    let classes = counted(env, args, target.rules, &mut progress)?;
    let game = target.id.game();
    if args.json {
        write_json(out, &ReachableJson::new(game, &classes))?;
    } else if args.csv {
        out.write_all(csv(game, &classes).as_bytes())?;
    } else {
        write_levels(out, &target.id.to_string(), &classes)?;
        writeln!(out, "time  {}", progress.times())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn counted(
    env: &Env<'_>,
    args: &ReachableArgs,
    rules: Rules,
    progress: &mut RunProgress,
) -> Result<Vec<ReachableClass>> {
    let options = ReachOptions {
        rules,
        until: rules.cells(),
        memory: args.memory.bytes(MemoryFor::Counting),
        kernel: Kernel::detect(),
    };
    let mut meter = Meter::new(env);
    let mut doing = "preparing".to_owned();
    let mut follow = |event| {
        match event {
            ReachEvent::Preparing { total } => progress.start(0, total),
            ReachEvent::Pair { class } => {
                if !progress.has_moved() {
                    progress.set_off();
                }
                doing = format!("level {} {class}", class.level());
            }
            ReachEvent::Sweep { .. } => {}
            ReachEvent::Counted { positions, .. } => progress.add(positions),
        }
        meter.show(progress, &doing);
    };
    let pool = args.run.pool()?;
    let counts = pool.install(|| count_reachable(&options, &env.budget(), &mut follow));
    let counts = counts.map_err(|error| match error {
        ReachError::Memory { needed, .. } => anyhow!("{error}: {}", allow_more(needed)),
        ReachError::Stopped(_) => Interrupted::nothing().into(),
        ReachError::Size(_) => error.into(),
    })?;
    let classes = counts.into_iter().map(|(class, reachable)| ReachableClass {
        class,
        positions: class.boards(rules.cells()),
        reachable,
    });
    Ok(classes.collect())
}

/// How many of the positions of a class can occur.
#[derive(Clone, Copy, Debug)]
struct ReachableClass {
    class: Class,
    positions: u64,
    reachable: u64,
}

/// Writes the counts by level, and what they come to.
fn write_levels(out: &mut dyn Write, game: &str, classes: &[ReachableClass]) -> io::Result<()> {
    writeln!(
        out,
        "Positions that can occur in play, by number of tiles\n"
    )?;
    let mut table = Table::of_numbers(&["tiles", "positions", "can occur", "share"]);
    let sums = |level: Option<u8>| {
        let of_level = classes
            .iter()
            .filter(|row| level.is_none_or(|level| row.class.level() == level));
        of_level.fold((0, 0), |(positions, reachable), row| {
            (positions + row.positions, reachable + row.reachable)
        })
    };
    let levels = classes.iter().map(|row| row.class.level()).max();
    for level in 0..=levels.unwrap_or(0) {
        let (positions, reachable) = sums(Some(level));
        table.row([
            level.to_string(),
            count(positions),
            count(reachable),
            percent(reachable, positions),
        ]);
    }
    table.write(out)?;
    let (positions, reachable) = sums(None);
    writeln!(
        out,
        "\nIn {game}, {} of {} positions can occur, {}.",
        count(reachable),
        count(positions),
        percent(reachable, positions)
    )
}

/// The counts by class.
fn csv(game: &str, classes: &[ReachableClass]) -> String {
    let rows = classes.iter().map(|row| {
        let Class { mine, theirs } = row.class;
        let numbers = [mine.into(), theirs.into(), row.reachable];
        let numbers = numbers.into_iter().map(|number: u64| number.to_string());
        std::iter::once(game.to_owned()).chain(numbers)
    });
    table::csv(&["game", "mover", "other", "reachable"], rows)
}

/// How many positions can occur in play.
#[derive(Debug, Serialize)]
struct ReachableJson<'a> {
    game: &'a str,
    positions: u64,
    reachable: u64,
    by_class: Vec<ReachableClassJson>,
}

#[derive(Debug, Serialize)]
struct ReachableClassJson {
    mover: u8,
    other: u8,
    positions: u64,
    reachable: u64,
}

impl<'a> ReachableJson<'a> {
    /// The counts of a game by class.
    fn new(game: &'a str, classes: &[ReachableClass]) -> ReachableJson<'a> {
        let by_class = classes.iter().map(|row| ReachableClassJson {
            mover: row.class.mine,
            other: row.class.theirs,
            positions: row.positions,
            reachable: row.reachable,
        });
        ReachableJson {
            game,
            positions: classes.iter().map(|row| row.positions).sum(),
            reachable: classes.iter().map(|row| row.reachable).sum(),
            by_class: by_class.collect(),
        }
    }
}
