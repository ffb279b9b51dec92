//! `verify`: check the solution of a game against its rules.

mod outcome;
mod quixo;
mod shard;
mod ultimate;

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail, ensure};
use serde_json::Value;

use crate::args::{JsonArgs, RunArgs};
use crate::env::Env;
use crate::game_args::{Family, GameArgs, not_for};
use crate::shard::{Merged, PartArgs, no_parts, rows};
use quixo::QuixoOptions;
use ultimate::UltimateOptions;

/// The answer is "no".
const WRONG: u8 = 1;

/// What is checked, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    run: RunArgs,

    #[command(flatten, next_help_heading = "Quixo")]
    quixo: QuixoOptions,

    #[command(flatten, next_help_heading = "Ultimate Tic-Tac-Toe")]
    ultimate: UltimateOptions,

    #[command(flatten)]
    shard: PartArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &VerifyArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let id = args.game.id(env)?;
    let name = id.game();
    match Family::of(&id)? {
        Family::Quixo(_) => {
            env.refuse::<UltimateOptions>(name)?;
            quixo::run(env, args, out)
        }
        Family::Ultimate => {
            env.refuse::<QuixoOptions>(name)?;
            env.refuse::<PartArgs>(name)?;
            if args.game.directory(env, &id)?.is_some() {
                bail!("{id} has no database: name its certificate with --certificate FILE");
            }
            ensure!(
                id.rules().is_none(),
                "{id}: the proof is for the rules of the paper, without {}",
                id.rules().unwrap_or_default()
            );
            ultimate::run(env, args, out)
        }
        _ => Err(not_for(&id, "quixo3, quixo4, quixo5 and ultimate")),
    }
}

/// What the rows of a job come to.
pub(crate) fn merged(env: &Env<'_>, args: &VerifyArgs, found: Vec<Value>) -> Result<Merged> {
    let id = args.game.id(env)?;
    match Family::of(&id)? {
        Family::Quixo(_) => shard::merged(&id, rows(found)?),
        _ => Err(no_parts()),
    }
}
