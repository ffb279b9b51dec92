//! The subcommands about agents: `arena`, `play`, `ladder`, `train`, `report` and
//! `line --replay`. All but `train` and `report` are written for any game; which
//! game it is, is decided here.

mod arena;
pub(crate) mod args;
mod ladder;
mod paper;
mod play;
mod quixo;
mod replay;
mod report;
mod shown;
#[cfg(feature = "dqn")]
mod train;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

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
    }
}

pub(crate) fn play(game: &PlayGame, out: &mut dyn Write) -> Result<ExitCode> {
    match game {
        PlayGame::Quixo(on) => {
            let (players, args) = quixo::players(on)?;
            play::run(&players, args, out)
        }
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
    match quixo::named(&record.game) {
        Some(quixo) => replay::run(&quixo, &record, out),
        None => replay::unknown(file, &record),
    }
}
