//! `traps`: the model against agents, and `perfect` with every move checked.

use std::fs;

use tempfile::tempdir;

use crate::command::{command, run, words};

#[test]
fn a_small_run_fits_tries_and_checks_every_move() {
    let directory = tempdir().unwrap();
    let args = words("traps quixo4 --positions 40 --games 4 --seed 5 --quiet --out");
    run(command().args(args).arg(directory.path())).succeeds();
    let page = fs::read_to_string(directory.path().join("traps-quixo4.md")).unwrap();
    let rows = |first: &str| -> Vec<Vec<String>> {
        let rows = page.lines().filter(|line| line.starts_with(first));
        let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect();
        rows.map(cells).collect()
    };
    // The beginner takes the highest temperature; 40 positions do not tell the others apart.
    let fitted = [
        "| beginner | `slips:",
        "| club | `minimax:2`",
        "| strong | `mcts:1000`",
    ];
    let temperatures = fitted.map(|row| rows(row)[0][4].parse::<f64>().unwrap());
    assert!(
        temperatures[1..]
            .iter()
            .all(|&other| other < temperatures[0]),
        "{page}"
    );
    // Each of the three strengths is tried on two agents.
    let tried = ["| beginner |", "| club |", "| strong |"].map(|row| rows(row).len());
    assert_eq!(tried, [3; 3], "{page}");
    let matches = ["| `minimax:2` |", "| `minimax:3` |", "| `search:25ms` |"];
    for opponent in matches {
        let [row] = &rows(opponent)[..] else {
            panic!("{opponent}: {page}");
        };
        let (moves, worse) = (&row[6], &row[7]);
        assert!(
            moves.replace(',', "").parse::<u32>().unwrap() >= 4,
            "{row:?}"
        );
        assert_eq!(worse, "0", "{row:?}");
    }
    for picture in ["traps-quixo4-reply.svg", "traps-quixo4-trap.svg"] {
        let svg = fs::read_to_string(directory.path().join(picture)).unwrap();
        assert!(svg.contains("beginner") && svg.contains("strong"), "{svg}");
    }
}

#[test]
fn without_a_network_it_says_so() {
    let directory = tempdir().unwrap();
    let mut small = command();
    small
        .args(words("traps quixo3 --quiet --out"))
        .arg(directory.path());
    let error = run(&mut small).refuses();
    assert!(
        error.contains("quixo3 has no network that judges its boards"),
        "{error}"
    );
}
