//! A store filled on demand: it requests what a question needs, all at once, and nothing else.

use quixotic_game::Rng;
use quixotic_quixo::{Board, Quixo, Rules};
use quixotic_tablebase::store::{
    Bundle, Manifest, ManifestError, OnDemand, ReadRequest, Refused, Volume, VolumePlace,
};
use quixotic_tablebase::{Database, ProbeError, Store};
use std::sync::Arc;

fn rules() -> Rules {
    Rules::official(4).unwrap()
}

fn manifest() -> Manifest {
    let levels: Vec<u8> = (0..=16).collect();
    Manifest::of(&Bundle::embedded(rules()).unwrap(), rules(), &levels).unwrap()
}

fn fetch(read: &ReadRequest) -> Vec<u8> {
    let bundle = Bundle::embedded(rules()).unwrap();
    bundle.read_many(std::slice::from_ref(read)).unwrap()[0].to_vec()
}

/// Asks until there is an answer; returns it with the number of waves of fetching.
fn answered<T>(store: &OnDemand, ask: impl Fn() -> Result<T, ProbeError>) -> (T, usize) {
    let mut waves = 0;
    loop {
        match ask() {
            Ok(answer) => {
                store.tidy();
                return (answer, waves);
            }
            Err(error) => {
                let wanted = store.take_wanted();
                assert!(!wanted.is_empty(), "{error}");
                for read in wanted {
                    let supplied = store.supply(read.class, read.range.start, fetch(&read));
                    supplied.unwrap();
                }
                waves += 1;
            }
        }
    }
}

fn boards(count: usize) -> Vec<Board> {
    let quixo = Quixo::new(rules());
    let mut rng = Rng::new(4);
    let mut boards = vec![Board::EMPTY];
    while boards.len() < count {
        let children: Vec<Board> = quixo
            .children(boards[boards.len() - 1])
            .map(|(_, b)| b)
            .collect();
        boards.push(rng.pick(&children).unwrap_or(Board::EMPTY));
    }
    boards
}

#[test]
fn it_answers_as_a_store_that_has_everything() {
    let whole = Database::embedded(rules()).unwrap();
    // So little room that parts have to be fetched again.
    for limit in [1 << 30, 20_000] {
        let store = Arc::new(OnDemand::new(manifest(), limit));
        let database = Database::from_store(Arc::clone(&store), rules())
            .unwrap()
            .with_cache(0);
        assert_eq!(database.levels(), whole.levels());
        for board in boards(300) {
            let (found, waves) = answered(&store, || database.probe_with_moves(board));
            assert_eq!(found, whole.probe_with_moves(board).unwrap());
            // Parts of indices, and pages.
            assert!(waves <= 2, "{waves}");
            let (outcomes, waves) = answered(&store, || database.known_outcomes_with_moves(board));
            assert!(waves == 0 || limit < 1 << 30, "they are part of the same");
            assert_eq!(outcomes.0, Some(found.0.outcome()));
        }
        let (stats, waves) = answered(&store, || database.stats());
        assert_eq!(stats, whole.stats().unwrap());
        assert_eq!(waves, 1);
    }
}

#[test]
fn it_takes_nothing_that_is_wrong() {
    let store = Arc::new(OnDemand::new(manifest(), 1 << 20));
    let database = Database::from_store(Arc::clone(&store), rules()).unwrap();
    assert!(database.probe(Board::EMPTY).is_err());
    let wanted = store.take_wanted();
    let read = &wanted[0];
    let mut bytes = fetch(read);
    assert_eq!(
        store.supply(read.class, read.range.start + 1, bytes.clone()),
        Err(Refused::Unwanted)
    );
    bytes[0] ^= 1;
    assert_eq!(
        store.supply(read.class, read.range.start, bytes.clone()),
        Err(Refused::Damaged)
    );
    bytes[0] ^= 1;
    assert_eq!(store.supply(read.class, read.range.start, bytes), Ok(()));
}

/// Every byte of a manifest counts: one that is changed is not believed.
#[test]
fn a_damaged_manifest_is_refused() {
    let whole = manifest();
    assert_eq!(Manifest::read(&whole.to_bytes(), rules()).unwrap(), whole);
    let bytes = whole.to_bytes();
    for at in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(Manifest::read(&damaged, rules()).is_err(), "{at}");
    }
    let other = Manifest::read(&bytes, Rules::official(5).unwrap());
    assert!(matches!(other, Err(ManifestError::Other { .. })));
}

/// The page reads folders. A name or a place that leads out of an archive is believed nowhere.
#[test]
fn archives_are_told_from_folders_and_stay_within_themselves() {
    let archive = |name: &str, offset: u64| {
        let manifest = manifest();
        let bytes = manifest
            .classes
            .iter()
            .map(|entry| entry.bytes)
            .max()
            .unwrap();
        let volume = Volume {
            name: name.into(),
            bytes: bytes + 512,
            sha256: String::new(),
        };
        let place = VolumePlace {
            volume: 0,
            offset,
            hashes: 0,
            hash: "0".repeat(64),
        };
        let places = vec![place; manifest.classes.len()];
        manifest.archived(vec![volume], places).to_bytes()
    };
    let good = archive("quixo.tar", 512);
    assert!(Manifest::from_bytes(&good).unwrap().is_archive());
    let refused = Manifest::read(&good, rules());
    assert!(
        matches!(refused, Err(ManifestError::Archive)),
        "{refused:?}"
    );
    for bad in [
        archive("../quixo.tar", 512),
        archive("/quixo.tar", 512),
        archive(".quixo", 512),
        archive("", 512),
        archive("quixo.tar", 513),
        archive("quixo.tar", u64::MAX),
    ] {
        let refused = Manifest::from_bytes(&bad);
        assert!(
            matches!(refused, Err(ManifestError::Contradictory)),
            "{refused:?}"
        );
    }
}
