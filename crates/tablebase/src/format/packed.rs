//! A page as the file keeps it: without the positions that a look one ply ahead decides.
//!
//! Who asks for one position needs neither the others nor their room in memory. Where the
//! values of a block start depends on how many positions are decided in the blocks
//! before it, or in it and those after it, which takes most of the time; so that is found
//! from the nearer end, as far as it is needed, and remembered.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::encoding::{LOST, WIN_IN_1, WON};
use crate::index::{DecidedLanes, Group, Index, LaneSet};

/// The values of a page that are not decided.
#[derive(Debug)]
pub struct PackedPage {
    group: Group,
    /// The number in the group of the first block.
    first: usize,
    /// Blocks in the page.
    blocks: usize,
    values: Vec<u8>,
    sums: Mutex<Sums>,
}

/// How many values the first and the last blocks of a page have together, as far as that was
/// needed so far: of none, of one, of two, and so on. A page has 32,768 positions, or one
/// block.
#[derive(Debug)]
struct Sums {
    first: Vec<u16>,
    last: Vec<u16>,
}

impl PackedPage {
    pub(super) fn new(group: Group, first: usize, blocks: usize, values: Vec<u8>) -> PackedPage {
        let sums = Sums {
            first: vec![0],
            last: vec![0],
        };
        PackedPage {
            group,
            first,
            blocks,
            values,
            sums: Mutex::new(sums),
        }
    }

    /// Bytes of memory that it takes at most.
    pub fn bytes(&self) -> usize {
        // Both lists of sums together have an entry for each block and two more, and room for
        // as many again.
        self.values.capacity() + 2 * (self.blocks + 2) * size_of::<u16>()
    }

    /// The value of a position, by its block in the page and its lane; `None` if the page
    /// is too short.
    pub fn value(&self, index: &Index, block: usize, lane: usize) -> Option<u8> {
        let start = self.start(index, block)?;
        let mut decided = LaneSet::default();
        self.find_decided(index, block..block + 1, &mut decided, |_| {});
        if decided.has(lane) {
            return self.decided_value(index, block, lane);
        }
        self.values
            .get(start + lane - decided.count_below(lane))
            .copied()
    }

    /// The value of a position that is decided.
    fn decided_value(&self, index: &Index, block: usize, lane: usize) -> Option<u8> {
        let ring = self.first + block;
        let ring = index.rings.some(self.group.ring, ring..ring + 1)[0];
        let mut decided = DecidedLanes::default();
        let ring = index.rings.tiles(ring);
        index.decided.lanes(ring, self.group.core, &mut decided);
        let marks = [
            (&decided.won, WON),
            (&decided.lost, LOST),
            (&decided.wins_in_1, WIN_IN_1),
        ];
        let mark = marks.into_iter().find(|(set, _)| set.has(lane));
        mark.map(|(_, value)| value)
    }

    /// Where the values of a block start; `None` if the page is too short.
    fn start(&self, index: &Index, block: usize) -> Option<usize> {
        // Poisoning is harmless: what is there is right.
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        let Sums { first, last } = &mut *sums;
        let (before, from) = (block, self.blocks - block);
        let missing = |known: &[u16], wanted: usize| (wanted + 1).saturating_sub(known.len());
        let mut decided = LaneSet::default();
        if missing(first, before) <= missing(last, from) {
            let known = first.len() - 1;
            let blocks = known..before.max(known);
            self.find_decided(index, blocks, &mut decided, |open| add(first, open));
            Some(first[before].into())
        } else {
            let known = self.blocks - (last.len() - 1);
            let mut open = Vec::new();
            let blocks = block..known.max(block);
            self.find_decided(index, blocks, &mut decided, |count| open.push(count));
            open.into_iter().rev().for_each(|open| add(last, open));
            self.values.len().checked_sub(last[from].into())
        }
    }

    /// Finds the lanes of blocks that are decided, and tells how many are not.
    fn find_decided(
        &self,
        index: &Index,
        blocks: Range<usize>,
        decided: &mut LaneSet,
        mut tell: impl FnMut(usize),
    ) {
        let rings = self.first + blocks.start..self.first + blocks.end;
        for &ring in &*index.rings.some(self.group.ring, rings) {
            let ring = index.rings.tiles(ring);
            index.decided.any(ring, self.group.core, decided);
            tell(self.group.lanes - decided.count());
        }
    }
}

/// Adds the next sum. More than there is in a page, if that is damaged, is as good as the end.
fn add(sums: &mut Vec<u16>, values: usize) {
    let sum = usize::from(sums[sums.len() - 1]) + values;
    sums.push(u16::try_from(sum).unwrap_or(u16::MAX));
}

#[cfg(test)]
mod tests {
    use quixotic_quixo::Rules;

    use crate::format::ClassFile;
    use crate::index::Index;
    use crate::kernel::Kernel;
    use crate::store::{Bundle, Store};

    /// Blocks are asked in an order in which starts are found from both ends, some at once, and
    /// looked up later.
    #[test]
    fn every_position_of_3x3_and_4x4_is_what_the_whole_page_says() {
        for size in [3, 4] {
            let rules = Rules::official(size).unwrap();
            let (store, index) = (Bundle::embedded(rules).unwrap(), Index::new(rules));
            for (class, _) in store.files() {
                let file = ClassFile::open(&store, rules, &index, class).unwrap();
                for place in file.pages() {
                    let bytes = &store.read_many(&[file.page_read(place)]).unwrap()[0];
                    let mut values = vec![0; file.page_len(place)];
                    file.decode_page(&index, Kernel::Portable, place, bytes, &mut values)
                        .unwrap();
                    let packed = file.packed_page(place, bytes).unwrap();
                    let lanes = file.layout().groups[place.group].lanes;
                    let blocks = values.len() / lanes;
                    let some = [blocks / 4, blocks - 1 - blocks / 4, blocks - 1, blocks / 2];
                    for block in some.into_iter().chain((0..blocks).rev()) {
                        for lane in 0..lanes {
                            let value = packed.value(&index, block, lane);
                            assert_eq!(value, Some(values[block * lanes + lane]), "{class}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_page_that_is_too_short_has_no_value_at_its_end() {
        let rules = Rules::official(3).unwrap();
        let index = Index::new(rules);
        let group = index.layout(quixotic_quixo::Class::new(1, 0)).groups[1];
        let empty = super::PackedPage::new(group, 0, group.blocks, Vec::new());
        assert_eq!(empty.value(&index, group.blocks - 1, 0), None);
    }
}
