//! The table of splits of Numerical Tic-Tac-Toe is made, gone on with, and refused when it is none.

use std::fs;

use crate::command::quixotic;
use tempfile::tempdir;

#[test]
fn the_table_of_3x3_is_gone_on_with_and_is_the_one_in_the_documentation() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("splits.csv");
    let file = path.to_str().unwrap();
    let splits = |more: &[&str]| {
        let args = ["splits", "numerical3", file, "--threads", "1"];
        quixotic(&[&args, more].concat()).succeeds().stdout
    };
    let output = splits(&["--limit", "5"]);
    assert!(output.contains(" of 126 splits are solved"), "{output}");
    assert!(
        output.ends_with(&format!("To go on: quixotic splits numerical3 {file}\n")),
        "{output}"
    );
    let begun = fs::read_to_string(&path).unwrap();
    assert_eq!(begun.lines().count(), 6);

    let output = splits(&[]);
    assert!(
        output.contains("the first player wins      126"),
        "{output}"
    );
    let table = fs::read_to_string(&path).unwrap();
    assert!(table.starts_with(&begun));
    assert_eq!(
        table,
        include_str!("../../../../docs/results/numerical3-splits.csv")
    );
    // There is nothing left to do.
    assert_eq!(splits(&[]), output);
    assert_eq!(fs::read_to_string(&path).unwrap(), table);
}

#[test]
fn a_sample_says_how_sure_its_shares_are() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("sample.csv");
    let file = path.to_str().unwrap();
    let args = ["splits", "numerical3", file, "--sample", "9", "--seed", "4"];
    let output = quixotic(&args).succeeds().stdout;
    assert!(output.contains("Drawn at random"), "{output}");
    let first = output
        .lines()
        .rfind(|line| line.contains("the first player wins"));
    let first: Vec<&str> = first.unwrap().split_whitespace().skip(4).collect();
    assert_eq!(first, ["9", "100.0", "%", "(70.1–100.0)"]);
}

/// All of them are in the table, so there is nothing to solve: other ones would take hours.
#[test]
fn the_sample_of_4x4_says_what_the_documentation_says() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("sample.csv");
    let drawn = include_str!("../../../../docs/results/numerical4-sample.csv");
    fs::write(&path, drawn).unwrap();
    let except = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/results/numerical4-splits.csv"
    );
    let args = ["splits", "numerical4", path.to_str().unwrap()];
    let sample = ["--sample", "300", "--except", except, "--quiet"];
    let output = quixotic(&[&args[..], &sample].concat()).succeeds().stdout;
    let page = include_str!("../../../../docs/results/numerical4-sample.md");
    assert!(page.contains(&output), "{output}");
    assert_eq!(fs::read_to_string(&path).unwrap(), drawn);
}

#[test]
fn what_is_no_table_is_left_alone() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("splits.csv");
    let heading = "first,second,outcome,boards\n";
    for (content, reason) in [
        ("dear diary\n".to_owned(), "it does not begin with"),
        (
            format!("{heading}1 2 3 4 5,6 7 8 9,first,7"),
            "ends within a line",
        ),
        (
            format!("{heading}1 2 3 4 5,6 7 8 9,first\n"),
            "a row has 4 columns",
        ),
        (
            format!("{heading}1 2 3 4 5,5 7 8 9,first,7\n"),
            "gives 5 to both players",
        ),
        (
            format!("{heading}1 2 3 4 5,6 7 8 9,third,7\n"),
            "the third column is not an outcome",
        ),
        // Rows that would do, but that nobody has written like this.
        (
            format!("{heading}1 2 3 4 5,6 7 8 9,first,7a\n"),
            "the fourth column is not a number of boards",
        ),
        (
            format!("{heading}1 2 3 4 5,6 7 8 9,first,\n"),
            "the fourth column is not a number of boards",
        ),
        (
            format!("{heading}1 2 3 4 5,6 7 8 9,first,07\n"),
            "line 2: expected `1 2 3 4 5,6 7 8 9,first,7`",
        ),
        (
            format!("{heading}2 1 3 4 5,6 7 8 9,\"first\",7\n"),
            "the third column is not an outcome",
        ),
        (
            format!("{heading}2 1 3 4 5,6 7 8 9,first,7\n"),
            "line 2: expected `1 2 3 4 5,6 7 8 9,first,7`",
        ),
        (
            format!("{heading}1 2 3 4 5,6 7 8 9,first,7\n1 2 3 4 5,6 7 8 9,tie,9\n"),
            "line 3: its split has a row already",
        ),
    ] {
        fs::write(&path, &content).unwrap();
        let refused = quixotic(&["splits", "numerical3", path.to_str().unwrap()]).refuses();
        assert!(refused.contains(reason), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
}

/// A run that was interrupted before its first split leaves a heading.
#[test]
fn a_table_with_a_heading_alone_is_gone_on_with() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("splits.csv");
    fs::write(&path, "first,second,outcome,boards\n").unwrap();
    for rows in [1, 2] {
        quixotic(&[
            "splits",
            "numerical3",
            path.to_str().unwrap(),
            "--limit",
            "1",
        ])
        .succeeds();
        let table = fs::read_to_string(&path).unwrap();
        assert_eq!(table.lines().count(), 1 + rows, "{table}");
        assert_eq!(table.matches("outcome").count(), 1, "{table}");
    }
}
