use super::*;
use quixotic_quixo::Rules;

fn database() -> Database {
    Database::embedded(Rules::official(4).unwrap()).unwrap()
}

fn drawn(mix: &str, count: u64, plies: bool) -> Vec<Label> {
    let wanted = Draw {
        mix: mix.parse().unwrap(),
        count,
        plies,
        seed: 3,
    };
    draw(&database(), &wanted, &Budget::UNLIMITED, &mut |_| {}).unwrap()
}

#[test]
fn labels_are_what_the_database_says_one_by_one() {
    let database = database();
    for mix in [
        "random=1",
        "siblings=1",
        "visited=1",
        "boards=1",
        "minimax:1=1",
        "random=2,siblings=1",
    ] {
        for plies in [false, true] {
            let labels = drawn(mix, 300, plies);
            assert_eq!(labels.len(), 300, "{mix}");
            for label in labels {
                let value = database.probe(label.board).unwrap();
                assert_eq!(label.outcome, value.outcome());
                assert_eq!(label.plies, value.distance().filter(|_| plies));
                assert_eq!(database.quixo().ended_on(label.board), None);
                assert!(!database.quixo().wins_at_once(label.board));
            }
        }
    }
}

#[test]
fn threads_do_not_matter_and_more_labels_begin_with_the_same() {
    let on_threads = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| drawn("random=1,siblings=1", 5000, false))
    };
    let labels = on_threads(1);
    assert_eq!(labels, on_threads(3));
    assert_eq!(labels[..1000], drawn("random=1,siblings=1", 1000, false));
}

#[test]
fn moves_of_one_position_differ_in_outcome() {
    let labels = drawn("siblings=1", 2000, false);
    let share = |outcome| {
        labels
            .iter()
            .filter(|label| label.outcome == outcome)
            .count()
    };
    assert!(share(Outcome::Win) > 200 && share(Outcome::Loss) > 200);
}

#[test]
fn a_file_is_read_as_it_was_written_and_no_other() {
    let labels = drawn("random=1", 500, true);
    let bytes = write(4, &labels);
    assert_eq!(read(&bytes), Ok((4, labels)));
    assert_eq!(read(b"no labels"), Err(LabelsError::Foreign));
    for at in [4, 6, 13, 100, bytes.len() - 1] {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(read(&changed).is_err(), "byte {at}");
    }
    for length in [4, 12, 16, bytes.len() - 1] {
        assert!(read(&bytes[..length]).is_err(), "length {length}");
    }
}

#[test]
fn a_mix_is_written_as_it_is_read() {
    for text in [
        "random=1",
        "siblings=3,visited=2,boards=1000",
        "minimax:2=1,search:100=7",
    ] {
        assert_eq!(text.parse::<Mix>().unwrap().to_string(), text);
    }
    for (text, reason) in [
        ("", "SOURCE=SHARE"),
        ("random", "SOURCE=SHARE"),
        ("random=0", "from 1 to 1000"),
        (
            "nobody=1",
            "sources are `siblings`, `visited`, `boards` and agents",
        ),
        ("perfect=1", "agents play without the solution"),
        ("search:5ms=1", "does not play the same twice"),
    ] {
        let error = text.parse::<Mix>().unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}
