//! The memory that a run takes: all of it is counted before the run begins.

use quixotic_quixo::{Class, Rules};

use super::base::peak;
use super::losses::BaseLosses;
use super::report::SolveError;
use super::run::{Pair, above};
use crate::bytes::MIB;
use crate::packed::Packed;
use crate::sweep::Tables;
use quixotic_tablebase::internal::index::Index;

/// Memory for pairs and for classes that are kept; an error if that is not enough for
/// the pair that takes the most.
pub(super) fn room(
    rules: Rules,
    index: &Index,
    pairs: &[&Pair],
    allowed: u64,
) -> Result<u64, SolveError> {
    let beside = Tables::bytes(index) + BESIDE;
    let least = |pair: &Pair| pair.bytes(rules, index, Waits::Packed);
    if let Some(largest) = pairs.iter().max_by_key(|pair| least(pair)) {
        check(largest.class, beside + least(largest), allowed)?;
    }
    Ok(allowed.saturating_sub(beside))
}

/// An error if there is not enough memory to read a class and write it again.
pub(super) fn check_class(index: &Index, class: Class, allowed: u64) -> Result<(), SolveError> {
    check(class, BESIDE + index.layout(class).positions(), allowed)
}

fn check(class: Class, needed: u64, allowed: u64) -> Result<(), SolveError> {
    match needed > allowed {
        true => Err(SolveError::Memory {
            class,
            needed: needed.div_ceil(MIB),
            allowed: allowed / MIB,
        }),
        false => Ok(()),
    }
}

/// Memory for the program, its threads, and compressed pages on their way to the disk, and what
/// estimates may be wrong by. A whole run of 5×5 took 741 MiB less than it was allowed. The widest
/// pair leaves room for 504 MiB of the 9 GiB that a computer with 16 has for it.
const BESIDE: u64 = 480 * MIB;

/// How the values of a pair's first class wait while the base of the second is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waits {
    Plain,
    /// Compressed, which takes some seconds on 5×5.
    Packed,
}

impl Pair {
    /// How the first class waits for the second: as it is, if there is room for that.
    pub(super) fn waits(&self, rules: Rules, index: &Index, room: u64) -> Waits {
        match self.bytes(rules, index, Waits::Plain) <= room {
            true => Waits::Plain,
            false => Waits::Packed,
        }
    }

    /// Memory that solving the pair takes, but for the tables.
    pub(super) fn bytes(&self, rules: Rules, index: &Index, waits: Waits) -> u64 {
        // What is needed of the bases, and the most that is taken while they are made.
        let (mut losses, mut waiting, mut most) = (0, 0, 0);
        for (class, &loading) in self.classes().into_iter().zip(&self.loading) {
            if let Some(above) = above(rules, class) {
                let base = peak(index, class, above);
                most = most.max(waiting + losses + base.max(loading));
            }
            let positions = index.layout(class).positions();
            losses += BaseLosses::expected_bytes(class, positions);
            waiting = match waits {
                Waits::Plain => positions,
                Waits::Packed => Packed::expected_bytes(positions),
            };
        }
        most.max(losses + self.sweep_bytes(index))
    }

    /// Memory that sweeping the pair takes, but for what is needed of the bases.
    pub(super) fn sweep_bytes(&self, index: &Index) -> u64 {
        // The values; seven bytes for each block: its news from the start and of the last sweep, its
        // limit, and four for where its losses start.
        let of_class = |class| {
            let layout = index.layout(class);
            let blocks: u64 = layout.groups.iter().map(|group| group.blocks as u64).sum();
            layout.positions() + 7 * blocks
        };
        // A class that is its own partner copies one group at a time.
        let groups = index.layout(self.class).groups;
        let largest = groups.iter().map(|group| group.positions() as u64).max();
        let is_own = self.class == self.class.swapped();
        let copied = largest.filter(|_| is_own).unwrap_or(0);
        self.classes().into_iter().map(of_class).sum::<u64>() + copied
    }
}

#[cfg(test)]
mod tests {
    use quixotic_game::Budget;
    use quixotic_tablebase::{Kernel, WinDistances};

    use super::*;
    use crate::files::ClassFiles;
    use crate::solve::{SolveOptions, solve};

    /// What each pair of 3×3 takes above the files that a run leaves.
    fn bytes(win_distances: WinDistances) -> Vec<u64> {
        let directory = tempfile::tempdir().unwrap();
        let options = SolveOptions {
            rules: Rules::official(3).unwrap(),
            directory: directory.path().to_owned(),
            until: 0,
            memory: 1 << 30,
            win_distances,
            kernel: Kernel::detect(),
        };
        solve(&options, &Budget::UNLIMITED, &mut |_| {}).unwrap();
        let index = Index::new(options.rules);
        let pairs = Pair::down_to(0, &options.files(&index, &Budget::UNLIMITED)).unwrap();
        let bytes = |pair: &Pair| pair.bytes(options.rules, &index, Waits::Plain);
        pairs.iter().map(bytes).collect()
    }

    #[test]
    fn all_of_5x5_takes_9_gibibytes_at_most() {
        let directory = tempfile::tempdir().unwrap();
        let rules = Rules::official(5).unwrap();
        let index = Index::new(rules);
        let files = ClassFiles {
            directory: directory.path(),
            rules,
            index: &index,
            kernel: Kernel::detect(),
            budget: &Budget::UNLIMITED,
        };
        let pairs = Pair::down_to(0, &files).unwrap();
        let pairs: Vec<&Pair> = pairs.iter().collect();
        let room = |gibibytes: u64| room(rules, &index, &pairs, gibibytes << 30);
        room(9).expect("it is enough");
        let error = room(8).expect_err("it is not enough");
        assert!(matches!(error, SolveError::Memory { .. }), "{error}");
    }

    #[test]
    fn getting_distances_back_is_counted() {
        let (kept, thin) = (bytes(WinDistances::Kept), bytes(WinDistances::LeftOut));
        assert!(kept.iter().zip(&thin).all(|(kept, thin)| kept <= thin));
        // On the lower levels a class is smaller than the one above it and that one's partner.
        assert!(kept.iter().zip(&thin).any(|(kept, thin)| kept < thin));
    }
}
