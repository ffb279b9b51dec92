//! Learning from the solution: boards with their true outcomes, many times over.
//!
//! Lessons come in batches, in an order drawn anew for every epoch, each board turned by a
//! random symmetry. Everything random comes from the seed, and a checkpoint holds all there is,
//! so a training that was interrupted ends with the same network.

mod checkpoint;
mod model;
#[cfg(test)]
mod tests;

use std::f64::consts::PI;

use quixotic_game::{Budget, Outcome, Rng, Stopped};
use quixotic_quixo::{Quixo, Symmetry};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::ValueNetwork;
use crate::labels::Label;
use crate::trainer::Trainer;
pub use crate::trainer::checkpoint::CheckpointError;
use model::{Lesson, Model};

/// Labels that are kept from learning, to measure with; a twentieth if there are few.
const MOST_TESTS: usize = 100_000;
/// What Adam divides by at least.
const TINY: f32 = 1e-8;

/// How to learn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// How often every label is learnt from.
    pub epochs: u32,
    /// Labels of a batch.
    pub batch: usize,
    /// The length of the first steps. It falls to nothing along a cosine.
    pub rate: f64,
    /// The seed of all that is random.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            epochs: 4,
            batch: 8192,
            rate: 2e-3,
            seed: 1,
        }
    }
}

/// How good the network was after so many labels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Labels learnt from, epochs counted one after the other.
    pub labels: u64,
    /// Mean cross-entropy on labels that it did not learn from.
    pub loss: f64,
    /// The share of these whose likeliest outcome is the true one.
    pub right: f64,
    /// The mean cross-entropy of what was learnt since the last point.
    pub learnt_loss: f64,
}

/// A training, between two batches.
pub struct Training {
    quixo: Quixo,
    plan: Plan,
    /// Labels to measure with.
    tests: Vec<Label>,
    lessons: Vec<Label>,
    /// The numbers of the lessons in the order of the current epoch.
    order: Vec<u32>,
    trainer: Trainer<Model>,
    /// Batches done.
    step: u64,
    /// Cross-entropy since the last point: sum and labels.
    learnt: (f64, u64),
    curve: Vec<Point>,
}

impl Training {
    /// A training that begins.
    ///
    /// # Panics
    /// If there are fewer than two labels, or the board is too large for a network.
    pub fn new(quixo: Quixo, mut labels: Vec<Label>, plan: Plan) -> Training {
        assert!(labels.len() >= 2, "there is nothing to learn from");
        let tests = MOST_TESTS.min(labels.len().div_ceil(20));
        let lessons = labels.split_off(tests);
        let model = Model::random(&quixo, &mut Rng::part(plan.seed, 0));
        let mut training = Training {
            quixo,
            plan,
            tests: labels,
            lessons,
            order: Vec::new(),
            trainer: Trainer::new(model, TINY),
            step: 0,
            learnt: (0.0, 0),
            curve: Vec::new(),
        };
        training.shuffle();
        training
    }

    /// Labels learnt from so far, epochs counted one after the other.
    pub fn done(&self) -> u64 {
        let (epoch, batch) = self.place();
        let of_epoch = (batch * self.plan.batch).min(self.lessons.len());
        epoch * self.lessons.len() as u64 + of_epoch as u64
    }

    /// All that there are to learn from.
    pub fn all(&self) -> u64 {
        u64::from(self.plan.epochs) * self.lessons.len() as u64
    }

    /// Whether all epochs are over.
    pub fn is_done(&self) -> bool {
        self.step >= self.steps()
    }

    /// What was measured so far.
    pub fn curve(&self) -> &[Point] {
        &self.curve
    }

    /// The network as it plays.
    pub fn network(&self) -> ValueNetwork {
        self.trainer.network.quantised(&self.quixo)
    }

    fn batches(&self) -> usize {
        self.lessons.len().div_ceil(self.plan.batch)
    }

    fn steps(&self) -> u64 {
        u64::from(self.plan.epochs) * self.batches() as u64
    }

    /// The epoch and the batch in it that come next.
    fn place(&self) -> (u64, usize) {
        let batches = self.batches() as u64;
        (self.step / batches, (self.step % batches) as usize)
    }

    /// Draws the order of the lessons in the current epoch.
    fn shuffle(&mut self) {
        let (epoch, _) = self.place();
        let mut rng = Rng::part(self.plan.seed, 1 + epoch);
        self.order = (0..self.lessons.len() as u32).collect();
        for last in (1..self.order.len()).rev() {
            self.order.swap(last, rng.below(last + 1));
        }
    }

    /// Learns from one batch, on the threads of the current rayon pool.
    pub fn learn(&mut self, budget: &Budget) -> Result<(), Stopped> {
        budget.check(0)?;
        let (epoch, batch) = self.place();
        let first = batch * self.plan.batch;
        let chosen = &self.order[first..self.order.len().min(first + self.plan.batch)];
        let (lessons, size) = (&self.lessons, self.quixo.rules().size());
        let seed = self.plan.seed ^ (epoch << 32);
        let turned = |_: &Model, &number: &u32| {
            let label = &lessons[number as usize];
            let symmetry = Rng::part(seed, number.into()).below(Symmetry::COUNT);
            Lesson {
                board: label.board.turned(Symmetry::new(symmetry), size),
                outcome: number_of(label.outcome),
            }
        };
        let gone = self.step as f64 / self.steps() as f64;
        let rate = self.plan.rate * 0.5 * (1.0 + (PI * gone).cos());
        self.step += 1;
        self.learnt.0 += self.trainer.step(chosen, turned, rate as f32, self.step);
        self.learnt.1 += chosen.len() as u64;
        self.trainer.network.keep_bounds();
        if self.place().1 == 0 && !self.is_done() {
            self.shuffle();
        }
        Ok(())
    }

    /// Measures the network in whole numbers, as it plays.
    pub fn measure(&mut self) -> Point {
        let network = self.network();
        let of_label = |label: &Label| {
            let estimate = network.plain_estimate(label.board);
            let shares = [estimate.loss, estimate.draw, estimate.win];
            let share = shares[number_of(label.outcome)];
            let is_greatest = shares.iter().all(|&other| other <= share);
            (-share.max(1e-12).ln(), u32::from(is_greatest))
        };
        // Collected first, so that the sum is taken in one order.
        let found: Vec<(f64, u32)> = self.tests.par_iter().map(of_label).collect();
        let count = found.len() as f64;
        let (learnt, labels) = std::mem::take(&mut self.learnt);
        let point = Point {
            labels: self.done(),
            loss: found.iter().map(|found| found.0).sum::<f64>() / count,
            right: f64::from(found.iter().map(|found| found.1).sum::<u32>()) / count,
            learnt_loss: learnt / labels.max(1) as f64,
        };
        self.curve.push(point);
        point
    }
}

/// The output of the network for an outcome.
fn number_of(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Loss => 0,
        Outcome::Draw => 1,
        Outcome::Win => 2,
    }
}
