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
}

/// One byte permutation of two source vectors into a target vector.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) struct Step {
    /// For each target lane the source lane: bit 6 tells the first source
    /// vector from the second.
    pub(crate) select: [u8; VECTOR],
    /// Target lanes that this step writes.
    pub(crate) mask: u64,
    pub(crate) target: u16,
    pub(crate) sources: [u16; 2],
}

impl Plan {
    /// Compiles a map.
    pub(crate) fn new(mut pairs: Vec<(u16, u16)>) -> Plan {
        pairs.sort_unstable();
        let mut steps = Vec::new();
        for of_target in pairs.chunk_by(|a, b| vector(a.0) == vector(b.0)) {
            let mut sources: Vec<u16> = of_target.iter().map(|&(_, s)| vector(s)).collect();
            sources.sort_unstable();
            sources.dedup();
            steps.extend(sources.chunks(2).map(|pair| Step::new(of_target, pair)));
        }
        Plan { pairs, steps }
    }
}

impl Step {
    /// The part of the map into one target vector that comes from these (one or
    /// two) source vectors.
    fn new(pairs: &[(u16, u16)], sources: &[u16]) -> Step {
        let mut step = Step {
            select: [0; VECTOR],
            mask: 0,
            target: vector(pairs[0].0),
            sources: [sources[0], sources[sources.len() - 1]],
        };
        for &(target, source) in pairs {
            if let Some(which) = sources.iter().position(|&s| s == vector(source)) {
                let lane = usize::from(target) % VECTOR;
                step.select[lane] = (which * VECTOR + usize::from(source) % VECTOR) as u8;
                step.mask |= 1 << lane;
            }
        }
        step
    }
}

fn vector(lane: u16) -> u16 {
    lane / VECTOR as u16
}
