//! No file of weights panics; what is read is written as it was.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quixotic_agents::Weights;
use quixotic_quixo::Board;

/// The weights in the program, which changes are made to.
const GOOD: [&[u8]; 2] = [
    include_bytes!("../../crates/agents/data/quixo4.qxn"),
    include_bytes!("../../crates/agents/data/quixo4.qxv"),
];

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    for good in GOOD {
        check_changed(good, bytes);
    }
});

fn check_changed(good: &[u8], bytes: &[u8]) {
    let mut changed = good.to_vec();
    for change in bytes.as_chunks::<4>().0 {
        let [low, middle, high, byte] = *change;
        let at = u32::from_le_bytes([low, middle, high, 0]) as usize;
        // Beyond the end is cut off there.
        match changed.get_mut(at) {
            Some(place) => *place ^= byte,
            None => changed.truncate(at % good.len()),
        }
    }
    check(&changed);
    // The same with its checksum put right, to get past it.
    if let Some((content, _)) = changed.split_last_chunk::<4>() {
        let mut repaired = content.to_vec();
        repaired.extend(crc32fast::hash(content).to_le_bytes());
        check(&repaired);
    }
}

fn check(bytes: &[u8]) {
    match Weights::read(bytes) {
        Ok(Weights::DeepQ(network)) => assert_eq!(network.write(), bytes),
        Ok(Weights::Value(network)) => {
            assert_eq!(network.write(), bytes);
            network.estimate(Board::EMPTY);
        }
        Err(_) => {}
    }
}
