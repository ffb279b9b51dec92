//! No file of weights panics; what is read is written as it was.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quixotic_agents::dqn::Network;

/// The weights in the program, which changes are made to.
const GOOD: &[u8] = include_bytes!("../../crates/agents/data/quixo4.qxn");

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    let mut changed = GOOD.to_vec();
    for change in bytes.as_chunks::<4>().0 {
        let [low, middle, high, byte] = *change;
        let at = u32::from_le_bytes([low, middle, high, 0]) as usize;
        // Beyond the end is cut off there.
        match changed.get_mut(at) {
            Some(place) => *place ^= byte,
            None => changed.truncate(at % GOOD.len()),
        }
    }
    check(&changed);
    // The same with its checksum put right, to get past it.
    if let Some((content, _)) = changed.split_last_chunk::<4>() {
        let mut repaired = content.to_vec();
        repaired.extend(crc32fast::hash(content).to_le_bytes());
        check(&repaired);
    }
});

fn check(bytes: &[u8]) {
    if let Ok(network) = Network::read(bytes) {
        assert_eq!(network.write(), bytes);
    }
}
