//! No class file panics, and what is read from one without an error is right.
//!
//! The first byte of the input says what the rest is: a file; changes to a good
//! file; or changes to a good file whose checksums are then made right again, to
//! get past them. Values from the last kind may be wrong, but reading them must
//! not panic.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use quixotic_game::Value;
use quixotic_quixo::{Board, Class, Rules, Ternary};
use quixotic_tablebase::store::Memory;
use quixotic_tablebase::{Database, ProbeError, Problem};

const CLASS: Class = Class::new(3, 4);
const HEADER: usize = 64;
const HASH: usize = 32;

static RULES: LazyLock<Rules> = LazyLock::new(|| Rules::official(3).expect("a supported size"));

/// The class's file from the bundle: each file follows its length.
static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut rest = include_bytes!("../../crates/tablebase/data/quixo3.qxb").as_slice();
    for class in Class::within(RULES.cells()) {
        let (length, files) = rest.split_first_chunk().expect("a length");
        let (file, others) = files.split_at(u32::from_le_bytes(*length) as usize);
        if class == CLASS {
            return file.to_vec();
        }
        rest = others;
    }
    panic!("{CLASS} is not in the bundle");
});

/// Some boards of the class whose value is in the file.
static VALUES: LazyLock<Vec<(Board, Value)>> = LazyLock::new(|| {
    let database = Database::embedded(*RULES).expect("3×3 is embedded");
    Ternary::new(*RULES)
        .boards()
        .filter(|board| Class::of(*board) == CLASS)
        .map(|board| (board, database.probe(board).expect("it is whole")))
        .filter(|(_, value)| value.distance() != Some(0))
        .step_by(11)
        .collect()
});

/// Changes bytes of a good file: a place in two bytes, and what to do there.
fn changed(changes: &[u8]) -> Vec<u8> {
    let mut file = GOOD.clone();
    for change in changes.as_chunks::<4>().0 {
        let [low, high, action, byte] = *change;
        let at = usize::from(u16::from_le_bytes([low, high])) % (file.len() + 1);
        match action {
            0 => file.truncate(at),
            1 => file.insert(at, byte),
            2 if at < file.len() => drop(file.remove(at)),
            _ if at < file.len() => file[at] ^= byte,
            _ => {}
        }
    }
    file
}

/// Makes all checksums right, as far as there is a tail; see docs/format.md.
fn repair(file: &mut [u8]) -> Option<()> {
    let number = |file: &[u8], at: usize| {
        let bytes = file.get(at..)?.first_chunk()?;
        usize::try_from(u32::from_le_bytes(*bytes)).ok()
    };
    let tail = number(file, 40)?;
    let pages = number(file, 32)?;
    let mut start = HEADER;
    for page in 0..pages.min(file.len() / 8) {
        let entry = tail.checked_add(8 * page)?;
        let end = start.checked_add(number(file, entry)?)?;
        let checksum = crc32fast::hash(file.get(start..end)?);
        file.get_mut(entry + 4..entry + 8)?
            .copy_from_slice(&checksum.to_le_bytes());
        start = end;
    }
    let end = file.len().checked_sub(HASH)?;
    let mut hash = blake3::Hasher::new();
    hash.update(file.get(..HEADER)?);
    hash.update(file.get(tail..end)?);
    file[end..].copy_from_slice(hash.finalize().as_bytes());
    Some(())
}

fuzz_target!(|input: &[u8]| {
    let Some((kind, rest)) = input.split_first() else {
        return;
    };
    let mut file = match kind % 3 {
        0 => rest.to_vec(),
        _ => changed(rest),
    };
    let forged = kind % 3 == 2;
    if forged {
        repair(&mut file);
    }
    let store = Memory::new([(CLASS, file)]);
    let database = Database::from_store(store, *RULES).expect("a size that there is");
    for &(board, value) in VALUES.iter() {
        match database.probe(board) {
            Ok(found) => assert!(forged || found == value, "{board:?}: {found}, not {value}"),
            Err(ProbeError::File(error)) => {
                // What is wrong with the whole file is so for every board; only a
                // corrupt page leaves others that may be good.
                if !matches!(error.problem(), Problem::Corrupt(what) if what.starts_with("page ")) {
                    break;
                }
            }
            Err(error) => panic!("{error}"),
        }
    }
});
