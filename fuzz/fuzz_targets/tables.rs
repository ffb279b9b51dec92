//! No table panics: of splits, which `splits` goes on with, and of published counts,
//! which `verify --golden` compares with. Errors stay short.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quixotic_research::golden::Golden;
use quixotic_research::numerical::splits;

/// Bytes of the longest error.
const LONGEST_ERROR: usize = 1000;

fuzz_target!(|text: &str| {
    let rows = format!("{}\n{text}\n", splits::COLUMNS.join(","));
    for size in [3, 4] {
        for table in [text, &rows] {
            if let Err(error) = splits::read(size, table) {
                assert!(error.len() < LONGEST_ERROR, "{error}");
            }
        }
    }
    if let Err(error) = Golden::read(text) {
        assert!(error.len() < LONGEST_ERROR, "{error}");
    }
});
