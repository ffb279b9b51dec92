//! A page as the file keeps it: without the positions that a look one ply ahead decides.
//!
//! Who asks for one position needs neither the others nor their room in memory. Where the
//! values of a block start depends on how many positions are decided in the blocks
//! before it, which takes most of the time; so that is found as far as it is needed, and
//! remembered.

use std::sync::{Mutex, PoisonError};

use crate::encoding::{LOST, WIN_IN_1, WON};
use crate::index::{DecidedLanes, Group, Index};

/// The values of a page that are not decided.
#[derive(Debug)]
pub struct PackedPage {
    group: Group,
    /// The number in the group of the first block.
    first: usize,
    values: Vec<u8>,
    /// Where the values of the first blocks start, as far as that was needed so far. A page
    /// has 32,768 positions, or one block.
    starts: Mutex<Vec<u16>>,
}

impl PackedPage {
    pub(super) fn new(group: Group, first: usize, values: Vec<u8>) -> PackedPage {
        PackedPage {
            group,
            first,
            values,
            starts: Mutex::new(vec![0]),
        }
    }

    /// Bytes of memory that it takes at most, if it has so many blocks.
    pub fn bytes(&self, blocks: usize) -> usize {
        self.values.capacity() + blocks * size_of::<u16>()
    }

    /// The value of a position, by its block in the page and its lane; `None` if the page
    /// is too short.
    pub fn value(&self, index: &Index, block: usize, lane: usize) -> Option<u8> {
        let mut decided = DecidedLanes::default();
        let start = self.start(index, block, &mut decided);
        let ring = self.first + block;
        let ring = index.rings.some(self.group.ring, ring..ring + 1)[0];
        let ring = index.rings.tiles(ring);
        index.decided.lanes(ring, self.group.core, &mut decided);
        let marks = [
            (&decided.won, WON),
            (&decided.lost, LOST),
            (&decided.wins_in_1, WIN_IN_1),
        ];
        if let Some((_, value)) = marks.into_iter().find(|(set, _)| set.has(lane)) {
            return Some(value);
        }
        let skipped: usize = marks.iter().map(|(set, _)| set.count_below(lane)).sum();
        self.values.get(start + lane - skipped).copied()
    }

    /// Where the values of a block start.
    fn start(&self, index: &Index, block: usize, decided: &mut DecidedLanes) -> usize {
        // Poisoning is harmless: what is there is right.
        let mut starts = self.starts.lock().unwrap_or_else(PoisonError::into_inner);
        let last = starts.len() - 1;
        if block > last {
            let rings = self.first + last..self.first + block;
            for &ring in &*index.rings.some(self.group.ring, rings) {
                let ring = index.rings.tiles(ring);
                index.decided.lanes(ring, self.group.core, decided);
                let stored = decided.open_count(self.group.lanes);
                let start = usize::from(starts[starts.len() - 1]) + stored;
                // More than there is in a page, if that is damaged, is as good as the end.
                starts.push(u16::try_from(start).unwrap_or(u16::MAX));
            }
        }
        usize::from(starts[block])
    }
}

#[cfg(test)]
mod tests {
    use quixotic_quixo::Rules;

    use crate::format::ClassFile;
    use crate::index::Index;
    use crate::kernel::Kernel;
    use crate::store::{Bundle, Store};

    /// Blocks are asked from the last to the first and back, so that starts are found at
    /// once and looked up later.
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
                    for block in [blocks / 2].into_iter().chain((0..blocks).rev()) {
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
        let empty = super::PackedPage::new(group, 0, Vec::new());
        assert_eq!(empty.value(&index, group.blocks - 1, 0), None);
    }
}
