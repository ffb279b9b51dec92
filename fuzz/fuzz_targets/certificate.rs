//! No certificate of Ultimate Tic-Tac-Toe panics, neither the reader that plays by it nor
//! the checker; and the checker accepts nothing but the real thing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quixotic_ultimate::proof::{Certificate, SHIPPED};

/// The first bytes of the shipped certificate, which changes are made to.
const PREFIX: usize = 1 << 12;

fuzz_target!(|bytes: &[u8]| {
    let check = |bytes: &[u8]| {
        let _ = Certificate::from_bytes(bytes);
        assert!(quixotic_check::ultimate::check(bytes, &|| true).is_err());
    };
    check(bytes);
    // A file that begins like a good one.
    let shipped = SHIPPED.bytes().expect("the program contains it");
    let mut changed = shipped[..PREFIX].to_vec();
    for change in bytes.as_chunks::<3>().0 {
        let [low, high, byte] = *change;
        changed[usize::from(u16::from_le_bytes([low, high])) % PREFIX] ^= byte;
    }
    check(&changed);
});
