//! A game of which only the opening is in the program: 4×4 as if it were as large as 5×5.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use quixotic_agents::AgentSpec;
use quixotic_catalog::{
    AnyGame, Catalog, Error, Knowledge, MoveAnswer, OutcomeWord, Setup, Source,
};
use quixotic_game::{Budget, Rng};
use quixotic_quixo::{Class, Rules};
use quixotic_tablebase::store::{Bundle, Place, ReadRequest};
use quixotic_tablebase::{FileError, Store};

const UNLIMITED: &Budget = &Budget::UNLIMITED;
/// The last level that is in the program.
const LAST: u8 = 3;
/// On that level: some moves stay on it, others leave it.
const EDGE: &str = "X2O/4/4/3X O";
/// One level further.
const BEYOND: &str = "X2O/4/4/O2X X";

fn whole() -> Bundle {
    Bundle::embedded(Rules::official(4).unwrap()).unwrap()
}

fn opening() -> Bundle {
    let whole = whole();
    let files = whole
        .files()
        .filter(|(class, _)| class.level() <= LAST)
        .map(|(class, file)| (class, file.to_owned()));
    let files: BTreeMap<Class, Vec<u8>> = files.collect();
    let rules = Rules::official(4).unwrap();
    Bundle::new("opening", Bundle::pack(&files, rules).leak(), rules).unwrap()
}

/// The game with the opening in the program, and a directory for the rest.
fn with_data(data: Option<&Path>) -> Arc<dyn AnyGame> {
    let setup = Setup {
        data: data.map(Path::to_owned),
        bundle: Some(opening()),
        ..Setup::default()
    };
    let catalog = Catalog::standard();
    catalog
        .open(&catalog.read("quixo4").unwrap(), &setup)
        .unwrap()
}

fn solved() -> Arc<dyn AnyGame> {
    let catalog = Catalog::standard();
    catalog
        .open(&catalog.read("quixo4").unwrap(), &Setup::default())
        .unwrap()
}

#[test]
fn the_opening_is_known_on_a_fresh_machine() {
    let nowhere = tempfile::tempdir().unwrap();
    let missing = nowhere.path().join("not made yet");
    for data in [None, Some(missing.as_path())] {
        let game = with_data(data);
        let info = game.info();
        assert_eq!(info.levels, Some(vec![0, 1, 2, 3]));
        assert_eq!(
            (info.solution.source, info.complete),
            (Source::Embedded, false)
        );
        game.require_solution().unwrap();
        let start = game.probe("start", UNLIMITED).unwrap();
        assert_eq!(start, solved().probe("start", UNLIMITED).unwrap());
    }
}

#[test]
fn where_values_end_moves_are_open_and_a_note_says_how_to_get_them() {
    let (game, solved) = (with_data(None), solved());
    let (answer, expected) = (
        game.probe(EDGE, UNLIMITED).unwrap(),
        solved.probe(EDGE, UNLIMITED).unwrap(),
    );
    assert_eq!(
        (answer.outcome, answer.distance),
        (expected.outcome, expected.distance)
    );
    let (open, known): (Vec<_>, Vec<_>) = answer
        .moves
        .iter()
        .partition(|mv| mv.outcome == OutcomeWord::Open);
    assert!(!open.is_empty() && !known.is_empty());
    assert!(
        open.iter()
            .all(|mv| mv.distance.is_none() && mv.winner.is_none())
    );
    assert!(known.iter().all(|mv| expected.moves.contains(mv)));
    let note = "Exact values of quixo4 are here for positions with 0–3 marked tiles; \
                `quixotic solve quixo4` makes the others.";
    assert_eq!(answer.note.as_deref(), Some(note));

    let beyond = game.probe(BEYOND, UNLIMITED).unwrap();
    assert_eq!(
        (beyond.outcome, beyond.distance, beyond.winner.as_deref()),
        (OutcomeWord::Open, None, None)
    );
    assert!(
        beyond
            .moves
            .iter()
            .all(|mv| mv.outcome == OutcomeWord::Open)
    );
    assert_eq!(beyond.note.as_deref(), Some(note));
    let json = serde_json::to_value(&beyond).unwrap();
    assert_eq!(
        (&json["outcome"], &json["distance"]),
        (&"open".into(), &serde_json::Value::Null)
    );
}

#[test]
fn a_line_goes_as_far_as_values_are_known() {
    let (game, solved) = (with_data(None), solved());
    let whole = solved.line("start", UNLIMITED).unwrap();
    let line = game.line("start", UNLIMITED).unwrap();
    assert_eq!(
        (line.outcome, line.distance),
        (whole.outcome, whole.distance)
    );
    assert!(line.note.is_some() && !line.moves.is_empty());
    for mv in &line.moves {
        let known = solved.probe(&mv.position, UNLIMITED).unwrap();
        assert_eq!(known.winner, mv.winner);
    }
    assert!(game.line(BEYOND, UNLIMITED).unwrap().moves.is_empty());
}

#[test]
fn perfect_plays_the_opening_and_says_where_it_cannot_go_on() {
    let game = with_data(None);
    let offered: Vec<String> = game
        .info()
        .agents
        .into_iter()
        .map(|agent| agent.agent)
        .collect();
    assert!(
        !offered.contains(&"perfect".to_owned()),
        "it would give up on the way"
    );
    assert!(offered.iter().any(|agent| agent.starts_with("search:")));
    let perfect = AgentSpec::Perfect;
    let best = solved().probe("start", UNLIMITED).unwrap();
    let choice = game.choose("start", &perfect, 1, UNLIMITED).unwrap();
    let chosen = best.moves.iter().find(|mv| mv.mv == choice.mv).unwrap();
    assert_eq!(
        (chosen.outcome, chosen.distance),
        (best.outcome, best.distance)
    );
    let error = game.choose(BEYOND, &perfect, 1, UNLIMITED).unwrap_err();
    assert!(matches!(error, Error::Missing { .. }));
    assert!(
        error.to_string().contains("quixotic solve quixo4"),
        "{error}"
    );
    // A search goes on.
    let search = AgentSpec::parse("search:200").unwrap();
    game.choose(BEYOND, &search, 1, UNLIMITED).unwrap();
}

#[test]
fn levels_of_a_directory_join_those_in_the_program() {
    let data = tempfile::tempdir().unwrap();
    let game = with_data(Some(data.path()));
    assert!(!game.info().complete);
    let directory = data.path().join("quixo4");
    fs::create_dir(&directory).unwrap();
    for (class, file) in whole().files().filter(|(class, _)| class.level() > LAST) {
        let name = format!("c{:02}-{:02}.qxc", class.mine, class.theirs);
        fs::write(directory.join(name), file).unwrap();
    }
    // What was seen of a directory is believed for a second.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    let info = game.info();
    assert_eq!(
        (info.solution.source, info.complete),
        (Source::Directory, true)
    );
    assert_eq!(game.stats().unwrap(), solved().stats().unwrap());
    for position in ["start", EDGE, BEYOND] {
        assert_eq!(
            game.probe(position, UNLIMITED).unwrap(),
            solved().probe(position, UNLIMITED).unwrap()
        );
    }
}

#[test]
fn a_directory_that_was_asked_for_has_to_be_there() {
    let data = tempfile::tempdir().unwrap();
    let catalog = Catalog::standard();
    let open = |db: &Path| {
        let setup = Setup {
            db: Some(db.into()),
            bundle: Some(opening()),
            ..Setup::default()
        };
        catalog
            .open(&catalog.read("quixo4").unwrap(), &setup)
            .unwrap()
    };
    let missing = open(&data.path().join("a typing error"));
    assert!(matches!(
        missing.probe("start", UNLIMITED),
        Err(Error::Missing { .. })
    ));
    // One that is there and has other levels goes together with the opening.
    let note = open(data.path())
        .probe(BEYOND, UNLIMITED)
        .unwrap()
        .note
        .unwrap();
    assert!(note.contains("`quixotic solve quixo4 --db DIR`"), "{note}");
}

/// A host that is away.
#[derive(Debug, Default)]
struct Away {
    asked: AtomicU32,
}

impl Store for Away {
    fn classes(&self) -> Result<Vec<Class>, FileError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Err(FileError::new(Path::new("away"), ErrorKind::TimedOut))
    }

    fn name(&self, class: Class) -> PathBuf {
        class.to_string().into()
    }

    fn length(&self, _: Class) -> Result<u64, FileError> {
        Err(FileError::new(Path::new("away"), ErrorKind::TimedOut))
    }

    fn read_many(&self, _: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        Err(FileError::new(Path::new("away"), ErrorKind::TimedOut))
    }
}

/// Each time may take as long as somebody waits at all.
#[test]
fn a_host_that_is_away_is_asked_once_for_what_is_listed() {
    let away = Arc::new(Away::default());
    let setup = Setup {
        db: Some(Place::Store {
            name: "away".into(),
            store: Arc::clone(&away) as _,
        }),
        ..Setup::default()
    };
    let catalog = Catalog::standard();
    let game = catalog.open(&catalog.read("quixo5").unwrap(), &setup);
    let game = game.unwrap();
    let info = game.info();
    assert_eq!((info.solution.source, info.complete), (Source::None, false));
    assert_eq!(away.asked.load(Ordering::Relaxed), 1);
    assert!(matches!(game.require_solution(), Err(Error::Broken { .. })));
}

/// Whatever is said to be proved on a machine without the database is what the database says, and
/// no move that may be better stands below a proved loss.
#[test]
fn what_is_proved_is_true_on_a_thousand_positions_of_play() {
    let (game, solved) = (with_data(None), solved());
    let mut rng = Rng::new(28);
    let mut position = game.info().start;
    let (mut proved, mut estimated) = (0, 0);
    for _ in 0..1000 {
        let truth = solved.probe(&position, UNLIMITED).unwrap();
        if truth.moves.is_empty() {
            position = game.info().start;
            continue;
        }
        let answer = game.probe(&position, UNLIMITED).unwrap();
        if answer.known == Knowledge::Proved {
            assert_eq!(
                (answer.outcome, answer.distance),
                (truth.outcome, truth.distance),
                "{position}"
            );
        } else {
            assert_eq!(answer.outcome, OutcomeWord::Open);
            assert_eq!(
                answer.known == Knowledge::Estimated,
                answer.estimate.is_some()
            );
        }
        for found in &answer.moves {
            let is_same = |other: &&MoveAnswer| other.mv == found.mv;
            let expected = truth.moves.iter().find(is_same).unwrap();
            if found.known == Knowledge::Proved {
                proved += 1;
                assert_eq!(
                    (found.outcome, found.distance, found.estimate),
                    (expected.outcome, expected.distance, None),
                    "{position} {}",
                    found.mv
                );
            } else {
                estimated += 1;
                assert_eq!(found.outcome, OutcomeWord::Open);
            }
        }
        // But for losses that are proved to be the longest.
        let is_best = |found: &MoveAnswer| found.distance == answer.distance;
        let moves = answer.moves.iter().skip_while(|found| is_best(found));
        let lost = moves.map(|found| found.outcome == OutcomeWord::Loss);
        assert!(lost.is_sorted(), "{position}");
        // The header promises what its best move does.
        let best = answer.moves[0].estimate;
        if answer.known == Knowledge::Estimated && best.is_some() {
            assert_eq!(answer.estimate, best, "{position}");
        }
        let chosen = rng.below(answer.moves.len());
        position = answer.moves[chosen].position.clone();
    }
    assert!(proved > 1000 && estimated > 1000, "{proved} {estimated}");
}
