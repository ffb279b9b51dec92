//! The subcommands about Ultimate Tic-Tac-Toe.

use crate::command::{command, json, quixotic, run, words};
use serde_json::Value;
use tempfile::tempdir;

/// The figures in docs/results, without those of the shipped certificate, which the
/// tests of quixotic-check re-derive.
fn recorded() -> Value {
    serde_json::from_str(include_str!("../../../../docs/results/ultimate.json")).unwrap()
}

#[test]
fn a_certificate_is_made_and_checked() {
    let place = tempdir().unwrap();
    let solved = run(command()
        .args(["solve", "ultimate", "--by", "31", "--quiet", "--db"])
        .arg(place.path()))
    .succeeds();
    let first = solved.stdout.lines().next();
    assert_eq!(first, Some("X cannot force a win by ply 31."));
    let file = place.path().join("ultimate31.qxd");
    let name = file.to_str().unwrap();

    let claims = json(&[
        "verify",
        "ultimate",
        "--quiet",
        "--json",
        "--certificate",
        name,
    ]);
    let recorded = recorded();
    for claim in ["strategy", "lemma5", "lemma6"] {
        assert_eq!(claims[claim], recorded[claim], "{claim}");
    }
    assert_eq!(claims["strategy"]["always_wins"], true);
    assert_eq!(claims["strategy"]["worst_plies"], 43);
    assert_eq!(claims["strategy"]["best_plies"], 29);
    assert_eq!(claims["lower_bound"]["holds"], true);
    assert_eq!(claims["lower_bound"]["by"], 31);
    assert_eq!(recorded["lower_bound"]["by"], 41);

    // A damaged certificate is a "no", a missing one bad input.
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[20] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let wrong = quixotic(&["verify", "ultimate", "--quiet", "--certificate", name]);
    assert_eq!(wrong.code, Some(1), "{wrong:?}");
    let output = "lower bound  the certificate does not hold: the checksum is wrong";
    assert!(wrong.stdout.contains(output), "{}", wrong.stdout);
    // So is a file of something else.
    std::fs::write(&file, "hello").unwrap();
    let output = quixotic(&["verify", "ultimate", "--certificate", name]).refuses();
    assert_eq!(output, format!("{name}: not a certificate of quixotic"));
    std::fs::remove_file(&file).unwrap();
    let output = quixotic(&["verify", "ultimate", "--certificate", name]).refuses();
    assert!(
        output.starts_with(&format!("cannot read {name}: ")),
        "{output}"
    );
}

/// A certificate that leaves a first move out of account says so, and no more than it proves.
#[test]
fn a_first_move_can_be_left_out() {
    let place = tempdir().unwrap();
    let solved = run(command()
        .args(words("solve ultimate --except 44 --by 25 -q --db"))
        .arg(place.path()))
    .succeeds();
    let claim = "X cannot force a win by ply 25 after any first move but 44.";
    assert_eq!(solved.stdout.lines().next(), Some(claim));
    assert!(solved.stdout.contains("  problems     126, "));
    let file = place.path().join("ultimate25-except-44.qxd");
    let name = file.to_str().unwrap();
    let verified = quixotic(&["verify", "ultimate", "-q", "--certificate", name]).succeeds();
    let claim = "lower bound  X cannot win by ply 25 after any first move but 44 (";
    let last = verified.stdout.lines().last().unwrap();
    assert!(last.starts_with(claim), "{}", verified.stdout);
}

#[test]
fn probe_prints_outcomes_and_advice() {
    let start = json(&["probe", "ultimate", "--json"]);
    // The start and one game from it are proved; what else is six plies away is open.
    assert_eq!(
        (&start["outcome"], &start["distance"]),
        (&"win".into(), &43.into())
    );
    assert_eq!(
        (&start["moves"][0]["move"], &start["moves"][0]["distance"]),
        (&"44".into(), &43.into())
    );
    assert_eq!(start["moves"][1]["outcome"], "open");
    assert_eq!(start["advice"]["move"], "44");
    assert_eq!(start["moves"].as_array().unwrap().len(), 81);
    let reason = "opening: take the centre of the centre field";
    assert_eq!(start["advice"]["reason"], reason);
    let answered = json(&["probe", "ultimate", "--moves", "44,40", "--json"]);
    assert_eq!(answered["advice"]["move"], "04");
    assert_eq!(answered["distance"], 41);
    let defended = json(&["probe", "ultimate", "--moves", "44", "--json"]);
    assert_eq!(defended["outcome"], "loss");
    assert_eq!(defended["distance"], 42);
    assert_eq!(defended["moves"][0]["move"], "40");
    assert_eq!(defended["advice"]["move"], "40");
    assert_eq!(
        answered["advice"]["reason"],
        "opening: return to the centre"
    );
}
