//! The table of the outcomes of all divisions of the numbers.

use std::collections::HashMap;

use quixotic_game::{Budget, Game as _, Player, Stopped};

use crate::{Hand, Numerical, Question, Rules, Solver, Verdict};

/// The columns of a table.
pub const COLUMNS: [&str; 4] = ["first", "second", "outcome", "boards"];

/// The row of the split in which the first player has these numbers. The boards visited to find
/// it are the same in every run if there is one thread.
///
/// # Panics
/// If they are not half of the numbers, as [`splits`](crate::splits) lists them.
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

/// The text of a table. Numbers, spaces and words need no quotes.
pub fn write(rows: impl IntoIterator<Item = [String; 4]>) -> String {
    let heading = COLUMNS.map(str::to_owned);
    let rows = std::iter::once(heading).chain(rows);
    rows.map(|row| row.join(",") + "\n").collect()
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
    let (mut lines, heading) = (text.lines(), COLUMNS.join(","));
    if lines.next() != Some(&*heading) {
        return Err(format!("it does not begin with `{heading}`"));
    }
    if !text.ends_with('\n') {
        return Err("it ends within a line: delete its last line".into());
    }
    let mut solved = HashMap::new();
    for (number, line) in (2..).zip(lines) {
        let wrong = |what: String| format!("line {number}: {what}");
        let (first, verdict) = read_row(size, line).map_err(wrong)?;
        if solved.insert(first, verdict).is_some() {
            return Err(wrong("its split has a row already".into()));
        }
    }
    Ok(solved)
}

fn read_row(size: u8, line: &str) -> Result<(Hand, Verdict), String> {
    let cells: Vec<&str> = line.split(',').collect();
    let [first, second, outcome, boards] = cells[..] else {
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
    let boards = boards.parse().ok().filter(|boards| *boards > 0);
    let boards = boards.ok_or("the fourth column is not a number of boards")?;
    // What is written in another way was changed by somebody.
    let [first, second] = [Player::X, Player::O].map(|player| rules.hand(player));
    let expected = row(first, second, verdict, boards).join(",");
    match line == expected {
        true => Ok((first, verdict)),
        false => Err(format!("expected `{expected}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let split = |numbers: &str| numbers.parse::<Hand>().unwrap();
        let rows = [
            row(split("1,2,3,4,5"), split("6-9"), Verdict::First, 7),
            row(split("1,3,5,7,9"), split("2,4,6,8"), Verdict::Tie, 8),
        ];
        let solved = read(3, &write(rows)).unwrap();
        assert_eq!(solved[&split("1-5")], Verdict::First);
        assert_eq!(solved[&split("1,3,5,7,9")], Verdict::Tie);
        assert_eq!(solved.len(), 2);
    }

    #[test]
    fn what_is_no_table_is_refused_with_the_reason() {
        let heading = write([]);
        for (text, reason) in [
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
        ] {
            let error = read(3, &text).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
    }
}
