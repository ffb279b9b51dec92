//! `solve`: compute the solution of a game.

mod numerical;
mod quixo;
mod ultimate;

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail, ensure};
use serde_json::Value;

use crate::args::{JsonArgs, RunArgs};
use crate::env::Env;
use crate::game_args::{Family, GameArgs, not_for};
use crate::shard::{Merged, PartArgs, no_parts, rows};
use numerical::NumericalOptions;
use quixo::QuixoOptions;
use ultimate::UltimateOptions;

/// What is solved, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    run: RunArgs,

    #[command(flatten, next_help_heading = "Quixo")]
    quixo: QuixoOptions,

    #[command(flatten, next_help_heading = "Numerical Tic-Tac-Toe")]
    numerical: NumericalOptions,

    #[command(flatten, next_help_heading = "Ultimate Tic-Tac-Toe")]
    ultimate: UltimateOptions,

    #[command(flatten)]
    shard: PartArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &SolveArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let id = args.game.id(env)?;
    let name = id.game();
    let family = Family::of(&id)?;
    if !matches!(family, Family::Quixo(_)) {
        env.refuse::<QuixoOptions>(name)?;
    }
    if !matches!(family, Family::Numerical(_)) {
        env.refuse::<NumericalOptions>(name)?;
    }
    if !matches!(family, Family::Ultimate) {
        env.refuse::<UltimateOptions>(name)?;
        env.refuse::<PartArgs>(name)?;
    }
    match family {
        Family::Quixo(_) => quixo::run(env, args, out),
        Family::Numerical(rules) => {
            if args.game.directory(env, &id)?.is_some() {
                bail!("{id} has no database: leave out --db");
            }
            numerical::run(env, &id, rules, args, out)
        }
        Family::Ultimate => {
            ensure!(
                id.rules().is_none(),
                "{id}: the proof is for the rules of the paper, without {}",
                id.rules().unwrap_or_default()
            );
            ultimate::run(env, &id, args, out)
        }
        Family::Other => Err(not_for(
            &id,
            "quixo3, quixo4, quixo5, numerical3, numerical4 and ultimate",
        )),
    }
}

/// What the rows of a job come to.
pub(crate) fn merged(env: &Env<'_>, args: &SolveArgs, found: Vec<Value>) -> Result<Merged> {
    match Family::of(&args.game.id(env)?)? {
        Family::Ultimate => ultimate::merged(&args.ultimate, rows(found)?),
        _ => Err(no_parts()),
    }
}
