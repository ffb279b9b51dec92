//! Which requests a batch of reads takes: parts that are near each other come in one.

use std::ops::Range;

use quixotic_quixo::Class;
use quixotic_tablebase::store::{Part, ReadRequest};

/// Bytes that are fetched for nothing rather than to ask twice. A page has some 4 KB, and
/// a request costs about as much as so many bytes.
const GAP: u64 = 16 << 10;

/// Bytes that are asked for at once at most, if no single part is longer.
const LONGEST: u64 = 1 << 20;

/// A range of a file, and which of the reads lie in it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RangeRequest {
    pub(crate) class: Class,
    /// Whether it is of the hashes of the class, which are in another file.
    pub(crate) is_hashes: bool,
    pub(crate) range: Range<u64>,
    pub(crate) reads: Vec<usize>,
}

/// The requests for reads; those of no bytes need none.
pub(crate) fn requests(reads: &[ReadRequest]) -> Vec<RangeRequest> {
    let mut order: Vec<usize> = (0..reads.len())
        .filter(|&number| !reads[number].range.is_empty())
        .collect();
    order.sort_unstable_by_key(|&number| {
        let read = &reads[number];
        let is_hashes = read.part == Part::Hashes;
        (read.class, is_hashes, read.range.start, read.range.end)
    });
    let mut requests: Vec<RangeRequest> = Vec::new();
    for number in order {
        let ReadRequest { class, range, part } = &reads[number];
        let is_hashes = *part == Part::Hashes;
        let is_same = |last: &RangeRequest| (last.class, last.is_hashes) == (*class, is_hashes);
        match requests.last_mut() {
            Some(last) if is_same(last) && last.takes(range) => {
                last.range.end = last.range.end.max(range.end);
                last.reads.push(number);
            }
            _ => requests.push(RangeRequest {
                class: *class,
                is_hashes,
                range: range.clone(),
                reads: vec![number],
            }),
        }
    }
    requests
}

impl RangeRequest {
    /// Whether a range that does not begin before this one is worth to be asked with it.
    fn takes(&self, range: &Range<u64>) -> bool {
        range.start <= self.range.end.saturating_add(GAP)
            && range.end.saturating_sub(self.range.start) <= LONGEST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(mine: u8, range: Range<u64>) -> ReadRequest {
        ReadRequest {
            class: Class::new(mine, 0),
            range,
            part: Part::Page,
        }
    }

    #[test]
    fn near_parts_of_a_file_come_together() {
        let reads = [
            read(1, 0..64),
            read(2, 100..200),
            read(1, 64 + GAP + 1..70 + GAP),
            read(1, 64 + GAP..70 + GAP),
            read(1, 10..20),
            read(2, 150..160),
            read(3, 5..5),
            read(1, 3 << 20..5 << 20),
            read(1, 5 << 20..(5 << 20) + 1),
        ];
        let request = |mine, range, reads| RangeRequest {
            class: Class::new(mine, 0),
            is_hashes: false,
            range,
            reads,
        };
        let expected = vec![
            request(1, 0..70 + GAP, vec![0, 4, 3, 2]),
            request(1, 3 << 20..5 << 20, vec![7]),
            request(1, 5 << 20..(5 << 20) + 1, vec![8]),
            request(2, 100..200, vec![1, 5]),
        ];
        assert_eq!(requests(&reads), expected);
    }
}
