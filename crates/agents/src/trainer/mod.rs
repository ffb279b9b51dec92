//! How a network learns: batches of lessons, their gradient, and steps along it.
//!
//! A batch is cut into a fixed number of parts whose gradients are added in order, so any
//! number of threads gives the same weights.
#![allow(unsafe_code)]

mod adam;
pub(crate) mod checkpoint;

use quixotic_tablebase::Kernel;
use rayon::prelude::*;

use adam::Adam;

/// Parts of a batch, each of which one thread works on.
const PARTS: usize = 4;

/// A network that can learn.
pub(crate) trait Learner: Sync {
    /// What it learns from.
    type Lesson;

    fn weights_mut(&mut self) -> &mut [f32];

    /// Adds the gradient of the loss of a lesson, and returns that loss. To be inlined, so
    /// that it is compiled for each kernel.
    fn learn(&self, lesson: Self::Lesson, gradient: &mut [f32]) -> f64;
}

/// A network on its way.
pub(crate) struct Trainer<N> {
    pub(crate) network: N,
    pub(crate) adam: Adam,
    parts: Vec<Gradient>,
    kernel: Kernel,
}

impl<N: Learner> Trainer<N> {
    /// A training that begins. Adam divides by `tiny` at least.
    pub(crate) fn new(mut network: N, tiny: f32) -> Trainer<N> {
        let weights = network.weights_mut().len();
        Trainer {
            network,
            adam: Adam::new(weights, tiny),
            parts: vec![Gradient::new(weights); PARTS],
            kernel: Kernel::detect(),
        }
    }

    /// Takes step `number`, counted from 1, along the mean gradient of a batch, on the threads
    /// of the current rayon pool. Returns the sum of the losses before it.
    pub(crate) fn step<T: Sync>(
        &mut self,
        batch: &[T],
        lesson: impl Fn(&N, &T) -> N::Lesson + Sync,
        rate: f32,
        number: u64,
    ) -> f64 {
        let (network, kernel) = (&self.network, self.kernel);
        let of_part = batch.len().div_ceil(PARTS);
        let parts = self.parts.par_iter_mut().enumerate();
        parts.for_each(|(part, gradient)| {
            gradient.weights.fill(0.0);
            gradient.loss = 0.0;
            let items = batch.chunks(of_part).nth(part).unwrap_or_default();
            let lessons = items.iter().map(|item| lesson(network, item));
            gradient.add(kernel, network, lessons);
        });
        let weights = self.network.weights_mut();
        let count = batch.len();
        self.adam.step(weights, &self.parts, count, rate, number);
        self.parts.iter().map(|part| part.loss).sum()
    }
}

/// How wrong a network was, and in which direction its weights have to go.
#[derive(Clone)]
pub(crate) struct Gradient {
    pub(crate) weights: Vec<f32>,
    pub(crate) loss: f64,
}

impl Gradient {
    /// A gradient of nothing.
    pub(crate) fn new(weights: usize) -> Gradient {
        Gradient {
            weights: vec![0.0; weights],
            loss: 0.0,
        }
    }

    /// Adds what can be learnt from some lessons.
    pub(crate) fn add<N: Learner>(
        &mut self,
        kernel: Kernel,
        network: &N,
        lessons: impl Iterator<Item = N::Lesson>,
    ) {
        match kernel {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: these kernels exist only where the processor has AVX2.
            Kernel::Avx2(_) | Kernel::Avx512(_) => unsafe { self.add_avx2(network, lessons) },
            Kernel::Portable => self.add_portable(network, lessons),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn add_avx2<N: Learner>(&mut self, network: &N, lessons: impl Iterator<Item = N::Lesson>) {
        self.add_portable(network, lessons);
    }

    #[inline(always)]
    fn add_portable<N: Learner>(&mut self, network: &N, lessons: impl Iterator<Item = N::Lesson>) {
        for lesson in lessons {
            self.loss += network.learn(lesson, &mut self.weights);
        }
    }
}
