//! No table panics: of splits, which `splits` goes on with, and of published counts,
//! which `verify --golden` compares with. Errors stay short.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quixotic_numerical::table;
use quixotic_solver::Golden;

/// Bytes of the longest error.
const LONGEST_ERROR: usize = 1000;

fuzz_target!(|text: &str| {
    let rows = format!("{}\n{text}\n", table::COLUMNS.join(","));
    for size in [3, 4] {
        for text in [text, &rows] {
            if let Err(error) = table::read(size, text) {
                assert!(error.len() < LONGEST_ERROR, "{error}");
            }
        }
    }
    if let Err(error) = Golden::read(text) {
        assert!(error.len() < LONGEST_ERROR, "{error}");
    }
});
