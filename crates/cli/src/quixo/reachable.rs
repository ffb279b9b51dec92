//! `reachable`: count the positions that can occur in play.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use quixotic_research::reachable::{self, ReachableClass, ReachableJson};
use quixotic_solver::{ReachError, ReachEvent, ReachOptions, count_reachable};
use quixotic_tablebase::Kernel;

use super::args::{MemoryArgs, OnBoard, ReachableArgs, allow_more};
use super::target::Target;
use crate::env::Env;
use crate::interrupt::Interrupted;
use crate::json;
use crate::meter::{Meter, RunProgress};

pub(crate) fn run(
    env: &Env<'_>,
    on: &OnBoard<ReachableArgs>,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let (game, args) = on.split();
    let target = &Target::without_database(env, game, &args.rules)?;
    let mut progress = RunProgress::new();
    let classes = counted(env, args, target, &mut progress)?;
    if args.json {
        json::write(out, &ReachableJson::new(game, &classes))?;
    } else if args.csv {
        out.write_all(reachable::csv(game, &classes).as_bytes())?;
    } else {
        reachable::write_levels(out, &target.id.to_string(), &classes)?;
        writeln!(out, "time  {}", progress.times())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn counted(
    env: &Env<'_>,
    args: &ReachableArgs,
    target: &Target,
    progress: &mut RunProgress,
) -> Result<Vec<ReachableClass>> {
    let rules = target.rules;
    let options = ReachOptions {
        rules,
        until: rules.cells(),
        memory: args.memory.bytes(MemoryArgs::TO_COUNT),
        kernel: Kernel::detect(),
    };
    let mut meter = Meter::new(args.run.quiet);
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
