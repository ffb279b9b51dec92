//! The shipped certificate holds, and no changed one does.

use std::cell::Cell;

use quixotic_check::ultimate::{self, Error, Report};

static SHIPPED: &[u8] = include_bytes!("../../ultimate/data/ultimate41.qxd");

/// Offsets in the file, by docs/format.md.
const VERSION: usize = 8;
const HORIZON: usize = 11;
const PARTS: usize = 12;
const FIRST_PART: usize = 16;

fn check(bytes: &[u8]) -> Result<Report, Error> {
    ultimate::check(bytes, &|| true)
}

fn check_parts(bytes: &[u8]) -> Result<Report, Error> {
    ultimate::check_parts(bytes, &|| true)
}

/// The file with something done to its body and the checksum made right again.
fn mutated(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = SHIPPED[..SHIPPED.len() - 4].to_vec();
    change(&mut bytes);
    let checksum = crc32(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// The checksum of zlib and PNG, by a table.
fn crc32(bytes: &[u8]) -> u32 {
    let table: Vec<u32> = (0..256)
        .map(|byte| {
            (0..8).fold(byte, |crc, _| {
                if crc % 2 == 1 {
                    (crc / 2) ^ 0xedb8_8320
                } else {
                    crc / 2
                }
            })
        })
        .collect();
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (crc / 256) ^ table[(crc as u8 ^ byte) as usize]
    })
}

/// A part of the file: where it begins, its answers begin, and it ends.
struct Part {
    begin: usize,
    count: usize,
    answers: usize,
    end: usize,
}

fn part_at(begin: usize) -> Part {
    let traps = begin + 1 + usize::from(SHIPPED[begin]);
    let count = traps + 1 + usize::from(SHIPPED[traps]);
    let answers = count + 4;
    let number = u32::from_le_bytes(SHIPPED[count..answers].try_into().unwrap());
    Part {
        begin,
        count,
        answers,
        end: answers + (number as usize).div_ceil(2),
    }
}

/// All parts of the file.
fn parts() -> Vec<Part> {
    let mut parts = vec![part_at(FIRST_PART)];
    while let Some(last) = parts.last().filter(|last| last.end < SHIPPED.len() - 4) {
        parts.push(part_at(last.end));
    }
    parts
}

/// A file of version 2 that spares a first move, with some parts of the shipped one.
fn sparing(spared: u8, parts: &[Part]) -> Vec<u8> {
    mutated(|bytes| {
        bytes[VERSION] = 2;
        bytes.truncate(PARTS);
        bytes.push(spared);
        bytes.extend((parts.len() as u32).to_le_bytes());
        for part in parts {
            bytes.extend(&SHIPPED[part.begin..part.end]);
        }
    })
}

#[test]
fn the_shipped_certificate_holds() {
    let report = check(SHIPPED).unwrap();
    assert_eq!(report.to_string(), "X cannot win by ply 41");
    assert_eq!(report.parts, 183);
}

#[test]
fn a_check_ends_when_it_may_not_go_on() {
    let asked = Cell::new(0);
    let go_on = || asked.replace(asked.get() + 1) < 300;
    let stopped = ultimate::check(SHIPPED, &go_on);
    assert_eq!((stopped, asked.get()), (Err(Error::Stopped), 301));
}

/// Lengths from the file are believed only if there are so many bytes.
#[test]
fn lengths_beyond_the_end_are_malformed() {
    let part = part_at(FIRST_PART);
    let all = u32::MAX.to_le_bytes();
    for at in [PARTS, part.count] {
        let long = mutated(|bytes| bytes[at..at + 4].copy_from_slice(&all));
        assert_eq!(check(&long), Err(Error::Malformed), "byte {at}");
    }
    for at in [
        part.begin,
        part.begin + 1 + usize::from(SHIPPED[part.begin]),
    ] {
        let long = mutated(|bytes| {
            bytes.truncate(part.end);
            bytes[at] = 255;
        });
        assert_eq!(check(&long), Err(Error::Malformed), "byte {at}");
    }
    for length in 8..20 {
        assert!(check(&SHIPPED[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn a_changed_byte_is_caught_by_the_checksum() {
    for at in [
        HORIZON,
        PARTS,
        FIRST_PART,
        SHIPPED.len() / 2,
        SHIPPED.len() - 1,
    ] {
        let mut bytes = SHIPPED.to_vec();
        bytes[at] ^= 1;
        assert_eq!(check(&bytes), Err(Error::Checksum), "byte {at}");
    }
    assert_eq!(check(b"hello"), Err(Error::Foreign));
    for version in [0, 3, 255] {
        let mut other = SHIPPED.to_vec();
        other[VERSION] = version;
        assert_eq!(check(&other), Err(Error::Unknown), "version {version}");
    }
}

/// O may have another move that defends as well; then it is still a proof, if what
/// follows fits the same answers. Where just one move defends, the tests of
/// quixotic-ultimate change it to every other.
#[test]
fn a_changed_move_is_caught_where_it_matters() {
    let part = part_at(FIRST_PART);
    let alone = |change: &dyn Fn(&mut Vec<u8>)| {
        mutated(|bytes| {
            bytes.truncate(part.end);
            bytes[PARTS..FIRST_PART].copy_from_slice(&1_u32.to_le_bytes());
            change(bytes);
        })
    };
    let good = check_parts(&alone(&|_| {})).unwrap();
    assert_eq!((good.by, good.parts), (41, 1));
    assert!(matches!(check(&alone(&|_| {})), Err(Error::Uncovered(_))));
    let length = part.end - part.answers;
    let mut caught = 0;
    for step in 0..100 {
        let at = part.answers + step * length / 100;
        let (low, high) = (SHIPPED[at] & 15, SHIPPED[at] & 0xf0);
        let other = (low + 1 + step as u8 % 8) % 9;
        match check_parts(&alone(&|bytes| bytes[at] = high | other)) {
            Ok(report) => assert_eq!(report.by, 41),
            Err(
                Error::XWins(_) | Error::IllegalAnswer(_) | Error::Missing(_) | Error::Spare(_),
            ) => caught += 1,
            Err(error) => panic!("byte {at}: {error}"),
        }
    }
    assert!(caught >= 40, "{caught} of 100");
    // A wrong trap list is a wrong move everywhere.
    for trap in (0..9).filter(|&trap| trap != SHIPPED[part.count - 2]) {
        let wrong = check_parts(&alone(&|bytes| bytes[part.count - 2] = trap));
        assert!(wrong.is_err(), "trap {trap}");
    }
}

#[test]
fn a_missing_position_is_caught() {
    let part = part_at(FIRST_PART);
    for gone in [1_u32, 2, 1000] {
        let bytes = mutated(|bytes| {
            let range = part.count..part.answers;
            let number = u32::from_le_bytes(bytes[range.clone()].try_into().unwrap()) - gone;
            bytes[range].copy_from_slice(&number.to_le_bytes());
            let end = part.answers + (number as usize).div_ceil(2);
            bytes.drain(end..part.end);
        });
        let error = check(&bytes).unwrap_err();
        assert!(matches!(error, Error::Missing(_)), "{gone}: {error}");
    }
}

#[test]
fn a_spare_answer_is_caught() {
    let part = part_at(FIRST_PART);
    let bytes = mutated(|bytes| {
        let range = part.count..part.answers;
        let number = u32::from_le_bytes(bytes[range.clone()].try_into().unwrap()) + 2;
        bytes[range].copy_from_slice(&number.to_le_bytes());
        bytes.insert(part.end, 0);
    });
    let error = check(&bytes).unwrap_err();
    assert!(matches!(error, Error::Spare(_)), "{error}");
}

#[test]
fn a_wrong_horizon_is_caught() {
    for horizon in [29, 39, 43, 45] {
        let error = check(&mutated(|bytes| bytes[HORIZON] = horizon)).unwrap_err();
        let is_fair = match error {
            Error::Spare(_) => horizon < 41,
            Error::XWins(_) | Error::Missing(_) | Error::IllegalAnswer(_) => true,
            _ => false,
        };
        assert!(is_fair, "{horizon}: {error}");
    }
}

#[test]
fn a_missing_part_is_caught() {
    // The first part: a first move, and with it all its images.
    // The last: the end of an opening.
    let all = parts();
    for part in [&all[0], &all[all.len() - 1]] {
        let bytes = mutated(|bytes| {
            bytes.drain(part.begin..part.end);
            bytes[PARTS] -= 1;
        });
        let error = check(&bytes).unwrap_err();
        assert!(matches!(error, Error::Uncovered(_)), "{error}");
    }
}

#[test]
fn parts_have_to_agree_about_the_way_to_them() {
    // The first part that begins with three moves.
    let all = parts();
    let part = all.iter().find(|part| SHIPPED[part.begin] == 3).unwrap();
    // O's first move, another spot of the same field.
    let error = check(&mutated(|bytes| bytes[part.begin + 2] += 1)).unwrap_err();
    let is_fair = matches!(
        error,
        Error::TwoReplies(_) | Error::IllegalLine(_) | Error::Uncovered(_)
    );
    assert!(is_fair, "{error}");
}

/// The parts that do not begin with the corner of a corner field, 00.
fn parts_without_corner() -> Vec<Part> {
    let mut parts = parts();
    parts.retain(|part| SHIPPED[part.begin + 1] != 0);
    assert_eq!(parts.len(), 183 - 57);
    parts
}

/// 88 is an image of 00.
#[test]
fn a_first_move_that_is_spared_needs_no_parts() {
    let report = check(&sparing(80, &parts_without_corner())).unwrap();
    let claim = "X cannot win by ply 41 after any first move but 88 and its images";
    assert_eq!((report.to_string().as_str(), report.parts), (claim, 126));
    // The centre has no images.
    let report = check_parts(&sparing(40, &[part_at(FIRST_PART)])).unwrap();
    let claim = "X cannot win by ply 41 after any first move but 44";
    assert_eq!((report.to_string().as_str(), report.parts), (claim, 1));
}

#[test]
fn only_the_spared_first_move_needs_no_parts() {
    let parts = parts_without_corner();
    // The centre, an edge, and moves that are no doubles.
    for spared in [40, 10, 1, 8] {
        let error = check(&sparing(spared, &parts)).unwrap_err();
        assert!(matches!(error, Error::Uncovered(_)), "{spared}: {error}");
        assert_eq!(error.to_string(), "no part covers 00");
    }
}

#[test]
fn a_spared_move_is_one_of_the_board() {
    let part = [part_at(FIRST_PART)];
    assert_eq!(check_parts(&sparing(80, &part)).unwrap().spared, Some(80));
    for spared in [81, 255] {
        let wrong = check_parts(&sparing(spared, &part));
        assert_eq!(wrong, Err(Error::Malformed), "{spared}");
    }
}

#[test]
fn a_file_of_version_2_that_is_cut_is_malformed() {
    let whole = sparing(80, &[part_at(FIRST_PART)]);
    assert!(check_parts(&whole).is_ok());
    let body = whole.len() - 4;
    for length in (HORIZON..HORIZON + 20).chain([body / 2, body - 2, body - 1]) {
        let mut cut = whole[..length].to_vec();
        cut.extend(crc32(&cut).to_le_bytes());
        assert_eq!(check_parts(&cut), Err(Error::Malformed), "{length} bytes");
    }
}
