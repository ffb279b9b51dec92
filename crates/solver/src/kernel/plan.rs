//! Plans: fixed maps between the lanes of two blocks, compiled for the kernels.
//!
//! Everything that happens to lanes other than in place is such a map: turning a
//! block by a symmetry, and shifting the core in a crossing push. A map sends
//! each source lane to at most one target lane, and what arrives is combined with
//! what is there by taking the minimum.
//!
//! The portable kernel follows the map pair by pair. The AVX-512 kernel takes the
//! target 64 lanes at a time, and a byte permutation of two source vectors for
//! each pair of source vectors that the target vector draws on. The lane order (see
//! `index::lanes`) keeps these numbers small.
//!
//! The AVX2 kernel shuffles within halves of 16 lanes. A half of the target draws on
//! windows of 16 source lanes that may start anywhere, so it needs fewer of them than
//! if they were whole halves: the first window starts at the first lane that is needed,
//! the next at the first that is needed beyond it. A step brings two windows each to
//! two halves. These can be any two, so a step is hardly ever half empty.

use quixotic_tablebase::Kernel;

/// Lanes in a vector register.
pub(crate) const VECTOR: usize = 64;
/// Lanes of a half of an AVX2 vector, within which it shuffles.
pub(crate) const HALF: usize = 16;
/// A select that takes no lane.
const NOTHING: u8 = 0x80;
/// What a select of a [`WideStep`] adds to a lane of the second window.
#[cfg(target_arch = "x86_64")]
const SECOND: u8 = 0x10;

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
    /// The same for the AVX2 kernel.
    pub(crate) wide_steps: Vec<WideStep>,
    /// For each of these steps and target lane the lane of a window, or [`NOTHING`]:
    /// bit 4 tells the second window from the first.
    pub(crate) wide_selects: Vec<WideSelect>,
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

/// Shuffles of two windows of [`HALF`] source lanes each into two halves of the target.
#[derive(Debug)]
pub(crate) struct WideStep {
    /// Where the two halves start, which are not the same.
    pub(crate) targets: [u16; 2],
    /// Where the first windows of both start, and where the second ones do.
    pub(crate) sources: [[u16; 2]; 2],
}

/// The lanes that such a step moves.
#[derive(Debug)]
#[repr(align(32))]
pub(crate) struct WideSelect(pub(crate) [u8; 2 * HALF]);

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
            Kernel::Avx2(_) => plan.add_wide_steps(&pairs),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(_) => plan.add_steps(&pairs),
        }
        plan.pairs = pairs;
        plan
    }

    #[cfg(target_arch = "x86_64")]
    fn add_steps(&mut self, pairs: &[(u16, u16)]) {
        for (of_target, sources) in by_vector(pairs) {
            for sources in sources.chunks(2) {
                let (step, select) = step(of_target, sources);
                self.steps.push(step);
                self.selects.push(select);
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    fn add_wide_steps(&mut self, pairs: &[(u16, u16)]) {
        let mut parts = Vec::new();
        for of_target in pairs.chunk_by(|a, b| vector(a.0, HALF) == vector(b.0, HALF)) {
            let windows = windows(of_target);
            let of_half = windows
                .chunks(2)
                .map(|windows| HalfPart::new(of_target, windows));
            parts.extend(of_half.enumerate());
        }
        // A step does not wait for another one of the same target that was just done.
        parts.sort_by_key(|&(turn, _)| turn);
        let mut parts = parts.into_iter().map(|(_, part)| part).peekable();
        while let Some(low) = parts.next() {
            let high = parts.next_if(|high| high.target != low.target);
            let high = high.unwrap_or_else(|| low.idle());
            self.wide_steps.push(WideStep {
                targets: [low.target, high.target],
                sources: [0, 1].map(|window| [low.sources[window], high.sources[window]]),
            });
            let mut select = WideSelect([NOTHING; 2 * HALF]);
            select.0[..HALF].copy_from_slice(&low.select);
            select.0[HALF..].copy_from_slice(&high.select);
            self.wide_selects.push(select);
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

/// What a [`WideStep`] does to one half of the target.
#[cfg(target_arch = "x86_64")]
struct HalfPart {
    target: u16,
    /// Where the windows start; twice the same if there is only one.
    sources: [u16; 2],
    select: [u8; HALF],
}

#[cfg(target_arch = "x86_64")]
impl HalfPart {
    /// The part of the map into one half that comes from these (one or two) windows.
    fn new(pairs: &[(u16, u16)], windows: &[u16]) -> HalfPart {
        let mut select = [NOTHING; HALF];
        for &(to, from) in pairs {
            let lane = |&window: &u16| usize::from(from.wrapping_sub(window));
            if let Some(which) = windows.iter().position(|window| lane(window) < HALF) {
                let second = if which == 1 { SECOND } else { 0 };
                select[usize::from(to) % HALF] = lane(&windows[which]) as u8 | second;
            }
        }
        HalfPart {
            target: vector(pairs[0].0, HALF) * HALF as u16,
            sources: [windows[0], windows[windows.len() - 1]],
            select,
        }
    }

    /// Nothing for a neighbour of its target, from the same windows.
    fn idle(&self) -> HalfPart {
        HalfPart {
            target: self.target ^ HALF as u16,
            sources: self.sources,
            select: [NOTHING; HALF],
        }
    }
}

/// Where the windows of [`HALF`] lanes start that hold all sources, as few as there can be.
#[cfg(target_arch = "x86_64")]
fn windows(pairs: &[(u16, u16)]) -> Vec<u16> {
    let mut sources: Vec<u16> = pairs.iter().map(|&(_, source)| source).collect();
    sources.sort_unstable();
    let mut windows: Vec<u16> = Vec::new();
    for source in sources {
        if windows
            .last()
            .is_none_or(|&last| source - last >= HALF as u16)
        {
            windows.push(source);
        }
    }
    windows
}

/// The pairs of each target vector, and the source vectors that they draw on.
#[cfg(target_arch = "x86_64")]
fn by_vector(pairs: &[(u16, u16)]) -> impl Iterator<Item = (&[(u16, u16)], Vec<u16>)> {
    let of_target = pairs.chunk_by(|a, b| vector(a.0, VECTOR) == vector(b.0, VECTOR));
    of_target.map(|of_target| {
        let sources = of_target.iter().map(|&(_, source)| vector(source, VECTOR));
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
