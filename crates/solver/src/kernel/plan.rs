//! Plans: fixed maps between the lanes of two blocks, compiled for the kernels.
//!
//! Everything that happens to lanes other than in place is such a map: turning a
//! block by a symmetry, and shifting the core in a crossing push. A map sends
//! each source lane to at most one target lane, and what arrives is combined with
//! what is there by taking the minimum.
//!
//! The portable kernel follows the map pair by pair. The AVX-512 kernel takes the
//! target 64 lanes at a time, and a byte permutation of two source vectors for
//! each pair of source vectors that the target vector draws on; the AVX2 kernel 16
//! lanes at a time, and a shuffle for each source vector. The lane order (see
//! `index::lanes`) keeps these numbers small.

use quixotic_tablebase::Kernel;

/// Lanes in a vector register.
pub(crate) const VECTOR: usize = 64;
/// Lanes that a processor without 64 of them shuffles at a time.
pub(crate) const HALF: usize = 16;
/// A select that takes no lane.
const NOTHING: u8 = 0x80;

/// A map between lanes.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Pairs of target and source, in ascending order.
    pub(crate) pairs: Vec<(u16, u16)>,
    /// The same for the AVX-512 kernel, in ascending order of the targets.
    pub(crate) steps: Vec<Step>,
    /// For each step and target lane the source lane: bit 6 tells the first
    /// source vector from the second.
    pub(crate) selects: Vec<Select>,
    /// The same for the AVX2 kernel: a shuffle of one source vector each.
    pub(crate) half_steps: Vec<HalfStep>,
    /// For each of these steps and target lane the source lane, or [`NOTHING`].
    pub(crate) half_selects: Vec<HalfSelect>,
    sources: usize,
}

/// One byte permutation of two source vectors into a target vector.
#[derive(Debug)]
pub(crate) struct Step {
    /// Target lanes that this step writes.
    pub(crate) mask: u64,
    pub(crate) target: u16,
    pub(crate) sources: [u16; 2],
}

/// A shuffle of one source vector of [`HALF`] lanes into a target vector.
#[derive(Debug)]
pub(crate) struct HalfStep {
    pub(crate) target: u16,
    pub(crate) source: u16,
}

/// The lanes that such a step moves.
#[derive(Debug)]
#[repr(align(16))]
pub(crate) struct HalfSelect(pub(crate) [u8; HALF]);

/// The lanes that a step moves. Apart from the rest of it, so that nothing is
/// wasted on alignment: the tables compete for the cache with the values.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) struct Select(pub(crate) [u8; VECTOR]);

impl Plan {
    /// Compiles a map for a kernel.
    pub(crate) fn new(kernel: Kernel, mut pairs: Vec<(u16, u16)>) -> Plan {
        pairs.sort_unstable();
        let last = pairs.iter().map(|&(_, source)| source).max();
        let mut plan = Plan {
            sources: last.map_or(0, |source| usize::from(source) + 1),
            ..Plan::default()
        };
        match kernel {
            Kernel::Portable => {}
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(_) => plan.add_half_steps(&pairs),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(_) => plan.add_steps(&pairs),
        }
        plan.pairs = pairs;
        plan
    }

    #[cfg(target_arch = "x86_64")]
    fn add_steps(&mut self, pairs: &[(u16, u16)]) {
        for (of_target, sources) in by_vector(pairs, VECTOR) {
            for sources in sources.chunks(2) {
                let (step, select) = step(of_target, sources);
                self.steps.push(step);
                self.selects.push(select);
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn add_half_steps(&mut self, pairs: &[(u16, u16)]) {
        let mut steps = Vec::new();
        for (of_target, sources) in by_vector(pairs, HALF) {
            for (turn, source) in sources.into_iter().enumerate() {
                let mut select = HalfSelect([NOTHING; HALF]);
                for &(to, from) in of_target {
                    if vector(from, HALF) == source {
                        select.0[usize::from(to) % HALF] = (usize::from(from) % HALF) as u8;
                    }
                }
                let target = vector(of_target[0].0, HALF);
                steps.push((turn, HalfStep { target, source }, select));
            }
        }
        // A step does not wait for another one of the same target that was just done.
        steps.sort_by_key(|&(turn, ..)| turn);
        for (_, step, select) in steps {
            self.half_steps.push(step);
            self.half_selects.push(select);
        }
    }

    /// How many lanes a target must have.
    pub(crate) fn targets(&self) -> usize {
        self.pairs
            .last()
            .map_or(0, |&(target, _)| usize::from(target) + 1)
    }

    /// How many lanes a source must have.
    pub(crate) fn sources(&self) -> usize {
        self.sources
    }
}

/// A map between the lanes of two blocks that are no longer than a vector: a
/// single byte permutation.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) struct ShortPlan {
    /// For each target lane the source lane, or [`NOTHING`].
    pub(crate) select: [u8; VECTOR],
    /// Target lanes that are written.
    pub(crate) mask: u64,
}

impl ShortPlan {
    /// Compiles a shift, if there is one, followed by a turn, both as pairs of
    /// target and source below [`VECTOR`].
    pub(crate) fn new(shift: Option<&[(u16, u16)]>, turn: &[(u16, u16)]) -> ShortPlan {
        let mut plan = ShortPlan {
            select: [NOTHING; VECTOR],
            mask: 0,
        };
        for &(target, seen) in turn {
            let source = match shift {
                None => Some(seen),
                Some(shift) => shift.iter().find(|pair| pair.0 == seen).map(|pair| pair.1),
            };
            if let Some(source) = source {
                plan.select[usize::from(target)] = source as u8;
                plan.mask |= 1 << target;
            }
        }
        plan
    }
}

/// The pairs of each target vector, and the source vectors that they draw on.
#[cfg(target_arch = "x86_64")]
fn by_vector(
    pairs: &[(u16, u16)],
    lanes: usize,
) -> impl Iterator<Item = (&[(u16, u16)], Vec<u16>)> {
    let of_target = pairs.chunk_by(move |a, b| vector(a.0, lanes) == vector(b.0, lanes));
    of_target.map(move |of_target| {
        let sources = of_target.iter().map(|&(_, source)| vector(source, lanes));
        let mut sources: Vec<u16> = sources.collect();
        sources.sort_unstable();
        sources.dedup();
        (of_target, sources)
    })
}

/// The part of the map into one target vector that comes from these (one or two)
/// source vectors.
#[cfg(target_arch = "x86_64")]
fn step(pairs: &[(u16, u16)], sources: &[u16]) -> (Step, Select) {
    let mut select = Select([0; VECTOR]);
    let mut step = Step {
        mask: 0,
        target: vector(pairs[0].0, VECTOR),
        sources: [sources[0], sources[sources.len() - 1]],
    };
    for &(target, source) in pairs {
        if let Some(which) = sources.iter().position(|&s| s == vector(source, VECTOR)) {
            let lane = usize::from(target) % VECTOR;
            select.0[lane] = (which * VECTOR + usize::from(source) % VECTOR) as u8;
            step.mask |= 1 << lane;
        }
    }
    (step, select)
}

/// The vector of so many lanes that a lane is in.
#[cfg(target_arch = "x86_64")]
fn vector(lane: u16, lanes: usize) -> u16 {
    lane / lanes as u16
}
