//! The network while it learns: the same layers as in [`ValueNetwork`], in floating point,
//! with the gradient of what it gets wrong.
//!
//! Sums run over units side by side and never over one unit's inputs in an order of the
//! compiler's choice, so a training gives the same weights with and without vector code.
#![allow(unsafe_code)]

use std::ops::Range;

use quixotic_game::Rng;
use quixotic_quixo::{Board, Quixo};
use quixotic_tablebase::Kernel;

use crate::net::network::{Layers, MOST_ACTIVE, UNIT, WEIGHT_UNIT};
use crate::net::patterns::Patterns;
use crate::net::{DENSE, HIDDEN, OUTPUTS, ValueNetwork};

/// The greatest activity of a hidden unit.
const MOST: f32 = MOST_ACTIVE as f32 / UNIT as f32;
/// The greatest weight of a pattern, which has to fit a byte.
const GREATEST: f32 = i8::MAX as f32 / UNIT as f32;
/// Lanes of a sum over units.
const LANES: usize = 8;

/// Where the weights of each layer are among all.
#[derive(Clone, Debug)]
struct Places {
    hidden_bias: Range<usize>,
    /// A row of weights to the second layer for every hidden unit.
    dense: Range<usize>,
    dense_bias: Range<usize>,
    output: Range<usize>,
    output_bias: Range<usize>,
}

impl Places {
    fn new(rows: usize) -> Places {
        let mut end = rows * HIDDEN;
        let mut next = |length| {
            end += length;
            end - length..end
        };
        Places {
            hidden_bias: next(HIDDEN),
            dense: next(HIDDEN * DENSE),
            dense_bias: next(DENSE),
            output: next(OUTPUTS * DENSE),
            output_bias: next(OUTPUTS),
        }
    }
}

/// A network that learns.
#[derive(Clone, Debug)]
pub(super) struct Model {
    patterns: Patterns,
    places: Places,
    kernel: Kernel,
    /// All weights.
    pub(super) weights: Vec<f32>,
}

/// A board and its outcome: 0 for a loss, 1 for a draw, 2 for a win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lesson {
    pub(super) board: Board,
    pub(super) outcome: usize,
}

/// How wrong a model was, and in which direction its weights have to go.
#[derive(Clone, Debug)]
pub(super) struct Gradient {
    pub(super) weights: Vec<f32>,
    /// The sum of cross-entropies.
    pub(super) loss: f64,
    /// Boards whose likeliest outcome was the true one.
    pub(super) right: u32,
}

impl Gradient {
    pub(super) fn clear(&mut self) {
        self.weights.fill(0.0);
        (self.loss, self.right) = (0.0, 0);
    }
}

/// What happens to one board in all layers.
struct Forward {
    hidden: [f32; HIDDEN],
    dense: [f32; DENSE],
    shares: [f32; OUTPUTS],
}

impl Model {
    /// A model that knows nothing. Weights are uniform with variance 2 / inputs (He et al.,
    /// 2015); of the rows of patterns, each of which is one of many, half of that.
    pub(super) fn random(quixo: &Quixo, rng: &mut Rng) -> Model {
        let patterns = Patterns::new(quixo);
        let places = Places::new(patterns.rows());
        let mut weights = vec![0.0; places.output_bias.end];
        let mut fill = |range: Range<usize>, inputs: usize| {
            let reach = (6.0 / inputs as f64).sqrt();
            for weight in &mut weights[range] {
                *weight = (reach * (2.0 * rng.unit() - 1.0)) as f32;
            }
        };
        fill(0..places.hidden_bias.start, 4 * patterns.count());
        fill(places.dense.clone(), HIDDEN);
        fill(places.output.clone(), DENSE);
        Model {
            patterns,
            places,
            kernel: Kernel::detect(),
            weights,
        }
    }

    /// A gradient of nothing.
    pub(super) fn gradient(&self) -> Gradient {
        Gradient {
            weights: vec![0.0; self.weights.len()],
            loss: 0.0,
            right: 0,
        }
    }

    /// Adds what can be learnt from some lessons to a gradient.
    pub(super) fn learn(&self, lessons: impl Iterator<Item = Lesson>, gradient: &mut Gradient) {
        match self.kernel {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: these kernels exist only where the processor has AVX2.
            Kernel::Avx2(_) | Kernel::Avx512(_) => unsafe { self.learn_avx2(lessons, gradient) },
            Kernel::Portable => self.learn_portable(lessons, gradient),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn learn_avx2(&self, lessons: impl Iterator<Item = Lesson>, gradient: &mut Gradient) {
        self.learn_portable(lessons, gradient);
    }

    #[inline(always)]
    fn learn_portable(&self, lessons: impl Iterator<Item = Lesson>, gradient: &mut Gradient) {
        for lesson in lessons {
            let rows = self.patterns.of(lesson.board);
            let rows = &rows[..self.patterns.count()];
            let forward = self.forward(rows);
            gradient.loss -= f64::from(forward.shares[lesson.outcome].max(1e-30)).ln();
            let greatest = forward.shares.iter().copied().fold(0.0, f32::max);
            gradient.right += u32::from(forward.shares[lesson.outcome] == greatest);
            self.backward(rows, &forward, lesson.outcome, &mut gradient.weights);
        }
    }

    #[inline(always)]
    fn forward(&self, rows: &[u16]) -> Forward {
        let weights = &self.weights;
        let mut hidden = [0.0; HIDDEN];
        hidden.copy_from_slice(&weights[self.places.hidden_bias.clone()]);
        for &row in rows {
            add(
                &mut hidden,
                &weights[usize::from(row) * HIDDEN..][..HIDDEN],
                1.0,
            );
        }
        for active in &mut hidden {
            *active = active.clamp(0.0, MOST);
        }
        let mut dense = [0.0; DENSE];
        dense.copy_from_slice(&weights[self.places.dense_bias.clone()]);
        let of_unit = weights[self.places.dense.clone()].chunks_exact(DENSE);
        for (&active, weights) in hidden.iter().zip(of_unit) {
            if active > 0.0 {
                add(&mut dense, weights, active);
            }
        }
        for active in &mut dense {
            *active = active.max(0.0);
        }
        let outputs: [f32; OUTPUTS] = std::array::from_fn(|output| {
            let of_output = &weights[self.places.output.clone()][output * DENSE..][..DENSE];
            weights[self.places.output_bias.start + output] + dot(of_output, &dense)
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
            let place = self.places.output.start + output * DENSE;
            add(&mut of_dense, &self.weights[place..][..DENSE], wrong);
            add(&mut gradient[place..][..DENSE], &forward.dense, wrong);
            gradient[self.places.output_bias.start + output] += wrong;
        }
        for (of_dense, &active) in of_dense.iter_mut().zip(&forward.dense) {
            if active <= 0.0 {
                *of_dense = 0.0;
            }
        }
        add(
            &mut gradient[self.places.dense_bias.clone()],
            &of_dense,
            1.0,
        );
        let mut of_hidden = [0.0; HIDDEN];
        let weights = self.weights[self.places.dense.clone()].chunks_exact(DENSE);
        let gradients = gradient[self.places.dense.clone()].chunks_exact_mut(DENSE);
        for (unit, (weights, gradient)) in weights.zip(gradients).enumerate() {
            let active = forward.hidden[unit];
            if active > 0.0 {
                add(gradient, &of_dense, active);
                // Where it is cut off, a little more or less changes nothing.
                if active < MOST {
                    of_hidden[unit] = dot(weights, &of_dense);
                }
            }
        }
        add(
            &mut gradient[self.places.hidden_bias.clone()],
            &of_hidden,
            1.0,
        );
        for &row in rows {
            add(
                &mut gradient[usize::from(row) * HIDDEN..][..HIDDEN],
                &of_hidden,
                1.0,
            );
        }
    }

    /// How many of the weights, the first ones, may not be greater than a bound, and that.
    pub(super) fn bounded(&self) -> (usize, f32) {
        (self.places.hidden_bias.start, GREATEST)
    }

    /// The network as it plays, in whole numbers.
    pub(super) fn quantised(&self, quixo: &Quixo) -> ValueNetwork {
        let weights = &self.weights;
        let (unit, weight) = (UNIT as f32, WEIGHT_UNIT as f32);
        let short = |value: f32| value.round() as i16;
        let dense = &weights[self.places.dense.clone()];
        let output = &weights[self.places.output.clone()];
        let pattern = |&value: &f32| (value * unit).round() as i8;
        let bias = |place: &Range<usize>, number: usize| {
            (weights[place.start + number] * unit * weight).round() as i32
        };
        ValueNetwork::new(
            quixo,
            Layers {
                patterns: weights[..self.places.hidden_bias.start]
                    .iter()
                    .map(pattern)
                    .collect(),
                hidden_bias: std::array::from_fn(|hidden| {
                    short(weights[self.places.hidden_bias.start + hidden] * unit)
                }),
                dense: Box::new(std::array::from_fn(|to| {
                    std::array::from_fn(|from| short(dense[from * DENSE + to] * weight))
                })),
                dense_bias: std::array::from_fn(|number| bias(&self.places.dense_bias, number)),
                output: std::array::from_fn(|to| {
                    std::array::from_fn(|from| short(output[to * DENSE + from] * weight))
                }),
                output_bias: std::array::from_fn(|number| bias(&self.places.output_bias, number)),
            },
        )
    }
}

/// Adds `factor` times `row` to `sum`.
#[inline(always)]
fn add(sum: &mut [f32], row: &[f32], factor: f32) {
    for (sum, &value) in sum.iter_mut().zip(row) {
        *sum += factor * value;
    }
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
