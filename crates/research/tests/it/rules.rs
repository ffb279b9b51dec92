//! Rules of thumb: the search for cards, and the page about them.

use crate::command::{files, quixotic as research};

/// What is measured of 3×3 is the same again; what takes long or needs the database of 5×5 is not looked at. If it
/// fails, the command in the page's second paragraph writes it anew.
#[test]
fn the_page_says_of_3x3_what_is_measured() {
    let directory = tempfile::tempdir().unwrap();
    let out = directory.path().to_str().unwrap();
    // As the page's second paragraph has it.
    let measured = [
        "cards",
        "--positions",
        "1000",
        "--games",
        "40",
        "--seed",
        "31",
    ];
    let here = ["--boards", "3", "--quiet", "--out", out];
    research(&[&measured[..], &here].concat()).succeeds();
    let written = files(directory.path());
    let text = |name: &str| String::from_utf8(written[name].clone()).unwrap();
    let section = |page: &str| {
        let (_, rest) = page.split_once("\n## 3×3\n").unwrap();
        rest.split("\n## ").next().unwrap().trim_end().to_owned()
    };
    let results = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/");
    let committed = |name: &str| std::fs::read_to_string(format!("{results}{name}")).unwrap();
    assert_eq!(section(&text("rules.md")), section(&committed("rules.md")));
    assert_eq!(text("rules-quixo3.svg"), committed("rules-quixo3.svg"));
}

/// A list that the search finds errs no more often than one that it could have kept.
#[test]
fn the_search_finds_lists_that_err_less_the_longer_they_are() {
    let search = [
        "rules",
        "quixo3",
        "--rounds",
        "1",
        "--positions",
        "60",
        "--games",
        "4",
    ];
    let found = research(&[&search[..], &["--quiet"]].concat()).succeeds();
    let lists = found
        .stdout
        .lines()
        .filter_map(|line| line.split_once(" %: "));
    let lists: Vec<(f64, &str)> = lists
        .map(|(error, list)| (error.parse().unwrap(), list))
        .collect();
    assert_eq!(lists.len(), 8);
    for (number, (error, list)) in lists.iter().enumerate() {
        assert_eq!(list.split(',').count(), number + 1);
        assert!(number == 0 || *error <= lists[number - 1].0, "{lists:?}");
    }
    // The same seed finds the same, and a list is judged as the search judged it.
    let again = research(&[&search[..], &["--quiet", "--threads", "1"]].concat()).succeeds();
    assert_eq!(again.stdout, found.stdout);
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let line = research(&["rules", "quixo4", "--line", "3"]).refuses();
    assert!(line.contains("official rules"), "{line}");
    let card = research(&["rules", "quixo4", "--card", "win,luck"]).refuses();
    assert!(card.contains("`luck` is no rule"), "{card}");
}
