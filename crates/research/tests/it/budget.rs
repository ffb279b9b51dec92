//! Every question stops when its budget says so.

use quixotic_game::{Budget, Stop, Stopped, Value};
use quixotic_quixo::Rules;
use quixotic_research::chance::{Sample, Survey};
use quixotic_research::opening::openings;
use quixotic_research::{notable, smallest};
use quixotic_tablebase::{Database, ProbeError};

#[test]
fn no_question_is_answered_once_it_is_stopped() {
    let database = Database::embedded(Rules::official(4).unwrap()).unwrap();
    let stop = Stop::new();
    stop.stop();
    let budget = &Budget::UNLIMITED.with_stop(&stop);
    let sample = Sample { size: 100, seed: 1 };
    let survey = Survey::new(database.quixo(), 8, sample, &Budget::UNLIMITED).unwrap();
    // A level that is looked through, and one that positions are drawn from.
    let choose = |size| {
        let survey = Survey::new(database.quixo(), 8, Sample { size, seed: 1 }, budget);
        survey.map(drop).map_err(Into::into)
    };
    for answer in [
        notable::with_value(&database, Value::loss(1), budget).map(drop),
        notable::with_value(&database, Value::win(21), budget).map(drop),
        notable::without_predecessor(&database, budget).map(drop),
        notable::always_coming_back(&database, budget).map(drop),
        smallest::decided(&database, budget).map(drop),
        smallest::decided_by_empty_tiles(&database, budget).map(drop),
        smallest::balanced_losses(&database, budget).map(drop),
        openings(&database, 2, budget).map(drop),
        survey.ask(&database, budget, &mut |_| {}).map(drop),
        choose(1 << 20),
        choose(100_000),
    ] {
        assert!(
            matches!(answer, Err(ProbeError::Stopped(Stopped::Asked))),
            "{answer:?}"
        );
    }
}
