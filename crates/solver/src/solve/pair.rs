//! Solving a pair of classes, C(m,t) and C(t,m), by sweeps.
//!
//! The order of evaluation does not matter. Call a value *further* than another of
//! the same position if it is decided where the other is a draw, or decided sooner.
//! A position starts as a draw unless its base decides it, so nothing is further
//! than it truly is. If no child is further than it is, neither is the value that
//! follows from them; and if the children get further, so does that value. So
//! values only ever get further, never too far, and the sweeps come to an end. Then
//! every position has the value that follows from its children, and by induction on
//! the true distance every decided position is there. (A distance too long for a
//! byte looks like a draw to its parents; the writer refuses such a class.)

use quixotic_game::{Budget, Stopped};
use quixotic_tablebase::Kernel;
use rayon::prelude::*;

use crate::kernel::Sweeping;
use crate::sweep::{Effort, Rule, Side, Tables, sweep_pair};
use crate::values::Values;
use quixotic_tablebase::internal::encoding::{DRAW, LOST, Scale, is_decided};

/// A value follows from those of the children, and from the base where that is
/// better for the mover.
struct BestMove {
    scale: Scale,
    base: Values,
}

/// Solves a pair from the bases of its classes (one base if the class is its own
/// partner).
pub(crate) fn solve_pair(
    tables: &Tables,
    bases: Vec<Values>,
    budget: &Budget,
    report: &mut dyn FnMut(Effort),
) -> Result<(Vec<Values>, Effort), Stopped> {
    let side = |base: Values| {
        let start = undecided(tables, budget, &base)?;
        let scale = tables.scale;
        Ok(Side::new(BestMove { scale, base }, start))
    };
    let sides: Result<_, Stopped> = bases.into_iter().map(side).collect();
    sweep_pair(tables, sides?, budget, report)
}

/// The values of a class as if no move in the pair were known to lead to a
/// decision.
fn undecided(tables: &Tables, budget: &Budget, base: &Values) -> Result<Values, Stopped> {
    let mut number = 0;
    Values::new(&tables.index, base.class, |group| {
        budget.check(0)?;
        let has_own = group.ring.mine > 0;
        let start = |&base: &u8| {
            let open = base != LOST && base < DRAW && has_own;
            if open { DRAW } else { base }
        };
        number += 1;
        Ok(base.group(number - 1).par_iter().map(start).collect())
    })
}

impl Rule for BestMove {
    fn is_settled(value: u8) -> bool {
        is_decided(value)
    }

    fn update(
        &self,
        kernel: Kernel,
        group: usize,
        first: usize,
        minima: &[u8],
        values: &mut [u8],
    ) -> bool {
        let base = &self.base.group(group)[first..first + values.len()];
        kernel.update(self.scale, minima, base, values)
    }
}
