//! Plans: fixed maps between the lanes of two blocks, compiled for the kernels.
//!
//! Everything that happens to lanes other than in place is such a map: turning a
//! block by a symmetry, and shifting the core in a crossing push. A map sends
//! each source lane to at most one target lane, and what arrives is combined with
//! what is there by taking the minimum.
//!
//! The portable kernel follows the map pair by pair. The AVX-512 kernel takes the
//! target 64 lanes at a time, and a byte permutation of two source vectors for
//! each pair of source vectors that the target vector draws on. The lane order
//! (see `index::lanes`) keeps that number small.

/// Lanes in a vector register.
pub(crate) const VECTOR: usize = 64;

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

/// The lanes that a step moves. Apart from the rest of it, so that nothing is
/// wasted on alignment: the tables compete for the cache with the values.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) struct Select(pub(crate) [u8; VECTOR]);

impl Plan {
    /// Compiles a map.
    pub(crate) fn new(mut pairs: Vec<(u16, u16)>) -> Plan {
        pairs.sort_unstable();
        let (mut steps, mut selects) = (Vec::new(), Vec::new());
        for of_target in pairs.chunk_by(|a, b| vector(a.0) == vector(b.0)) {
            let mut sources: Vec<u16> = of_target.iter().map(|&(_, s)| vector(s)).collect();
            sources.sort_unstable();
            sources.dedup();
            for sources in sources.chunks(2) {
                let (step, select) = step(of_target, sources);
                steps.push(step);
                selects.push(select);
            }
        }
        let last = pairs.iter().map(|&(_, source)| source).max();
        Plan {
            pairs,
            steps,
            selects,
            sources: last.map_or(0, |source| usize::from(source) + 1),
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
    /// For each target lane the source lane.
    pub(crate) select: [u8; VECTOR],
    /// Target lanes that are written.
    pub(crate) mask: u64,
}

impl ShortPlan {
    /// Compiles a shift, if there is one, followed by a turn, both as pairs of
    /// target and source below [`VECTOR`].
    pub(crate) fn new(shift: Option<&[(u16, u16)]>, turn: &[(u16, u16)]) -> ShortPlan {
        let mut plan = ShortPlan {
            select: [0; VECTOR],
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

/// The part of the map into one target vector that comes from these (one or two)
/// source vectors.
fn step(pairs: &[(u16, u16)], sources: &[u16]) -> (Step, Select) {
    let mut select = Select([0; VECTOR]);
    let mut step = Step {
        mask: 0,
        target: vector(pairs[0].0),
        sources: [sources[0], sources[sources.len() - 1]],
    };
    for &(target, source) in pairs {
        if let Some(which) = sources.iter().position(|&s| s == vector(source)) {
            let lane = usize::from(target) % VECTOR;
            select.0[lane] = (which * VECTOR + usize::from(source) % VECTOR) as u8;
            step.mask |= 1 << lane;
        }
    }
    (step, select)
}

fn vector(lane: u16) -> u16 {
    lane / VECTOR as u16
}
