//! The subcommands about agents: `arena`, `play`, `ladder`, `train`, `report` and
//! `line --replay`. All but `train` and `report` are written for any game; which
//! game it is, is decided here.

mod arena;
pub(crate) mod args;
mod ladder;
mod others;
mod paper;
mod play;
mod quixo;
mod replay;
mod report;
mod shown;
#[cfg(feature = "dqn")]
mod train;
mod watched;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_agents::Players;
use quixotic_ultimate::Ultimate;

use crate::args::{ArenaGame, LadderGame, PlayGame};
pub(crate) use report::run as report;
#[cfg(feature = "dqn")]
pub(crate) use train::run as train;

pub(crate) fn arena(game: &ArenaGame, out: &mut dyn Write) -> Result<ExitCode> {
    match game {
        ArenaGame::Quixo(on) => {
            let (players, args) = quixo::players(on)?;
            arena::run(&players, args, out)
        }
        ArenaGame::Numerical(on) => {
            let (players, args) = others::numerical(on)?;
            arena::run(&players, args, out)
        }
        ArenaGame::Ultimate(args) => arena::run(&Players::new(Ultimate::default()), args, out),
    }
}

pub(crate) fn play(game: &PlayGame, out: &mut dyn Write) -> Result<ExitCode> {
    match game {
        PlayGame::Quixo(on) => {
            let (players, args) = quixo::players(on)?;
            play::run(&players, args, out)
        }
        PlayGame::Numerical(on) => {
            let (players, args) = others::numerical(on)?;
            play::run(&players, args, out)
        }
        PlayGame::Ultimate(args) => play::run(&Players::new(Ultimate::default()), args, out),
    }
}

pub(crate) fn ladder(game: &LadderGame, out: &mut dyn Write) -> Result<ExitCode> {
    match game {
        LadderGame::Quixo(on) => {
            let (players, args) = quixo::players(on)?;
            ladder::run(&players, args, out)
        }
    }
}

/// `line --replay FILE`.
pub(crate) fn replay(file: &Path, number: usize, out: &mut dyn Write) -> Result<ExitCode> {
    let record = replay::read(file, number)?;
    if let Some(game) = quixo::saved(&record)? {
        return replay::run(&game, &record, out);
    }
    match &*record.game {
        "numerical3" => replay::run(&others::saved(3, &record)?, &record, out),
        "numerical4" => replay::run(&others::saved(4, &record)?, &record, out),
        "ultimate" => replay::run(&others::saved_ultimate(&record)?, &record, out),
        _ => replay::unknown(file, &record),
    }
}
