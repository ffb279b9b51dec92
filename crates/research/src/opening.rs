//! The first moves of the game, up to symmetry, and what they come to.

use std::collections::{BTreeMap, BTreeSet};

use quixotic_game::{Budget, Outcome};
use quixotic_quixo::{Board, Move, Taken};
use rayon::prelude::*;

use quixotic_tablebase::{Database, ProbeError};

/// A position that the first moves can lead to, and the moves from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// One board of the orbit.
    pub board: Board,
    /// Who wins, for the player to move.
    pub outcome: Outcome,
    /// The moves, those that lead to the same orbit as one.
    pub moves: Vec<OpeningMove>,
}

/// Moves from a position that lead to the same orbit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningMove {
    /// The first of them.
    pub mv: Move,
    /// How many there are.
    pub moves: u32,
    /// What kind of tile they take.
    pub taken: Taken,
    /// One board of the orbit that they lead to, seen by the next player.
    pub after: Board,
    /// Who wins after the move, for the player who makes it.
    pub outcome: Outcome,
}

impl Opening {
    /// The moves that keep the outcome.
    pub fn keeping(&self) -> impl Iterator<Item = &OpeningMove> {
        self.moves.iter().filter(|mv| mv.outcome == self.outcome)
    }
}

/// The positions after 0, 1, … `plies` plies of any legal play, one of each orbit
/// and in ascending order, with their moves. Finished games have none.
pub fn openings(
    database: &Database,
    plies: usize,
    budget: &Budget,
) -> Result<Vec<Vec<Opening>>, ProbeError> {
    let mut by_ply: Vec<Vec<Opening>> = Vec::new();
    let mut boards = BTreeSet::from([Board::EMPTY]);
    for _ in 0..=plies {
        let boards_here: Vec<Board> = boards.into_iter().collect();
        let openings = boards_here.into_par_iter().map(|board| {
            budget.check(0)?;
            open(database, board)
        });
        let openings: Vec<Opening> = openings.collect::<Result<_, ProbeError>>()?;
        let moves = openings.iter().flat_map(|opening| &opening.moves);
        boards = moves.map(|mv| mv.after).collect();
        by_ply.push(openings);
    }
    Ok(by_ply)
}

fn open(database: &Database, board: Board) -> Result<Opening, ProbeError> {
    let quixo = database.quixo();
    let mut orbits: BTreeMap<Board, OpeningMove> = BTreeMap::new();
    for taken in [Taken::Empty, Taken::Own] {
        for (mv, after) in quixo.children_taking(board, taken) {
            let after = after.least_image(database.rules().size());
            if let Some(known) = orbits.get_mut(&after) {
                known.moves += 1;
                continue;
            }
            let outcome = database.outcome(after)?.flip();
            let moves = 1;
            orbits.insert(
                after,
                OpeningMove {
                    mv,
                    moves,
                    taken,
                    after,
                    outcome,
                },
            );
        }
    }
    let mut moves: Vec<OpeningMove> = orbits.into_values().collect();
    moves.sort_by_key(|found| found.mv);
    Ok(Opening {
        board,
        outcome: database.outcome(board)?,
        moves,
    })
}
