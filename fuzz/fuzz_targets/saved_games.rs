//! No saved game panics, and errors about it stay short. What replays is written as
//! something that replays the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quixotic_agents::arena::GameRecord;
use quixotic_catalog::{Catalog, Setup};

/// Bytes of the longest error.
const LONGEST_ERROR: usize = 1000;

fuzz_target!(|text: &str| {
    let record = match GameRecord::read(text) {
        Ok(record) => record,
        Err(error) => {
            assert!(error.to_string().len() < LONGEST_ERROR, "{error}");
            return;
        }
    };
    let catalog = Catalog::standard();
    let replayed = catalog
        .saved(&record.game, record.rules.as_deref())
        .and_then(|id| catalog.open(&id, &Setup::default()))
        .and_then(|game| game.replay(&record));
    match replayed {
        Err(error) => assert!(error.to_string().len() < LONGEST_ERROR, "{error}"),
        Ok(replayed) => {
            assert_eq!(replayed.moves.len(), record.moves.len());
            let json = serde_json::to_string(&record).expect("a record is JSON");
            let again: GameRecord = serde_json::from_str(&json).expect("as it was written");
            assert_eq!(again, record);
        }
    }
});
