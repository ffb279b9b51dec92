//! No store panics a database, whatever it lists, however long it says its files are and
//! whatever it hands out; and no piece of a bundle panics as one.
//!
//! The input decides how a good store misbehaves: which classes it lists, and what it
//! does to lengths and parts. What is answered all the same is right.
#![no_main]

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, PoisonError};

use libfuzzer_sys::fuzz_target;
use quixotic_game::Value;
use quixotic_quixo::{Board, Class, Rules, Ternary};
use quixotic_tablebase::store::{Bundle, ReadRequest};
use quixotic_tablebase::{Database, FileError, Store};

const EMBEDDED: &[u8] = include_bytes!("../../crates/tablebase/data/quixo3.qxb");

static RULES: LazyLock<Rules> = LazyLock::new(|| Rules::official(3).expect("a supported size"));

static VALUES: LazyLock<Vec<(Board, Value)>> = LazyLock::new(|| {
    let database = Database::embedded(*RULES).expect("3×3 is embedded");
    let boards = Ternary::new(*RULES).boards().step_by(97);
    boards
        .map(|board| (board, database.probe(board).expect("it is whole")))
        .collect()
});

/// The embedded files, handed out badly.
#[derive(Debug)]
struct Misbehaving {
    good: Bundle,
    /// What to do next; nothing bad once it is used up.
    script: Mutex<Vec<u8>>,
}

impl Misbehaving {
    fn next(&self) -> u8 {
        let mut script = self.script.lock().unwrap_or_else(PoisonError::into_inner);
        script.pop().unwrap_or_default()
    }
}

impl Store for Misbehaving {
    fn classes(&self) -> Result<Vec<Class>, FileError> {
        let mut classes = self.good.classes()?;
        match self.next() {
            0 => {}
            odd if odd % 2 == 1 => classes.retain(|class| class.mine != odd % 10),
            even => classes.push(Class::new(even, even)),
        }
        Ok(classes)
    }

    fn name(&self, class: Class) -> PathBuf {
        self.good.name(class)
    }

    fn length(&self, class: Class) -> Result<u64, FileError> {
        let length = self.good.length(class)?;
        Ok(match self.next() {
            0 => length,
            255 => u64::MAX,
            other => length.wrapping_sub(u64::from(other)),
        })
    }

    fn read_many(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        let mut parts = self.good.read_many(reads)?;
        match self.next() {
            0 => {}
            1 => drop(parts.pop()),
            2 => parts.push(Cow::Borrowed(b"more")),
            change => {
                if let Some(part) = parts.first_mut().filter(|part| !part.is_empty()) {
                    let (part, at) = (part.to_mut(), usize::from(self.next()));
                    let length = part.len();
                    match change % 2 {
                        0 => part.truncate(at % length),
                        _ => part[at % length] ^= change,
                    }
                }
            }
        }
        Ok(parts)
    }
}

fuzz_target!(|input: &[u8]| {
    let store = Misbehaving {
        good: Bundle::embedded(*RULES).expect("3×3 is embedded"),
        script: Mutex::new(input.iter().rev().copied().collect()),
    };
    if let Ok(database) = Database::from_store(store, *RULES) {
        for &(board, value) in VALUES.iter() {
            if let Ok(found) = database.probe(board) {
                assert_eq!(found, value, "{board:?}");
            }
        }
        let _ = database.stats();
    }
    // A bundle is part of the program, so it is a piece of one that is read here.
    if let Some((&[low, high], _)) = input.split_first_chunk() {
        let start = usize::from(u16::from_le_bytes([low, high])) % EMBEDDED.len();
        let _ = Bundle::new("a piece", &EMBEDDED[start..], *RULES);
    }
});
