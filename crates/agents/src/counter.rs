//! Counts positions against a budget, and looks at the clock only now and then.

use quixotic_game::{Budget, Stopped};

/// Positions between two looks at the clock and the flags.
const LOOK: u64 = 1024;

/// The positions that one call has looked at.
pub(crate) struct Counter<'a> {
    budget: &'a Budget,
    positions: u64,
    next_look: u64,
}

impl<'a> Counter<'a> {
    pub(crate) fn new(budget: &'a Budget) -> Counter<'a> {
        Counter {
            budget,
            positions: 0,
            next_look: 0,
        }
    }

    /// Counts some more positions, unless the budget has ended. Their number is exact, so
    /// that what they allow is the same everywhere.
    pub(crate) fn add(&mut self, positions: u64) -> Result<(), Stopped> {
        self.positions += positions;
        if self.positions >= self.next_look {
            self.next_look = self.positions + LOOK;
            return self.check();
        }
        match self.budget.positions() {
            Some(most) if self.positions >= most => Err(Stopped::Positions),
            _ => Ok(()),
        }
    }

    /// How many were counted.
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// Looks at the clock and the flags now.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        self.budget.check(self.positions)
    }
}
