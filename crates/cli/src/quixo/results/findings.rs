//! Finding what the results are about.

use quixotic_game::{Budget, Player, Value};
use quixotic_quixo::{Board, Position};
use quixotic_survey::chance::{Chances, Sample, Survey};
use quixotic_survey::notable::with_value;
use quixotic_survey::opening::{Opening, openings};
use quixotic_survey::{SurveyError, smallest};
use quixotic_tablebase::{Database, ProbeError, Stats};
use rayon::prelude::*;

use crate::meter::{Meter, Pace};
use crate::quixo::line::Line;
use crate::quixo::orbits::{longest_loss, longest_win, x_to_move};

/// Plies of the opening that are looked through.
const OPENING: usize = 4;

/// What the results are about. Of each orbit of positions there is one.
pub(super) struct Findings {
    pub(super) stats: Stats,
    pub(super) start: Value,
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
        meter: &mut Meter,
    ) -> Result<Findings, SurveyError> {
        let budget = &Budget::UNLIMITED;
        let stats = database.stats()?;
        meter.say("the longest losses and wins");
        let longest_losses = lines(database, Value::loss(longest_loss(&stats)), budget)?;
        let longest_wins = lines(database, Value::win(longest_win(&stats)), budget)?;
        meter.say("the smallest positions that are decided");
        let decided = valued(database, smallest::decided(database, budget)?)?;
        let by_empty_tiles = smallest::decided_by_empty_tiles(database, budget)?;
        let decided_by_empty_tiles = valued(database, by_empty_tiles)?;
        let balanced_losses = valued(database, smallest::balanced_losses(database, budget)?)?;
        meter.say("the first moves");
        let openings = openings(database, OPENING - 1, budget)?;
        meter.say("random moves");
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
            chances: chances(database, sample, meter, budget)?,
        })
    }
}

/// The position on a board after so many plies.
pub(super) fn after(board: Board, plies: usize) -> Position {
    let to_move = [Player::X, Player::O][plies % 2];
    Position { board, to_move }
}

/// The positions of that value, each with an optimal game.
fn lines(database: &Database, value: Value, budget: &Budget) -> Result<Vec<Line>, SurveyError> {
    let boards = with_value(database, value, budget)?;
    let lines = boards
        .into_iter()
        .map(|board| Line::find(database, x_to_move(board)));
    Ok(lines.collect::<Result<_, _>>()?)
}

/// The boards with their values, those first that are decided soonest.
fn valued(database: &Database, boards: Vec<Board>) -> Result<Vec<Valued>, ProbeError> {
    let valued = boards.into_par_iter().map(|board| {
        let value = database.probe(board)?;
        Ok(Valued { board, value })
    });
    let mut valued: Vec<Valued> = valued.collect::<Result<_, ProbeError>>()?;
    valued.sort_by_key(|found| (found.value.distance(), found.board));
    Ok(valued)
}

fn chances(
    database: &Database,
    sample: Sample,
    meter: &mut Meter,
    budget: &Budget,
) -> Result<Vec<Chances>, SurveyError> {
    let levels = 0..=database.rules().cells();
    let surveys: Vec<(u8, Survey)> = levels
        .into_par_iter()
        .map(|level| (level, Survey::new(database.quixo(), level, sample)))
        .filter(|(_, survey)| !survey.is_empty())
        .collect();
    let mut pace = Pace::new();
    pace.start(
        0,
        surveys.iter().map(|(_, survey)| survey.len() as u64).sum(),
    );
    let asked = surveys.iter().map(|(level, survey)| {
        survey.ask(database, budget, &mut |answers| {
            pace.add(answers as u64);
            meter.show(&pace, &format_args!("level {level}"));
        })
    });
    asked.collect()
}
