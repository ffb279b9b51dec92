//! How often a random legal move keeps the outcome of a position.
//!
//! For each level the question is about a random position of that level in which
//! the game is not over, all of them equally likely, mirror images included, and a
//! random legal move in it. The answer is the mean, over these positions, of the
//! share of moves that keep the outcome. Levels with few positions are looked
//! through; from the others positions are drawn.
//!
//! A random position needs no index: it is a random set of cells, each marked
//! with one symbol or the other, drawn again if the game is over. Draw `i` of a
//! level depends on the seed, the level and `i` alone.

use quixotic_game::{Budget, Outcome, Rng, Stopped};
use quixotic_quixo::{Bits, Board, Quixo};
use rayon::prelude::*;

use crate::notable::images;
use quixotic_tablebase::{Database, ProbeError};

/// How many positions are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// From each level. A level that is about as cheap to look through, with at
    /// most eight times as many positions, is looked through.
    pub size: u64,
    /// Another seed draws other positions.
    pub seed: u64,
}

/// How often a random move keeps the outcome on a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// Marked tiles.
    pub level: u8,
    /// Whether all positions were asked, and not a sample.
    pub exact: bool,
    /// In positions that the player to move wins.
    pub won: Chance,
    /// In drawn positions.
    pub drawn: Chance,
    /// In all positions, those included that are lost, where nothing can be spoilt.
    pub all: Chance,
}

/// A mean share of moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// Positions that were asked, mirror images included.
    pub positions: u64,
    /// The mean share of legal moves that keep the outcome; `None` without
    /// positions.
    pub mean: Option<f64>,
    /// Its standard error: 0 if all positions were asked, `None` if they were too
    /// few to say.
    pub error: Option<f64>,
}

/// The positions of a level that are going to be asked.
///
/// ```
/// use quixotic_game::Budget;
/// use quixotic_quixo::Rules;
/// use quixotic_tablebase::Database;
/// use quixotic_research::chance::{Sample, Survey};
///
/// let database = Database::embedded(Rules::official(3)?).expect("3×3 is embedded");
/// let sample = Sample { size: 1000, seed: 1 };
/// let budget = &Budget::UNLIMITED;
/// let survey = Survey::new(database.quixo(), 0, sample, budget)?;
/// let chances = survey.ask(&database, budget, &mut |_| {})?;
/// // The empty board is won, and by every first move.
/// assert!(chances.exact && chances.won.mean == Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Survey {
    level: u8,
    exact: bool,
    /// Boards in which the game is not over, and how many positions each stands for.
    boards: Vec<(Board, u64)>,
}

/// Positions that are drawn between two looks at the budget, or asked between two reports.
const BATCH: usize = 512;
/// Draws after which a level is taken to have no position that is not over.
const DRAWS: usize = 10_000;

impl Survey {
    /// Chooses the positions of a level.
    pub fn new(
        quixo: &Quixo,
        level: u8,
        sample: Sample,
        budget: &Budget,
    ) -> Result<Survey, Stopped> {
        let exact = positions(quixo.rules().cells(), level) <= 8 * sample.size;
        let boards = match exact {
            true => all(quixo, level, budget)?,
            false => drawn(quixo, level, sample, budget)?,
        };
        Ok(Survey {
            level,
            exact,
            boards,
        })
    }

    /// How many questions that makes.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether the game is over in all positions.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Asks; `report` gets the number of answers since it was last called.
    pub fn ask(
        &self,
        database: &Database,
        budget: &Budget,
        report: &mut dyn FnMut(usize),
    ) -> Result<Chances, ProbeError> {
        let mut answers = Vec::with_capacity(self.boards.len());
        for batch in self.boards.chunks(BATCH) {
            let asked = batch.par_iter().map(|&(board, weight)| {
                budget.check(0)?;
                let (outcome, share) = share_that_keeps(database, board)?;
                Ok((outcome, share, weight))
            });
            answers.extend(asked.collect::<Result<Vec<_>, ProbeError>>()?);
            report(batch.len());
        }
        let of = |wanted: Option<Outcome>| {
            let is_wanted = |outcome| wanted.is_none_or(|wanted| wanted == outcome);
            let wanted = answers.iter().filter(|&&(outcome, ..)| is_wanted(outcome));
            let shares: Vec<(f64, u64)> =
                wanted.map(|&(_, share, weight)| (share, weight)).collect();
            self.chance(&shares)
        };
        Ok(Chances {
            level: self.level,
            exact: self.exact,
            won: of(Some(Outcome::Win)),
            drawn: of(Some(Outcome::Draw)),
            all: of(None),
        })
    }

    /// The mean of shares that each stand for a number of positions. Summed up in
    /// their order, for the same digits on any number of threads.
    fn chance(&self, shares: &[(f64, u64)]) -> Chance {
        let positions: u64 = shares.iter().map(|&(_, weight)| weight).sum();
        let count = positions as f64;
        let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
            let weighted = shares
                .iter()
                .map(|&(share, weight)| of(share) * weight as f64);
            weighted.sum()
        };
        let mean = (positions > 0).then(|| sum(&|share| share) / count);
        let error = mean.and_then(|mean| match positions {
            _ if self.exact => Some(0.0),
            0 | 1 => None,
            _ => Some((sum(&|share| (share - mean).powi(2)) / (count - 1.0) / count).sqrt()),
        });
        Chance {
            positions,
            mean,
            error,
        }
    }
}

/// The outcome of a position that is not over, and the share of its moves that keep
/// it.
fn share_that_keeps(database: &Database, board: Board) -> Result<(Outcome, f64), ProbeError> {
    // The position itself is asked too rather than derived from the moves, a check of
    // both.
    let after = database.quixo().children(board).map(|(_, after)| after);
    let boards: Vec<Board> = std::iter::once(board).chain(after).collect();
    let outcomes = database.outcomes_many(&boards)?;
    let (outcome, after) = (outcomes[0], &outcomes[1..]);
    let kept = after.iter().filter(|found| found.flip() == outcome).count();
    Ok((outcome, kept as f64 / after.len() as f64))
}

/// Positions with so many marked tiles, over or not.
fn positions(cells: u8, level: u8) -> u64 {
    // Exact: what is divided is a binomial coefficient times the divisor.
    let choose = (0..u64::from(level)).fold(1, |choose, chosen| {
        choose * (u64::from(cells) - chosen) / (chosen + 1)
    });
    choose << level
}

/// All positions of a level that are not over: one of each orbit, and how many
/// positions that has.
fn all(quixo: &Quixo, level: u8, budget: &Budget) -> Result<Vec<(Board, u64)>, Stopped> {
    let rules = quixo.rules();
    let marked = (0..1 << rules.cells()).filter(|set: &Bits| set.count_ones() == u32::from(level));
    let is_wanted = |board: &Board| {
        *board == board.least_image(rules.size()) && quixo.ended_on(*board).is_none()
    };
    let mut boards = Vec::new();
    for set in marked {
        budget.check(0)?;
        let wanted = subsets(set).filter(is_wanted);
        boards.extend(wanted.map(|board| (board, images(rules, board).len() as u64)));
    }
    Ok(boards)
}

/// Random positions of a level that are not over, each for itself.
fn drawn(
    quixo: &Quixo,
    level: u8,
    sample: Sample,
    budget: &Budget,
) -> Result<Vec<(Board, u64)>, Stopped> {
    let mut boards = Vec::new();
    for number in 0..sample.size {
        if number.is_multiple_of(BATCH as u64) {
            budget.check(0)?;
        }
        let part = u64::from(level) << u32::BITS | number;
        match draw(quixo, level, &mut Rng::part(sample.seed, part)) {
            Some(board) => boards.push((board, 1)),
            None => break,
        }
    }
    Ok(boards)
}

/// The boards with these cells marked.
fn subsets(marked: Bits) -> impl Iterator<Item = Board> {
    let next = move |&mine: &Bits| (mine != 0).then(|| (mine - 1) & marked);
    let sets = std::iter::successors(Some(marked), next);
    sets.map(move |mine| Board::new(mine, marked & !mine).expect("a subset and the rest"))
}

/// A random position of a level that is not over; `None` if there seems to be none.
fn draw(quixo: &Quixo, level: u8, rng: &mut Rng) -> Option<Board> {
    let mut draws = (0..DRAWS).map(|_| any(quixo.rules().cells(), level, rng));
    draws.find(|&board| quixo.ended_on(board).is_none())
}

/// A random position of a level.
fn any(cells: u8, level: u8, rng: &mut Rng) -> Board {
    let mut cells: Vec<u8> = (0..cells).collect();
    let symbols = rng.word();
    let mut sets: [Bits; 2] = [0, 0];
    for chosen in 0..usize::from(level) {
        let cell = chosen + rng.below(cells.len() - chosen);
        cells.swap(chosen, cell);
        sets[(symbols >> chosen & 1) as usize] |= 1 << cells[chosen];
    }
    let [mine, theirs] = sets;
    Board::new(mine, theirs).expect("each cell is chosen once")
}
