//! The table of the outcomes of all divisions of the numbers.

use std::collections::HashMap;

use quixotic_game::{Budget, Game as _, Player, Stopped};
use quixotic_numerical::{Hand, Numerical, Question, Rules, Solver, Verdict};

/// The columns of a table.
pub const COLUMNS: [&str; 4] = ["first", "second", "outcome", "boards"];

/// The row of the split in which the first player has these numbers. The boards visited to find
/// it are the same in every run if there is one thread.
///
/// # Panics
/// If they are not half of the numbers, as [`splits`](quixotic_numerical::splits) lists them.
pub fn solve(size: u8, first: Hand, budget: &Budget) -> Result<[String; 4], Stopped> {
    let rules = Rules::split(size, first).expect("it is a split");
    let game = &Numerical::new(rules);
    let second = game.rules().hand(Player::O);
    let mut boards = 0;
    for asker in [Player::X, Player::O] {
        let solver = Solver::new(game, Question::of(game.rules(), asker), Default::default());
        let answer = solver.ask(&game.start(), budget)?;
        boards += answer.nodes();
        if answer.yes {
            return Ok(row(first, second, Verdict::win(asker), boards));
        }
    }
    Ok(row(first, second, Verdict::Tie, boards))
}

/// The cells of a row.
pub fn row(first: Hand, second: Hand, outcome: Verdict, boards: u64) -> [String; 4] {
    [
        spaced(first),
        spaced(second),
        outcome.to_string(),
        boards.to_string(),
    ]
}

/// `1 3 5`, since commas are between the columns.
fn spaced(hand: Hand) -> String {
    hand.to_string().replace(',', " ")
}

/// The splits that the text of a table has, on a board of that size.
///
/// # Errors
///
/// What is wrong with the table, in words.
pub fn read(size: u8, text: &str) -> Result<HashMap<Hand, Verdict>, String> {
    if text.is_empty() {
        return Ok(HashMap::new());
    }
    let mut rows = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows = rows.records();
    let heading = rows.next().and_then(Result::ok);
    if heading.is_none_or(|heading| heading.iter().ne(COLUMNS)) {
        let columns = COLUMNS.join(",");
        return Err(format!("it does not begin with `{columns}`"));
    }
    if !text.ends_with('\n') {
        return Err("it ends within a line: delete its last line".into());
    }
    let row = |row: csv::Result<csv::StringRecord>| {
        let row = row.map_err(|error| error.to_string())?;
        let line = row.position().map_or(0, csv::Position::line);
        read_row(size, &row).map_err(|error| format!("line {line}: {error}"))
    };
    rows.map(row).collect()
}

fn read_row(size: u8, row: &csv::StringRecord) -> Result<(Hand, Verdict), String> {
    let cells: Vec<&str> = row.iter().collect();
    let [first, second, outcome, _boards] = cells[..] else {
        return Err("a row has 4 columns".into());
    };
    let hand = |text: &str| {
        let hand = text.replace(' ', ",").parse::<Hand>();
        hand.map_err(|error| error.to_string())
    };
    let rules = Rules::split_in_two(size, hand(first)?, hand(second)?);
    let rules = rules.map_err(|error| error.to_string())?;
    let all = [Verdict::First, Verdict::Second, Verdict::Tie];
    let verdict = all
        .into_iter()
        .find(|verdict| verdict.to_string() == outcome);
    let verdict = verdict.ok_or("the third column is not an outcome")?;
    Ok((rules.hand(Player::X), verdict))
}
