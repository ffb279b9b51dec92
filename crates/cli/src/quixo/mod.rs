//! What only Quixo has: making and checking databases, and the questions of the papers.

pub(crate) mod args;
mod export;
mod labels;
mod notable;
mod puzzles;
mod reachable;
mod report;
mod results;
mod solve;
mod target;
mod train;
mod variants;
mod verify;

use anyhow::Result;
use quixotic_catalog::{GameId, Stats};
use quixotic_quixo::Class;

pub(crate) use export::run as export;
pub(crate) use labels::run as labels;
pub(crate) use notable::run as notable;
pub(crate) use puzzles::run as puzzles;
pub(crate) use reachable::run as reachable;
pub(crate) use report::run as report;
pub(crate) use results::run as results;
pub(crate) use solve::run as solve;
pub(crate) use train::run as train;
pub(crate) use variants::run as variants;
pub(crate) use verify::run as verify;

use quixotic_research::figure::{self, ClassOutcomes};

/// Figure 6 of *Quixo Is Solved*, from the counts of any of its boards.
pub(crate) fn picture_of_outcomes(id: &GameId, stats: &Stats) -> Result<String> {
    let rules = target::rules_of(id)?;
    let classes = stats.by_class.iter().map(|row| ClassOutcomes {
        class: Class::new(row.mover, row.other),
        win: row.win,
        loss: row.loss,
        draw: row.draw,
    });
    Ok(figure::outcomes(rules, classes))
}
