//! The network while it learns: the same layers as in [`ValueNetwork`], in floating point,
//! with the gradient of what it gets wrong.

use std::ops::Range;

use quixotic_game::Rng;
use quixotic_quixo::{Board, Quixo};

use crate::layer::{Active, Layer, add, randomise};
use crate::net::network::{Layers, MOST_ACTIVE, UNIT, WEIGHT_UNIT};
use crate::net::patterns::Patterns;
use crate::net::{DENSE, HIDDEN, OUTPUTS, ValueNetwork};
use crate::trainer::Learner;

/// The greatest activity of a hidden unit.
const MOST: f32 = MOST_ACTIVE as f32 / UNIT as f32;
/// The greatest weight of a pattern, which has to fit a byte.
const GREATEST: f32 = i8::MAX as f32 / UNIT as f32;
/// Lanes of a sum over units.
const LANES: usize = 8;

/// A network that learns.
#[derive(Clone, Debug)]
pub(super) struct Model {
    patterns: Patterns,
    hidden: Layer,
    dense: Layer,
    /// A row of weights from all units of the second layer for every output, then the biases.
    output: Range<usize>,
    /// All weights.
    pub(super) weights: Vec<f32>,
}

/// A board and its outcome: 0 for a loss, 1 for a draw, 2 for a win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lesson {
    pub(super) board: Board,
    pub(super) outcome: usize,
}

/// What happens to one board in all layers.
struct Forward {
    hidden: Active<HIDDEN>,
    dense: [f32; DENSE],
    shares: [f32; OUTPUTS],
}

impl Model {
    /// A model that knows nothing. Each of the rows of patterns is one of many, so that its
    /// weights have half of the usual scale.
    pub(super) fn random(quixo: &Quixo, rng: &mut Rng) -> Model {
        let patterns = Patterns::new(quixo);
        let hidden = Layer::new(0, patterns.rows(), HIDDEN);
        let dense = Layer::new(hidden.end(), HIDDEN, DENSE);
        let output = dense.end()..dense.end() + OUTPUTS * DENSE;
        let mut weights = vec![0.0; output.end + OUTPUTS];
        randomise(&mut weights[hidden.rows()], patterns.count(), 0.5, rng);
        randomise(&mut weights[dense.rows()], HIDDEN, 1.0, rng);
        randomise(&mut weights[output.clone()], DENSE, 1.0, rng);
        Model {
            patterns,
            hidden,
            dense,
            output,
            weights,
        }
    }

    #[inline(always)]
    fn forward(&self, rows: &[u16]) -> Forward {
        let weights = &self.weights;
        let mut hidden = [0.0; HIDDEN];
        self.hidden.forward(weights, whole(rows), &mut hidden);
        for activity in &mut hidden {
            *activity = activity.clamp(0.0, MOST);
        }
        let hidden = Active::new(&hidden);
        let mut dense = [0.0; DENSE];
        self.dense.forward(weights, hidden.iter(), &mut dense);
        for activity in &mut dense {
            *activity = activity.max(0.0);
        }
        let outputs: [f32; OUTPUTS] = std::array::from_fn(|output| {
            let of_output = &weights[self.output.start + output * DENSE..][..DENSE];
            weights[self.output.end + output] + dot(of_output, &dense)
        });
        let greatest = outputs.into_iter().fold(f32::MIN, f32::max);
        let powers = outputs.map(|output| (output - greatest).exp());
        let all: f32 = powers.iter().sum();
        Forward {
            hidden,
            dense,
            shares: powers.map(|power| power / all),
        }
    }

    /// Adds the gradient of the cross-entropy of one board.
    #[inline(always)]
    fn backward(&self, rows: &[u16], forward: &Forward, outcome: usize, gradient: &mut [f32]) {
        let mut wrong = forward.shares;
        wrong[outcome] -= 1.0;
        let mut of_dense = [0.0; DENSE];
        for (output, &wrong) in wrong.iter().enumerate() {
            let place = self.output.start + output * DENSE;
            add(&mut of_dense, &self.weights[place..][..DENSE], wrong);
            add(&mut gradient[place..][..DENSE], &forward.dense, wrong);
            gradient[self.output.end + output] += wrong;
        }
        for (of_dense, &activity) in of_dense.iter_mut().zip(&forward.dense) {
            if activity <= 0.0 {
                *of_dense = 0.0;
            }
        }
        self.dense
            .backward(gradient, forward.hidden.iter(), &of_dense);
        let mut of_hidden = [0.0; HIDDEN];
        for (unit, activity) in forward.hidden.iter() {
            // Where it is cut off, a little more or less changes nothing.
            if activity < MOST {
                of_hidden[unit] = dot(&self.weights[self.dense.row(unit)..][..DENSE], &of_dense);
            }
        }
        self.hidden.backward(gradient, whole(rows), &of_hidden);
    }

    /// Cuts off the weights of patterns where they would not fit a byte.
    pub(super) fn keep_bounds(&mut self) {
        for weight in &mut self.weights[self.hidden.rows()] {
            *weight = weight.clamp(-GREATEST, GREATEST);
        }
    }

    /// The network as it plays, in whole numbers.
    pub(super) fn quantised(&self, quixo: &Quixo) -> ValueNetwork {
        let weights = &self.weights;
        let (unit, weight) = (UNIT as f32, WEIGHT_UNIT as f32);
        let short = |value: f32| value.round() as i16;
        let dense = &weights[self.dense.rows()];
        let output = &weights[self.output.clone()];
        let pattern = |&value: &f32| (value * unit).round() as i8;
        let bias = |value: f32| (value * unit * weight).round() as i32;
        let hidden_bias = &weights[self.hidden.bias()];
        let dense_bias = &weights[self.dense.bias()];
        let output_bias = &weights[self.output.end..];
        ValueNetwork::new(
            quixo,
            Layers {
                patterns: weights[self.hidden.rows()].iter().map(pattern).collect(),
                hidden_bias: std::array::from_fn(|hidden| short(hidden_bias[hidden] * unit)),
                dense: Box::new(std::array::from_fn(|to| {
                    std::array::from_fn(|from| short(dense[from * DENSE + to] * weight))
                })),
                dense_bias: std::array::from_fn(|to| bias(dense_bias[to])),
                output: std::array::from_fn(|to| {
                    std::array::from_fn(|from| short(output[to * DENSE + from] * weight))
                }),
                output_bias: std::array::from_fn(|to| bias(output_bias[to])),
            },
        )
    }
}

impl Learner for Model {
    type Lesson = Lesson;

    fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// Its loss is the cross-entropy.
    #[inline(always)]
    fn learn(&self, lesson: Lesson, gradient: &mut [f32]) -> f64 {
        let rows = self.patterns.of(lesson.board);
        let rows = &rows[..self.patterns.count()];
        let forward = self.forward(rows);
        self.backward(rows, &forward, lesson.outcome, gradient);
        -f64::from(forward.shares[lesson.outcome].max(1e-30)).ln()
    }
}

/// Rows of patterns as inputs.
#[inline(always)]
fn whole(rows: &[u16]) -> impl Iterator<Item = (usize, f32)> + '_ {
    rows.iter().map(|&row| (usize::from(row), 1.0))
}

/// The sum of products, in an order that vector code can follow.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}
