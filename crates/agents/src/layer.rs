//! A layer of a network in floating point: every input has a row of weights to all outputs.
//!
//! Sums run over outputs side by side and never over one output's inputs in an order of the
//! compiler's choice, so vector code gives the same numbers as any other.

use std::ops::Range;

use quixotic_game::Rng;

/// Where a layer is among the weights of its network: the rows, then the biases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layer {
    first: usize,
    pub(crate) inputs: usize,
    outputs: usize,
}

impl Layer {
    /// A layer whose weights begin at `first`.
    pub(crate) fn new(first: usize, inputs: usize, outputs: usize) -> Layer {
        Layer {
            first,
            inputs,
            outputs,
        }
    }

    pub(crate) fn rows(self) -> Range<usize> {
        self.first..self.first + self.inputs * self.outputs
    }

    pub(crate) fn bias(self) -> Range<usize> {
        self.rows().end..self.end()
    }

    /// Where the next layer begins.
    pub(crate) fn end(self) -> usize {
        self.rows().end + self.outputs
    }

    /// Where the weights of an input begin.
    #[inline(always)]
    pub(crate) fn row(self, input: usize) -> usize {
        self.first + input * self.outputs
    }

    /// The biases plus the rows of these inputs, each times its activity.
    #[inline(always)]
    pub(crate) fn forward(
        self,
        weights: &[f32],
        inputs: impl Iterator<Item = (usize, f32)>,
        outputs: &mut [f32],
    ) {
        outputs.copy_from_slice(&weights[self.bias()]);
        let (rows, width) = (&weights[self.rows()], outputs.len());
        for (input, activity) in inputs {
            add(outputs, &rows[input * width..][..width], activity);
        }
    }

    /// Adds to a gradient what follows for this layer from the slope of the loss along its
    /// outputs.
    #[inline(always)]
    pub(crate) fn backward(
        self,
        gradient: &mut [f32],
        inputs: impl Iterator<Item = (usize, f32)>,
        slopes: &[f32],
    ) {
        add(&mut gradient[self.bias()], slopes, 1.0);
        let (rows, width) = (&mut gradient[self.rows()], slopes.len());
        for (input, activity) in inputs {
            add(&mut rows[input * width..][..width], slopes, activity);
        }
    }
}

/// The units of a layer that are above 0, as inputs of the next. They are listed once, since a
/// branch for every unit in every loop would take a fifth of the time of learning.
#[derive(Clone, Debug)]
pub(crate) struct Active<const UNITS: usize> {
    units: [(usize, f32); UNITS],
    count: usize,
}

impl<const UNITS: usize> Active<UNITS> {
    #[inline(always)]
    pub(crate) fn new(activities: &[f32; UNITS]) -> Active<UNITS> {
        let (mut units, mut count) = ([(0, 0.0); UNITS], 0);
        for (unit, &activity) in activities.iter().enumerate() {
            units[count] = (unit, activity);
            count += usize::from(activity > 0.0);
        }
        Active { units, count }
    }

    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, f32)> + '_ {
        self.units[..self.count].iter().copied()
    }
}

/// Draws weights, uniform with `scale`² times the variance 2 / inputs (He et al., 2015).
pub(crate) fn randomise(weights: &mut [f32], inputs: usize, scale: f64, rng: &mut Rng) {
    let reach = scale * (6.0 / inputs as f64).sqrt();
    for weight in weights {
        *weight = (reach * (2.0 * rng.unit() - 1.0)) as f32;
    }
}

/// Adds `factor` times `row` to `sum`.
#[inline(always)]
pub(crate) fn add(sum: &mut [f32], row: &[f32], factor: f32) {
    for (sum, &value) in sum.iter_mut().zip(row) {
        *sum += factor * value;
    }
}
