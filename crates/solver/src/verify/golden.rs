//! Comparing the counts of a database with published ones, class by class.

use std::collections::BTreeMap;

use quixotic_quixo::Class;
use quixotic_tablebase::{ClassStats, Stats};

/// Wins, losses and draws of a class.
type Outcomes = [u64; 3];

/// Published counts.
#[derive(Clone, Debug)]
pub struct Golden {
    classes: BTreeMap<Class, Outcomes>,
}

impl Golden {
    /// Reads comma-separated values: a heading, then for each class the tiles of the
    /// player to move, those of the other, wins, losses and draws, as `stats
    /// --csv=class` prints them.
    ///
    /// # Errors
    ///
    /// What is wrong with the table, in words.
    pub fn read(text: &str) -> Result<Golden, String> {
        let mut classes = BTreeMap::new();
        let mut rows = csv::ReaderBuilder::new()
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        for row in rows.records() {
            let row = row.map_err(|error| error.to_string())?;
            let Some((class, outcomes)) = read_row(&row) else {
                let line = row.position().map_or(0, csv::Position::line);
                return Err(format!(
                    "line {line} is not five numbers: tiles of the player to move, of the other, \
                     wins, losses, draws"
                ));
            };
            classes.insert(class, outcomes);
        }
        if classes.is_empty() {
            return Err("it has no class".into());
        }
        Ok(Golden { classes })
    }

    /// How many classes were compared, or the first that differs, in words.
    ///
    /// # Errors
    ///
    /// The first class that differs.
    pub fn compare(&self, stats: &Stats) -> Result<usize, String> {
        for row in &stats.by_class {
            let found = outcomes(row);
            match self.classes.get(&row.class) {
                Some(published) if *published == found => {}
                Some(published) => {
                    return Err(format!(
                        "{} has {}, but {} are published",
                        row.class,
                        in_words(found),
                        in_words(*published)
                    ));
                }
                None => return Err(format!("{} is not published", row.class)),
            }
        }
        Ok(stats.by_class.len())
    }
}

fn read_row(row: &csv::StringRecord) -> Option<(Class, Outcomes)> {
    let numbers: Option<Vec<u64>> = row.iter().map(|cell| cell.parse().ok()).collect();
    let [mine, theirs, win, loss, draw] = numbers?[..] else {
        return None;
    };
    let class = Class::new(u8::try_from(mine).ok()?, u8::try_from(theirs).ok()?);
    Some((class, [win, loss, draw]))
}

fn outcomes(row: &ClassStats) -> Outcomes {
    [row.win, row.loss, row.draw]
}

fn in_words([win, loss, draw]: Outcomes) -> String {
    format!("{win} wins, {loss} losses and {draw} draws")
}
