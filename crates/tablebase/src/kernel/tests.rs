//! Every kernel does what the portable one does, on random data.

use proptest::prelude::*;

use super::*;
use crate::encoding::is_decided;
use crate::index::MAX_LANES;

/// A kernel that this processor has.
fn any_kernel() -> impl Strategy<Value = Kernel> {
    prop::sample::select(Kernel::available())
}

/// A block's worth of bytes, among them many that are decided.
fn any_lanes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        any::<u8>(),
        prop::sample::select(vec![0_u8, 1, 128, 254, 255])
    ];
    prop::collection::vec(byte, 1..=MAX_LANES)
}

/// The lanes with an odd byte.
fn odd(bytes: &[u8], lanes: usize) -> LaneSet {
    let mut set = LaneSet::none(lanes);
    for lane in (0..lanes).filter(|&lane| bytes[lane % bytes.len()] % 2 == 1) {
        set.insert(lane);
    }
    set
}

proptest! {
    #[test]
    fn mark(kernel in any_kernel(), lanes in any_lanes(), which in any_lanes(), value in any::<u8>()) {
        let set = odd(&which, lanes.len());
        let mut marked = [lanes.clone(), lanes.clone()];
        Kernel::Portable.mark(&mut marked[0], &set, value);
        kernel.mark(&mut marked[1], &set, value);
        prop_assert_eq!(&marked[0], &marked[1]);
        let changed = marked[0].iter().filter(|&&lane| lane == value).count();
        prop_assert!(changed >= set.count());
    }

    #[test]
    fn compress_and_expand(tested in any_kernel(), blocks in prop::collection::vec(any_lanes(), 1..4)) {
        let mut packed = [Vec::new(), Vec::new()];
        for block in &blocks {
            Kernel::Portable.compress(block, &mut packed[0]);
            tested.compress(block, &mut packed[1]);
        }
        prop_assert_eq!(&packed[0], &packed[1]);
        let mut rest = [packed[0].as_slice(); 2];
        for block in &blocks {
            let mut open = LaneSet::none(block.len());
            for lane in (0..block.len()).filter(|&lane| !is_decided(block[lane])) {
                open.insert(lane);
            }
            let expected: Vec<u8> = block.iter().map(|&v| if is_decided(v) { 77 } else { v }).collect();
            for (kernel, rest) in [Kernel::Portable, tested].into_iter().zip(&mut rest) {
                let mut expanded = vec![77; block.len()];
                kernel.expand(rest, &open, &mut expanded);
                prop_assert_eq!(&expanded, &expected);
            }
        }
        prop_assert!(rest[0].is_empty() && rest[1].is_empty());
    }
}
