//! `reachable`: count the positions that can occur in play.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use quixotic_game::Budget;
use quixotic_quixo::Class;
use quixotic_solver::{ReachError, ReachEvent, ReachOptions, count_reachable};
use quixotic_tablebase::Kernel;

use super::args::{OnBoard, ReachableArgs};
use super::game::Target;
use super::json::ReachableJson;
use crate::meter::{Meter, Pace};
use crate::table::Table;
use crate::units::{count, percent};
use crate::{json, machine};

/// How many of the positions of a class can occur.
#[derive(Debug)]
pub(crate) struct ReachableClass {
    pub(crate) class: Class,
    pub(crate) positions: u64,
    pub(crate) reachable: u64,
}

pub(crate) fn run(on: &OnBoard<ReachableArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &args.rules.of(game);
    let mut pace = Pace::new();
    let classes = counted(args, target, &mut pace)?;
    if args.json {
        json::write(out, &ReachableJson::new(target.game.name(), &classes))?;
    } else if args.csv {
        write_csv(out, target.game.name(), &classes)?;
    } else {
        write_levels(out, &target.title(), &classes)?;
        writeln!(out, "time  {}", machine::times(pace.elapsed()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn counted(args: &ReachableArgs, target: &Target, pace: &mut Pace) -> Result<Vec<ReachableClass>> {
    let rules = target.rules()?;
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
    let counts = pool.install(|| count_reachable(&options, &Budget::UNLIMITED, &mut follow));
    let counts = counts.map_err(|error| match error {
        ReachError::Memory { .. } => anyhow!("{error}: allow more with --memory GIB"),
        ReachError::Size(_) | ReachError::Stopped(_) => error.into(),
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

fn write_csv(out: &mut dyn Write, game: &str, classes: &[ReachableClass]) -> io::Result<()> {
    writeln!(out, "game,mover,other,reachable")?;
    for row in classes {
        let Class { mine, theirs } = row.class;
        writeln!(out, "{game},{mine},{theirs},{}", row.reachable)?;
    }
    Ok(())
}
