//! Right values or one clear line, whatever the host does.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use quixotic_game::Value;
use quixotic_quixo::{Board, Class, Rules};
use quixotic_remote::place;
use quixotic_tablebase::store::{Manifest, Place};
use quixotic_tablebase::{Database, OpenError, ProbeError};

use crate::host::{Asked, Host, Manner, name, part};

fn open_at(url: &str, size: u8) -> Result<Database, OpenError> {
    let Place::Store { store, .. } = place(url.as_ref()).expect("an address") else {
        panic!("{url} is not an address");
    };
    Database::from_store(store, Rules::official(size).expect("a supported size"))
}

fn open(host: &Host) -> Database {
    open_at(&host.url(), 3).expect("it can be listed")
}

/// Boards of 3×3 with what the program says of them.
fn boards() -> Vec<(Board, Value)> {
    let database = Database::embedded(Rules::official(3).expect("a size")).expect("it is here");
    let some = (0..512_u64).step_by(13).flat_map(|mine| {
        let theirs = (0..512_u64)
            .step_by(11)
            .filter(move |theirs| mine & theirs == 0);
        theirs.map(move |theirs| Board::new(mine, theirs).expect("disjoint sets"))
    });
    some.map(|board| (board, database.probe(board).expect("it is whole")))
        .collect()
}

fn assert_right(database: &Database) {
    let boards = boards();
    for (board, value) in &boards {
        assert_eq!(database.probe(*board).expect("an answer"), *value);
    }
    assert!(boards.len() > 50);
}

fn is_class(asked: &Asked) -> bool {
    asked.path.ends_with(".qxc")
}

/// A host whose manifest says what is in the files, and one with nothing but a list of them.
const HOSTS: [fn(u8) -> Host; 2] = [Host::of_board, Host::of_listed_board];

#[test]
fn a_host_that_behaves_has_the_same_values() {
    for host in HOSTS.map(|host| host(3)) {
        let database = open(&host);
        assert!(database.is_complete());
        assert_right(&database);
        let asked = host.asked();
        // The list once, and nothing but parts of files after it.
        let lists = asked.iter().filter(|asked| !is_class(asked));
        assert_eq!(lists.count(), 1);
        let parts = asked.iter().filter(|asked| is_class(asked));
        for part in parts {
            assert!(part.headers.contains_key("range"));
            assert_eq!(part.headers["accept-encoding"], "identity");
        }
    }
}

#[test]
fn connections_are_used_again() {
    let host = Host::of_board(3);
    assert_right(&open(&host));
    let (connections, asked) = (host.connections(), host.asked().len());
    assert!(
        connections * 4 < asked,
        "{connections} for {asked} requests"
    );
}

/// Where a host sends us on to within itself is looked at, some times.
#[test]
fn redirections_within_the_host_are_followed() {
    let host = Host::of_board(3);
    let port = host.port();
    host.behave(move |number, _| match number {
        0 => Manner::Elsewhere(port),
        _ => Manner::Well,
    });
    open(&host);
    assert_eq!(host.asked().len(), 2);
    host.behave(move |_, _| Manner::Elsewhere(port));
    let error = open_at(&host.url(), 3).expect_err("in circles").to_string();
    assert!(error.contains("which is not followed"), "{error}");
    assert_eq!(host.asked().len(), 6);
}

/// Headers are not read where a manifest says what is in the files. One that is about other
/// rules says nothing about these.
#[test]
fn a_manifest_is_believed_about_its_own_rules_alone() {
    let reads_headers = |host: &Host| {
        assert_right(&open(host));
        let asked = host.asked();
        let ranges = asked.iter().filter_map(|asked| asked.headers.get("range"));
        ranges
            .into_iter()
            .any(|range| range.as_bytes().starts_with(b"bytes=0-"))
    };
    assert!(reads_headers(&Host::of_listed_board(3)));
    let host = Host::of_board(3);
    assert!(!reads_headers(&host));
    let bytes = host.files()[Manifest::NAME].clone();
    let mut other = Manifest::from_bytes(&bytes).expect("a manifest");
    other.rules = Some("--double-line mover".into());
    host.files().insert(Manifest::NAME.into(), other.to_bytes());
    let error = open_at(&host.url(), 3).expect_err("changed").to_string();
    assert!(error.contains("does not match its checksum"), "{error}");
    other.blake3.clear();
    other.blake3 = blake3::hash(&other.to_bytes()).to_hex().to_string();
    host.files().insert(Manifest::NAME.into(), other.to_bytes());
    host.asked().clear();
    assert!(reads_headers(&host));
}

#[test]
fn what_passes_is_tried_again() {
    let manners = [
        Manner::Whole,
        Manner::Gzip,
        Manner::Short,
        Manner::OtherPart,
        Manner::Status(500),
        Manner::Status(503),
        Manner::Status(429),
        Manner::Closing,
    ];
    thread::scope(|scope| {
        for (manner, host) in manners
            .into_iter()
            .flat_map(|m| HOSTS.map(|host| (m, host)))
        {
            scope.spawn(move || {
                let host = host(3);
                host.behave(move |number, _| match number % 3 {
                    0 => manner,
                    _ => Manner::Well,
                });
                assert_right(&open(&host));
            });
        }
    });
}

#[test]
fn a_part_that_was_damaged_on_its_way_is_fetched_once_more() {
    for host in HOSTS.map(|host| host(3)) {
        let database = open(&host);
        let damaged = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&damaged);
        // Far enough apart that the second request is never another of them.
        host.behave(
            move |number, asked| match is_class(asked) && number % 20 == 7 {
                true => {
                    count.fetch_add(1, Ordering::Relaxed);
                    Manner::Flipped
                }
                false => Manner::Well,
            },
        );
        assert_right(&database);
        assert!(damaged.load(Ordering::Relaxed) > 0);
    }
}

#[test]
fn counts_that_were_damaged_on_their_way_are_fetched_once_more() {
    for host in HOSTS.map(|host| host(3)) {
        let database = open(&host);
        host.behave(|number, asked| match is_class(asked) && number == 3 {
            true => Manner::Flipped,
            false => Manner::Well,
        });
        let here = Database::embedded(database.rules()).expect("it is here");
        let signature = |database: &Database| database.stats().expect("the counts").signature;
        assert_eq!(signature(&database), signature(&here));
        let failures = database.activity().damaged;
        assert_eq!(failures, 1);
    }
}

/// The one line of the error when every answer about class files is bad.
fn message(host: &Host, manner: Manner) -> String {
    let database = open(host);
    host.behave(move |_, _| manner);
    let error = database
        .probe(Board::EMPTY)
        .expect_err("a bad host")
        .to_string();
    assert!(error.starts_with(&host.url()), "{error}");
    assert!(!error.contains('\n'), "{error}");
    assert!(host.asked().len() <= 12, "{}", host.asked().len());
    error
}

#[test]
fn what_stays_is_refused_in_one_line() {
    let whole = "does not send parts of files (HTTP range requests)";
    let cases = [
        (Manner::Whole, whole),
        (Manner::Gzip, "changes what it sends (Content-Encoding)"),
        (Manner::Short, "ends too early"),
        (Manner::OtherPart, "something else than was asked for"),
        (Manner::Flipped, "does not match its checksum"),
        (Manner::Flipped, "upload it again"),
        (
            Manner::Status(503),
            "the host answers 503 Service Unavailable",
        ),
        (
            Manner::Status(403),
            "the host refuses access (403 Forbidden)",
        ),
        (
            Manner::Status(401),
            "the host refuses access (401 Unauthorized)",
        ),
        (
            Manner::Elsewhere(9),
            "to another address (302 Found), which is not followed",
        ),
    ];
    // Most are tried four times, with pauses.
    thread::scope(|scope| {
        for ((manner, text), host) in cases.into_iter().flat_map(|c| HOSTS.map(|host| (c, host))) {
            scope.spawn(move || {
                let error = message(&host(3), manner);
                assert!(error.contains(text), "{manner:?}: {error}");
            });
        }
    });
}

#[test]
fn a_host_that_does_not_answer_is_reported() {
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let address = free.local_addr().expect("an address");
    drop(free);
    let error = open_at(&format!("http://{address}/db"), 3).expect_err("nobody is there");
    let error = error.to_string();
    assert!(
        error.contains("cannot be reached: Connection refused"),
        "{error}"
    );
}

#[test]
fn lists_that_are_none_are_refused() {
    let host = Host::of_board(3);
    let cases: [(Option<&[u8]>, &str); 5] = [
        (None, "no manifest.json here, which lists the class files"),
        (
            Some(b"<html>"),
            "manifest.json is not a list of class files",
        ),
        (Some(b"{}"), "manifest.json is not a list of class files"),
        (
            Some(br#"{"format":99,"classes":[]}"#),
            "use a newer version of this program",
        ),
        (
            Some(br#"{"format":1,"classes":[]}"#),
            "there are no class files here",
        ),
    ];
    for (manifest, text) in cases {
        host.files().remove(Manifest::NAME);
        if let Some(manifest) = manifest {
            host.files()
                .insert(Manifest::NAME.into(), manifest.to_owned());
        }
        let error = open_at(&host.url(), 3).expect_err("no list").to_string();
        assert!(error.contains(text), "{error}");
    }
}

/// Puts a file in the place of another of the same length.
fn replace(host: &Host, class: Class) {
    let mut files = host.files();
    let file = files.get_mut(&name(class)).expect("a class file");
    for byte in &mut file[64..] {
        *byte = !*byte;
    }
}

/// A board of the middle, whose class has pages.
fn board() -> Board {
    let far = |(_, value): &&(Board, Value)| value.distance() > Some(3);
    boards()
        .iter()
        .find(far)
        .expect("some are far from the end")
        .0
}

#[test]
fn a_file_that_is_replaced_is_reported() {
    for (before, after) in [
        (Some("\"first\""), Some("\"second\"")),
        // Weak ones are never sent to the host, but compared.
        (Some("W/\"first\""), Some("W/\"second\"")),
    ] {
        let host = Host::of_board(3);
        host.set_tag(before);
        let database = open(&host).with_cache(0);
        let (value, _) = database.probe_with_moves(board()).expect("an answer");
        assert_eq!(database.probe(board()).expect("an answer"), value);
        replace(&host, Class::of(board()));
        host.set_tag(after);
        let error = database
            .probe(board())
            .expect_err("another file")
            .to_string();
        assert!(
            error.contains("was replaced on the host while it was read"),
            "{error}"
        );
    }
}

#[test]
fn without_tags_checksums_tell_that_a_file_was_replaced() {
    let host = Host::of_board(3);
    host.set_tag(None);
    let database = open(&host).with_cache(0);
    database.probe(board()).expect("an answer");
    replace(&host, Class::of(board()));
    let error = database
        .probe(board())
        .expect_err("another file")
        .to_string();
    assert!(error.contains("does not match its checksum"), "{error}");
}

#[test]
fn a_file_of_another_length_than_listed_is_reported() {
    let host = Host::of_board(3);
    let class = Class::of(Board::EMPTY);
    host.files().get_mut(&name(class)).expect("a file").push(0);
    let error = open(&host).probe(Board::EMPTY).expect_err("another length");
    let error = error.to_string();
    assert!(error.contains("in the list of files"), "{error}");
}

#[test]
fn a_listed_file_that_is_not_there_is_missing() {
    let message = |host: Host| {
        host.files().remove(&name(Class::of(Board::EMPTY)));
        open(&host)
            .probe(Board::EMPTY)
            .expect_err("it is not there")
    };
    let error = message(Host::of_listed_board(3));
    assert!(matches!(error, ProbeError::NotSolved { .. }), "{error}");
    let error = message(Host::of_board(3)).to_string();
    assert!(
        error.ends_with("there is no such file on the host"),
        "{error}"
    );
}

/// A manifest that is made up makes nobody ask for more than a page has.
#[test]
fn a_page_that_is_longer_than_can_be_is_not_asked_for() {
    const MORE: usize = 1 << 20;
    let host = Host::of_board(3);
    let bytes = host.files()[Manifest::NAME].clone();
    let mut manifest = Manifest::from_bytes(&bytes).expect("a manifest");
    let class = Class::of(board());
    let mut entries = manifest.classes.iter_mut();
    let entry = entries.find(|entry| entry.class() == class);
    let entry = entry.expect("the class is listed");
    let [(length, checksum)] = &mut entry.outline.as_mut().expect("its outline").parts[..] else {
        panic!("a class of 3×3 has few pages");
    };
    let mut file = host.files()[&name(class)].clone();
    let tail = 64 + *length as usize;
    let is_index = |&end: &usize| crc32fast::hash(&file[tail..end]) == *checksum;
    let end = (tail..file.len()).find(is_index).expect("an index");
    let index = &mut file[tail..end];
    let first = u32::from_le_bytes(index[..4].try_into().expect("four bytes"));
    index[..4].copy_from_slice(&(first + MORE as u32).to_le_bytes());
    *length += MORE as u32;
    *checksum = crc32fast::hash(index);
    entry.bytes += MORE as u64;
    file.splice(tail..tail, [0; MORE]);
    manifest.blake3.clear();
    manifest.blake3 = blake3::hash(&manifest.to_bytes()).to_hex().to_string();
    host.files().insert(name(class), file);
    host.files()
        .insert(Manifest::NAME.into(), manifest.to_bytes());
    let error = open(&host).probe(board()).expect_err("made up").to_string();
    let asked = host.asked();
    let ranges = asked.iter().filter_map(|asked| asked.headers.get("range"));
    let longest = ranges
        .filter_map(part)
        .map(|(from, until)| until - from)
        .max();
    assert!(longest < Some(MORE), "{longest:?} {error}");
    assert!(
        error.contains("corrupt: it is not as its outline says"),
        "{error}"
    );
}
