//! Adam (Kingma and Ba, 2015): steps along the mean of the gradients, the smaller the more
//! they vary.

use rayon::prelude::*;

use super::Gradient;

/// How much of the means is kept from step to step.
const KEPT: [f32; 2] = [0.9, 0.999];
/// Weights that one task handles.
const WEIGHTS_PER_TASK: usize = 1 << 14;

/// The means of gradients and of their squares.
pub(crate) struct Adam {
    pub(crate) means: Vec<f32>,
    pub(crate) squares: Vec<f32>,
    tiny: f32,
}

impl Adam {
    pub(super) fn new(weights: usize, tiny: f32) -> Adam {
        Adam {
            means: vec![0.0; weights],
            squares: vec![0.0; weights],
            tiny,
        }
    }

    /// Takes step `number`, counted from 1, along the sum of the parts of a gradient, which
    /// is of so many lessons.
    pub(super) fn step(
        &mut self,
        weights: &mut [f32],
        parts: &[Gradient],
        lessons: usize,
        rate: f32,
        number: u64,
    ) {
        let [mean_kept, square_kept] = KEPT;
        let power = number.min(100_000) as i32;
        let (mean_scale, square_scale) =
            (1.0 - mean_kept.powi(power), 1.0 - square_kept.powi(power));
        let share = 1.0 / lessons as f32;
        let tiny = self.tiny;
        let means = self.means.par_chunks_mut(WEIGHTS_PER_TASK);
        let squares = self.squares.par_chunks_mut(WEIGHTS_PER_TASK);
        let weights = weights.par_chunks_mut(WEIGHTS_PER_TASK);
        weights.zip(means).zip(squares).enumerate().for_each(
            |(task, ((weights, means), squares))| {
                let first = task * WEIGHTS_PER_TASK;
                for (number, ((weight, mean), square)) in
                    weights.iter_mut().zip(means).zip(squares).enumerate()
                {
                    let sum: f32 = parts.iter().map(|part| part.weights[first + number]).sum();
                    let gradient = sum * share;
                    *mean = mean_kept * *mean + (1.0 - mean_kept) * gradient;
                    *square = square_kept * *square + (1.0 - square_kept) * gradient * gradient;
                    let step =
                        rate * (*mean / mean_scale) / ((*square / square_scale).sqrt() + tiny);
                    *weight -= step;
                }
            },
        );
    }
}
