//! (4,4) is the only first move with which X wins in 43 plies: after any other, O has an
//! answer to everything up to ply 43.

use quixotic_check::ultimate::{check, check_parts};
use quixotic_game::Budget;
use quixotic_ultimate::proof::{
    Certificate, Claim, Part, lower_bound, problem_count, solve_problem,
};
use quixotic_ultimate::{Move, Symmetry};

const CENTRE: Move = Move::new(4, 4);
const CLAIM: Claim = Claim {
    by: 43,
    spared: Some(CENTRE),
};

fn words(line: &[Move]) -> String {
    let moves: Vec<String> = line.iter().map(Move::to_string).collect();
    moves.join(" ")
}

#[test]
fn the_strongest_claims_are_not_refuted_by_the_strategy() {
    assert_eq!(Claim::strongest(Some(CENTRE)), CLAIM);
    assert_eq!(Claim::strongest(None), Claim::of_all(41));
    assert!(!CLAIM.is_refuted() && !Claim::of_all(42).is_refuted());
    for spared in [None, Some(Move::new(0, 0)), Some(Move::new(4, 0))] {
        assert!(!Claim::strongest(spared).is_refuted());
        assert!(Claim { by: 43, spared }.is_refuted(), "{spared:?}");
    }
}

#[test]
fn claims_say_what_they_leave_out() {
    let message = "X cannot force a win by ply 43 after any first move but 44";
    assert_eq!(CLAIM.to_string(), message);
    assert_eq!(
        Claim::of_all(41).to_string(),
        "X cannot force a win by ply 41"
    );
    let spared = Some(Move::new(0, 2));
    let message = "X cannot force a win by ply 9 after any first move but 02 and its images";
    assert_eq!(Claim { by: 9, spared }.to_string(), message);
}

/// A double has 57 problems, any other first move one. All images are spared together.
#[test]
fn a_spared_first_move_has_no_problems() {
    assert_eq!(problem_count(Claim::of_all(41)), 12 + 3 * 57);
    for (mv, gone) in [
        (CENTRE, 57),
        (Move::new(0, 0), 57),
        (Move::new(1, 1), 57),
        (Move::new(0, 1), 1),
    ] {
        for symmetry in Symmetry::all() {
            let spared = mv.turned(symmetry);
            let claim = Claim {
                spared: Some(spared),
                ..Claim::of_all(41)
            };
            assert_eq!(problem_count(claim), 183 - gone, "{spared}");
        }
    }
}

/// Some of the problems, each of which takes a tenth of a second.
#[test]
fn parts_by_ply_43_are_made_and_checked() {
    let problems = [
        (12, "00 08 81"),
        (14, "00 08 83"),
        (24, "00 08 80 04 45"),
        (69, "11 10 00"),
        (71, "11 10 03"),
        (79, "11 10 01 12 23"),
    ];
    let solve = |&(number, line): &(usize, &str)| -> Part {
        let part = solve_problem(number, CLAIM, &Budget::UNLIMITED).unwrap();
        assert_eq!(words(&part.line), line);
        part
    };
    let certificate = Certificate {
        claim: CLAIM,
        parts: problems.iter().map(solve).collect(),
    };
    let report = check_parts(&certificate.to_bytes(), &|| true).unwrap();
    assert_eq!((report.by, report.spared, report.parts), (43, Some(40), 6));
}

#[test]
#[ignore = "takes some minutes; run it with `cargo test --release -p quixotic-ultimate --test suite only_first_move -- --ignored`"]
fn no_other_first_move_wins_by_ply_43() {
    let certificate = lower_bound(CLAIM, &Budget::UNLIMITED, |_| {}).unwrap();
    let report = check(&certificate.to_bytes(), &|| true).unwrap();
    let message = "X cannot win by ply 43 after any first move but 44";
    assert_eq!((report.to_string().as_str(), report.parts), (message, 126));
}
