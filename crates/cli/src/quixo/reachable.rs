//! `reachable`: count the positions that can occur in play.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use quixotic_quixo::Class;
use quixotic_solver::{ReachError, ReachEvent, ReachOptions, count_reachable};
use quixotic_tablebase::Kernel;
use serde::Serialize;

use super::args::{OnBoard, ReachableArgs};
use super::target::Target;
use crate::env::Env;
use crate::interrupt::Interrupted;
use crate::json;
use crate::meter::{Meter, Pace};
use crate::table::Table;
use crate::units::{count, percent};

/// How many of the positions of a class can occur.
#[derive(Debug)]
pub(crate) struct ReachableClass {
    pub(crate) class: Class,
    pub(crate) positions: u64,
    pub(crate) reachable: u64,
}

pub(crate) fn run(
    env: &Env<'_>,
    on: &OnBoard<ReachableArgs>,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &Target::without_database(env, game, &args.rules)?;
    let mut pace = Pace::new();
    let classes = counted(env, args, target, &mut pace)?;
    if args.json {
        json::write(out, &ReachableJson::new(game, &classes))?;
    } else if args.csv {
        out.write_all(csv(game, &classes).as_bytes())?;
    } else {
        write_levels(out, &target.id.to_string(), &classes)?;
        writeln!(out, "time  {}", pace.times())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn counted(
    env: &Env<'_>,
    args: &ReachableArgs,
    target: &Target,
    pace: &mut Pace,
) -> Result<Vec<ReachableClass>> {
    let rules = target.rules;
    let options = ReachOptions {
        rules,
        until: rules.cells(),
        memory: args.memory.bytes(),
        kernel: Kernel::detect(),
    };
    let mut meter = Meter::new(args.run.quiet);
    let mut doing = "preparing".to_owned();
    let mut follow = |event| {
        match event {
            ReachEvent::Preparing { total } => pace.start(0, total),
            ReachEvent::Pair { class } => {
                if !pace.has_moved() {
                    pace.set_off();
                }
                doing = format!("level {} {class}", class.level());
            }
            ReachEvent::Sweep { .. } => {}
            ReachEvent::Counted { positions, .. } => pace.add(positions),
        }
        meter.show(pace, &doing);
    };
    let pool = args.run.pool()?;
    let counts = pool.install(|| count_reachable(&options, &env.budget(), &mut follow));
    let counts = counts.map_err(|error| match error {
        ReachError::Memory { .. } => anyhow!("{error}: allow more with --memory GIB"),
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

/// The counts by level, and what they come to.
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

fn csv(game: &str, classes: &[ReachableClass]) -> String {
    let rows = classes.iter().map(|row| {
        let Class { mine, theirs } = row.class;
        let numbers = [mine.into(), theirs.into(), row.reachable];
        let numbers = numbers.into_iter().map(|number: u64| number.to_string());
        std::iter::once(game.to_owned()).chain(numbers)
    });
    json::csv(&["game", "mover", "other", "reachable"], rows)
}

/// How many positions can occur in play.
#[derive(Debug, Serialize)]
pub(crate) struct ReachableJson {
    game: &'static str,
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

impl ReachableJson {
    pub(crate) fn new(game: &'static str, classes: &[ReachableClass]) -> ReachableJson {
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
