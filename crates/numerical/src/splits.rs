//! The divisions of 1, 2, … n² between the players.
//!
//! Replacing every number v by n² + 1 − v takes a line of the usual target to a line of
//! the usual target, so a split and its mirror image end the same way, and one of them
//! has to be solved.

use crate::Hand;

/// The first player's numbers in one split of each pair of mirror images: the one that
/// comes first in the order of the dictionary. There are 66 for 3×3 and 6,470 for 4×4.
///
/// They come in an order in which the first few already are a fair sample.
pub fn splits(size: u8) -> Vec<Hand> {
    let cells = size * size;
    let mut all = Vec::new();
    extend(
        Hand::EMPTY,
        1,
        cells,
        u32::from(cells).div_ceil(2),
        &mut all,
    );
    let comes_first = |first: &Hand| first.iter().le(mirror(size, *first).iter());
    all.retain(comes_first);
    // A prime that does not divide the number of splits visits each of them once.
    let spread = |i| all[i * STRIDE % all.len()];
    (0..all.len()).map(spread).collect()
}

/// Far from a fraction of the number of splits with a small denominator.
const STRIDE: usize = 4001;

/// The first player's numbers in the mirror image of a split.
pub fn mirror(size: u8, first: Hand) -> Hand {
    first.mirrored(size * size + 1)
}

/// Adds all hands that `hand` and numbers from `next` to `last` make up.
fn extend(hand: Hand, next: u8, last: u8, wanted: u32, all: &mut Vec<Hand>) {
    if hand.len() == wanted {
        all.push(hand);
        return;
    }
    for number in next..=last {
        let hand = hand.iter().chain([number]).collect();
        extend(hand, number + 1, last, wanted, all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_split_or_its_mirror_image_is_there_once() {
        for (size, classes, in_all) in [(3, 66, 126), (4, 6470, 12870)] {
            let splits = splits(size);
            let distinct: HashSet<Hand> = splits.iter().copied().collect();
            let with_images: HashSet<Hand> = splits
                .iter()
                .flat_map(|&first| [first, mirror(size, first)])
                .collect();
            assert_eq!((splits.len(), distinct.len()), (classes, classes));
            assert_eq!(with_images.len(), in_all);
        }
    }
}
