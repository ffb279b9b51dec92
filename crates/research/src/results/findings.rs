//! Finding what the results are about.

use crate::chance::{Chances, Sample, Survey};
use crate::notable::with_value;
use crate::opening::{Opening, openings};
use quixotic_game::{Budget, Player, Stopped, Value};
use quixotic_quixo::{Board, Position};
use quixotic_tablebase::{Database, ProbeError, Stats};

use crate::smallest;
use rayon::prelude::*;

use crate::line::Line;
use crate::orbits::{longest_loss, longest_win, x_to_move};

/// Plies of the opening that are looked through.
const OPENING: usize = 4;

/// How far the search for results has come.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Something was begun.
    Begun(&'static str),
    /// Random moves were tried.
    Asked {
        /// The level they are from.
        level: u8,
        /// Positions asked about so far.
        done: u64,
        /// Positions in all.
        total: u64,
    },
}

/// What the results are about. Of each orbit of positions there is one.
pub(super) struct Findings {
    pub(super) stats: Stats,
    pub(super) start: Value,
    /// None if they are too long to be counted; the same with wins.
    pub(super) longest_losses: Vec<Line>,
    pub(super) longest_wins: Vec<Line>,
    pub(super) decided: Vec<Valued>,
    pub(super) decided_by_empty_tiles: Vec<Valued>,
    pub(super) balanced_losses: Vec<Valued>,
    /// By the number of plies played before.
    pub(super) openings: Vec<Vec<Opening>>,
    pub(super) sample: Sample,
    /// By level; levels in which the game is always over are left out.
    pub(super) chances: Vec<Chances>,
}

/// A board and its value.
#[derive(Clone, Copy)]
pub(super) struct Valued {
    pub(super) board: Board,
    pub(super) value: Value,
}

impl Findings {
    pub(super) fn find(
        database: &Database,
        sample: Sample,
        budget: &Budget,
        follow: &mut (dyn FnMut(Step) + Send),
    ) -> Result<Findings, ProbeError> {
        let stats = database.stats()?;
        let mut say = |what| follow(Step::Begun(what));
        say("the longest losses and wins");
        let longest_losses = match stats.longer.loss {
            0 => lines(database, Value::loss(longest_loss(&stats)), budget)?,
            _ => Vec::new(),
        };
        let longest_wins = match stats.longer.win {
            0 => lines(database, Value::win(longest_win(&stats)), budget)?,
            _ => Vec::new(),
        };
        say("the smallest positions that are decided");
        let decided = valued(database, smallest::decided(database, budget)?)?;
        let by_empty_tiles = smallest::decided_by_empty_tiles(database, budget)?;
        let decided_by_empty_tiles = valued(database, by_empty_tiles)?;
        let balanced_losses = valued(database, smallest::balanced_losses(database, budget)?)?;
        say("the first moves");
        let openings = openings(database, OPENING - 1, budget)?;
        say("random moves");
        Ok(Findings {
            stats,
            start: database.probe(Board::EMPTY)?,
            longest_losses,
            longest_wins,
            decided,
            decided_by_empty_tiles,
            balanced_losses,
            openings,
            sample,
            chances: chances(database, sample, budget, follow)?,
        })
    }
}

/// The position on a board after so many plies.
pub(super) fn after(board: Board, plies: usize) -> Position {
    let to_move = [Player::X, Player::O][plies % 2];
    Position { board, to_move }
}

/// The positions of that value, each with an optimal game.
fn lines(database: &Database, value: Value, budget: &Budget) -> Result<Vec<Line>, ProbeError> {
    let boards = with_value(database, value, budget)?;
    let lines = boards
        .into_iter()
        .map(|board| Line::find(database, x_to_move(board), budget));
    lines.collect()
}

/// The boards with their values, those first that are decided soonest.
fn valued(database: &Database, boards: Vec<Board>) -> Result<Vec<Valued>, ProbeError> {
    let valued = boards.into_par_iter().map(|board| {
        let value = database.probe(board)?;
        Ok(Valued { board, value })
    });
    let mut valued: Vec<Valued> = valued.collect::<Result<_, ProbeError>>()?;
    valued.sort_by_key(|found| (found.value.distance().unwrap_or(u16::MAX), found.board));
    Ok(valued)
}

fn chances(
    database: &Database,
    sample: Sample,
    budget: &Budget,
    follow: &mut (dyn FnMut(Step) + Send),
) -> Result<Vec<Chances>, ProbeError> {
    let levels = 0..=database.rules().cells();
    let surveys: Result<Vec<(u8, Survey)>, Stopped> = levels
        .into_par_iter()
        .map(|level| Ok((level, Survey::new(database.quixo(), level, sample, budget)?)))
        .collect();
    let mut surveys = surveys?;
    surveys.retain(|(_, survey)| !survey.is_empty());
    let total = surveys.iter().map(|(_, survey)| survey.len() as u64).sum();
    let mut done = 0;
    let asked = surveys.iter().map(|&(level, ref survey)| {
        survey.ask(database, budget, &mut |answers| {
            done += answers as u64;
            follow(Step::Asked { level, done, total });
        })
    });
    asked.collect()
}
