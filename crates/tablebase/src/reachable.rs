//! How many positions can occur in play: the counts that ship with the program.

use quixotic_quixo::{Class, Rules};

/// How many positions of each class legal play from the empty board can lead to, as
/// the solver has counted them: for the official rules.
pub fn reachable_by_class(rules: Rules) -> Option<Vec<(Class, u64)>> {
    let game = format!("quixo{}", rules.size());
    let rows = SHIPPED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1);
    let of_game = rows.filter_map(|row| row.strip_prefix(&game)?.strip_prefix(','));
    let classes: Vec<(Class, u64)> = of_game.map(parse_class).collect();
    (rules.is_official() && !classes.is_empty()).then_some(classes)
}

/// How many positions legal play from the empty board can lead to: the sum of
/// [`reachable_by_class`].
pub fn reachable_positions(rules: Rules) -> Option<u64> {
    let classes = reachable_by_class(rules)?;
    Some(classes.iter().map(|&(_, reachable)| reachable).sum())
}

/// Lines `game,mover,other,reachable` after a comment and a heading.
const SHIPPED: &str = include_str!("../data/reachable.csv");

/// Reads `mover,other,reachable`.
fn parse_class(row: &str) -> (Class, u64) {
    let numbers: Option<Vec<u64>> = row.split(',').map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[mine, theirs, reachable]) => (Class::new(mine as u8, theirs as u8), reachable),
        _ => panic!("data/reachable.csv: bad row `{row}`"),
    }
}
