//! The shipped strategy of Numerical 4×4 holds, and no changed one does.

use quixotic_check::numerical::{Error, check};

static SHIPPED: &[u8] = include_bytes!("../../numerical/data/numerical4.qxr");

/// Offsets in the file, by docs/format.md.
const VERSION: usize = 8;
const SALT: usize = 10;
const COUNT: usize = 11;
const REPLIES: usize = 15;

/// The file with something done to what the checksum covers, and the checksum made right again.
fn mutated(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = SHIPPED[..SHIPPED.len() - 4].to_vec();
    change(&mut bytes);
    let checksum = crc32(&bytes[SALT..]);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// The checksum of zlib and PNG, by a table.
fn crc32(bytes: &[u8]) -> u32 {
    let table: [u32; 256] = std::array::from_fn(|byte| {
        (0..8).fold(byte as u32, |crc, _| match crc % 2 {
            1 => (crc / 2) ^ 0xedb8_8320,
            _ => crc / 2,
        })
    });
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (crc / 256) ^ table[usize::from(crc as u8 ^ byte)]
    })
}

/// The replies of the file, each 128 · fingerprint + reply.
fn replies() -> Vec<u64> {
    let mut replies = Vec::new();
    let (mut last, mut shift) = (0, 0);
    let mut difference = 0;
    for &byte in &SHIPPED[REPLIES..SHIPPED.len() - 4] {
        difference |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte < 128 {
            last += difference;
            replies.push(last);
            (difference, shift) = (0, 0);
        }
    }
    replies
}

/// A file with these replies.
fn file(replies: &[u64]) -> Vec<u8> {
    mutated(|bytes| {
        bytes.truncate(COUNT);
        bytes.extend((replies.len() as u32).to_le_bytes());
        let mut last = 0;
        for &reply in replies {
            let mut rest = reply - last;
            while rest >= 128 {
                bytes.push(rest as u8 | 128);
                rest /= 128;
            }
            bytes.push(rest as u8);
            last = reply;
        }
    })
}

#[test]
fn the_shipped_strategy_holds() {
    let report = check(SHIPPED).unwrap();
    assert_eq!(
        report.to_string(),
        "Numerical Tic-Tac-Toe on the 4×4 board, odd numbers against even ones: the second player wins."
    );
    assert_eq!(report.replies as usize, replies().len());
    assert_eq!(file(&replies()), SHIPPED);
}

#[test]
fn a_file_that_is_not_as_the_format_says_is_refused() {
    assert_eq!(check(b"hello"), Err(Error::Foreign));
    assert_eq!(check(&SHIPPED[..VERSION + 1]), Err(Error::Malformed));
    for length in [REPLIES, SHIPPED.len() / 2, SHIPPED.len() - 1] {
        assert_eq!(check(&SHIPPED[..length]), Err(Error::Checksum), "{length}");
    }
    for at in [SALT, COUNT, REPLIES, SHIPPED.len() - 1] {
        let mut changed = SHIPPED.to_vec();
        changed[at] ^= 1;
        assert_eq!(check(&changed), Err(Error::Checksum), "byte {at}");
    }
    let mut newer = SHIPPED.to_vec();
    newer[VERSION] = 2;
    assert_eq!(check(&newer), Err(Error::Unknown));
    let trailing = mutated(|bytes| bytes.push(0));
    assert_eq!(check(&trailing), Err(Error::Malformed));
    let too_many = mutated(|bytes| bytes[COUNT + 3] = 255);
    assert_eq!(check(&too_many), Err(Error::Malformed));
}

#[test]
fn a_missing_reply_is_caught() {
    let all = replies();
    let missing: Vec<u64> = all.iter().copied().skip(1).collect();
    assert!(matches!(check(&file(&missing)), Err(Error::Missing(_))));
    // Under another salt, other positions have these fingerprints.
    let salted = mutated(|bytes| bytes[SALT] ^= 1);
    assert!(matches!(
        check(&salted),
        Err(Error::Missing(_) | Error::Illegal(_))
    ));
}

/// Where another reply wins as well and all that follows has a reply, or needs none, it is a proof, too.
fn caught(steps: usize) -> usize {
    let all = replies();
    let is_caught = |&step: &usize| {
        let at = all.len() * step / steps;
        let mut changed = all.clone();
        changed[at] ^= 1 << (step % 7);
        check(&file(&changed)).is_err()
    };
    (0..steps).filter(is_caught).count()
}

#[test]
fn a_changed_reply_is_caught() {
    assert_eq!(caught(1), 1);
}

#[test]
#[ignore = "takes half a minute"]
fn a_spare_reply_is_caught() {
    let mut spare = replies();
    spare.push(spare[spare.len() - 1] + 128);
    assert_eq!(check(&file(&spare)), Err(Error::Spare(1)));
}

#[test]
#[ignore = "takes minutes"]
fn nearly_all_changed_replies_are_caught() {
    let caught = caught(200);
    assert!(caught >= 180, "{caught} of 200");
}
