//! The command's code with a game of which only the opening is in the program: 4×4 as if
//! it were as large as 5×5.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::Arc;

use quixotic_catalog::{AnyGame, Catalog, Error, GameId, Kind, RuleValues, Setup};
use quixotic_game::Stop;
use quixotic_quixo::{Class, Rules};
use quixotic_tablebase::store::Bundle;

fn standard() -> Kind {
    *Catalog::standard().kind("quixo4").unwrap()
}

fn open(id: &GameId, values: &RuleValues, setup: &Setup) -> Result<Arc<dyn AnyGame>, Error> {
    let rules = Rules::official(4).unwrap();
    let whole = Bundle::embedded(rules).unwrap();
    let files = whole.files().filter(|(class, _)| class.level() <= 3);
    let files: BTreeMap<Class, Vec<u8>> = files
        .map(|(class, file)| (class, file.to_owned()))
        .collect();
    let bundle = Bundle::new("opening", Bundle::pack(&files, rules).leak(), rules).unwrap();
    let setup = Setup {
        bundle: Some(bundle),
        data: None,
        ..setup.clone()
    };
    (standard().open)(id, values, &setup)
}

/// What a command line prints about the game `large`; it has to end well.
fn printed(args: &[&str]) -> String {
    let large = Kind {
        name: "large",
        open,
        ..standard()
    };
    let catalog = Catalog::standard().with(large);
    let args = ["quixotic"].iter().chain(args).map(OsString::from);
    let mut out = Vec::new();
    let code = quixotic_cli::run(&catalog, args, &Stop::new(), &mut out);
    assert_eq!(
        format!("{code:?}"),
        format!("{:?}", std::process::ExitCode::SUCCESS)
    );
    String::from_utf8(out).unwrap()
}

const NOTE: &str = "Exact values of large are here for positions with 0–3 marked tiles; \
                    `quixotic solve large` makes the others.\n";

#[test]
fn the_opening_is_listed_and_answered() {
    assert!(printed(&["games"]).contains("levels 0–3 in the program"));
    let start = printed(&["probe", "large"]);
    assert!(start.contains("X to move: X wins in 21 plies."), "{start}");
    assert!(!start.contains(NOTE), "{start}");
}

#[test]
fn beyond_the_opening_the_answer_says_where_values_end() {
    let edge = printed(&["probe", "large", "X2O/4/4/3X O"]);
    assert!(edge.contains(NOTE) && edge.contains(" open "), "{edge}");
    let beyond = printed(&["probe", "large", "X2O/4/4/O2X X"]);
    assert!(
        beyond.contains("X to move: not solved here, estimate: win "),
        "{beyond}"
    );
    assert!(
        beyond.contains(&format!(" %.\n{NOTE}")) && beyond.contains("not facts"),
        "{beyond}"
    );
    let json = printed(&["probe", "large", "X2O/4/4/O2X X", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["outcome"], "open");
    assert!(json["distance"].is_null() && json["moves"][0]["distance"].is_null());
}

#[test]
fn a_line_breaks_off_where_values_end() {
    let line = printed(&["line", "large"]);
    let told = format!("Under best play X wins in 21 plies.\n{NOTE}");
    assert!(line.contains(&told), "{line}");
    let beyond = printed(&["line", "large", "X2O/4/4/O2X X"]);
    let told = format!("The best move is not known.\n{NOTE}");
    assert!(beyond.contains(&told), "{beyond}");
}
