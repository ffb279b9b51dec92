//! Lemma 5: if O keeps to her delaying strategy, each field holds exactly one X
//! after 18 plies. By counting, X then needs six more moves: no win before ply 29,
//! which is Lemma 4.
//!
//! Every X move is played against every O move that the strategy allows. There are
//! nine X in nine fields, so the lemma says that X can never play in a field that
//! holds an X already. For that it does not matter whose a mark is, nor which spots
//! are taken whose field holds an X: O has no reason to choose them. Positions that
//! agree in all else are one here. Should O ever have to choose such a spot, we call
//! it a failure, since it sends X to a second mark; so what is checked is a little
//! more than the lemma.

use std::collections::HashSet;

use quixotic_game::{Budget, Stopped};

use super::LOOK;
use crate::grid::{self, Cells};
use crate::{Move, Symmetry};

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma5 {
    /// The ply at which X could make a second mark in a field, or O had to send him
    /// to one; `None` if the lemma holds.
    pub failure: Option<u8>,
    /// Classes of first moves under symmetry.
    pub first_moves: u64,
    /// Positions that were looked at, those that agree in all that matters as one.
    pub positions: u64,
}

/// Plays all of it.
pub fn lemma5(budget: &Budget) -> Result<Lemma5, Stopped> {
    let mut states = first_moves();
    let mut found = Lemma5 {
        failure: None,
        first_moves: states.len() as u64,
        positions: states.len() as u64,
    };
    for ply in 2..=17 {
        let mut next = HashSet::new();
        for (number, state) in states.iter().enumerate() {
            let looked_at = found.positions + number as u64;
            if looked_at.is_multiple_of(LOOK) {
                budget.check(looked_at)?;
            }
            let after = if ply % 2 == 0 {
                state.replies()
            } else {
                state.moves()
            };
            match after {
                Some(after) => next.extend(after.iter().map(|state| state.until(17 - ply))),
                None => {
                    found.failure = Some(ply);
                    return Ok(found);
                }
            }
        }
        states = next;
        found.positions += states.len() as u64;
    }
    Ok(found)
}

/// One first move of each class under symmetry, made.
fn first_moves() -> HashSet<State> {
    let all = (0..9).flat_map(|field| (0..9).map(move |spot| Move { field, spot }));
    all.filter(|&mv| Symmetry::all().all(|symmetry| mv.turned(symmetry) >= mv))
        .map(|mv| State::EMPTY.after(mv, 1 << mv.field))
        .collect()
}

/// What matters of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    /// Fields that hold an X.
    held: Cells,
    /// Taken spots of each field, those left out whose field holds an X.
    taken: [Cells; 9],
    /// How many spots of each field are taken.
    marks: [u8; 9],
    /// The field to play in; `None` for any.
    active: Option<u8>,
}

impl State {
    const EMPTY: State = State {
        held: 0,
        taken: [0; 9],
        marks: [0; 9],
        active: None,
    };

    fn is_full(&self, field: u8) -> bool {
        self.marks[usize::from(field)] == 9
    }

    /// The fields that may be played in.
    fn choice(&self) -> Cells {
        match self.active {
            Some(field) => 1 << field,
            None => (0..9)
                .filter(|&field| !self.is_full(field))
                .fold(0, |fields, field| fields | 1 << field),
        }
    }

    /// After a move that puts an X into the fields `held`.
    fn after(&self, mv: Move, held: Cells) -> State {
        let mut after = *self;
        after.held |= held;
        after.taken[usize::from(mv.field)] |= 1 << mv.spot;
        for taken in &mut after.taken {
            *taken &= !after.held;
        }
        after.marks[usize::from(mv.field)] += 1;
        after.active = (!after.is_full(mv.spot)).then_some(mv.spot);
        after
    }

    /// The same with so many plies to go: how many spots are taken of a field that
    /// cannot be filled any more is not kept, once it holds an X.
    fn until(&self, plies: u8) -> State {
        let mut state = *self;
        for field in grid::members(self.held) {
            let marks = &mut state.marks[usize::from(field)];
            if 9 - *marks > plies {
                *marks = 1;
            }
        }
        state
    }

    /// Every move of X; `None` if one is in a field that holds an X.
    ///
    /// Any other field holds no X, so all its taken spots that matter are known to be
    /// O's answer to being first there: its own spot, or none.
    fn moves(&self) -> Option<Vec<State>> {
        if self.choice() & self.held != 0 {
            return None;
        }
        let mut after = Vec::new();
        for field in grid::members(self.choice()) {
            let taken = self.taken[usize::from(field)];
            if taken.count_ones() != u32::from(self.marks[usize::from(field)]) {
                return None;
            }
            for spot in grid::members(grid::ALL & !taken) {
                after.push(self.after(Move { field, spot }, 1 << field));
            }
        }
        Some(after)
    }

    /// Every move that the delaying strategy allows O; `None` if it has to send X to
    /// a field that holds an X.
    fn replies(&self) -> Option<Vec<State>> {
        let mut after = Vec::new();
        for field in grid::members(self.choice()) {
            let fresh = grid::ALL & !self.taken[usize::from(field)] & !self.held;
            let spots = match self.marks[usize::from(field)] {
                0 => 1 << field,
                _ => fresh,
            };
            if spots & fresh == 0 {
                return None;
            }
            for spot in grid::members(spots) {
                after.push(self.after(Move { field, spot }, 0));
            }
        }
        Some(after)
    }
}
