//! Comparing the counts of a database with published ones, class by class.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use quixotic_quixo::Class;
use quixotic_tablebase::{ClassStats, Stats};

/// Wins, losses and draws of a class.
type Outcomes = [u64; 3];

/// Published counts.
pub(super) struct Golden {
    classes: BTreeMap<Class, Outcomes>,
}

impl Golden {
    /// Reads comma-separated values: a heading, then for each class the tiles of the
    /// player to move, those of the other, wins, losses and draws, as `stats
    /// --csv=class` prints them.
    pub(super) fn read(path: &Path) -> Result<Golden> {
        let text = fs::read_to_string(path);
        let text = text.map_err(|error| anyhow!("cannot read {}: {error}", path.display()))?;
        let mut classes = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()).skip(1) {
            let numbers: Option<Vec<u64>> =
                line.split(',').map(|n| n.trim().parse().ok()).collect();
            let row = match numbers.as_deref() {
                Some(&[mine, theirs, win, loss, draw]) => {
                    let class = u8::try_from(mine).ok().zip(u8::try_from(theirs).ok());
                    class.map(|(mine, theirs)| (Class::new(mine, theirs), [win, loss, draw]))
                }
                _ => None,
            };
            let Some((class, outcomes)) = row else {
                bail!(
                    "{} line {number}: `{line}` is not five numbers: tiles of the player to move, of the other, \
                     wins, losses, draws",
                    path.display()
                );
            };
            classes.insert(class, outcomes);
        }
        if classes.is_empty() {
            bail!("{} has no class", path.display());
        }
        Ok(Golden { classes })
    }

    /// How many classes were compared, or the first that differs, in words.
    pub(super) fn compare(&self, stats: &Stats) -> Result<usize, String> {
        for row in &stats.by_class {
            let found = outcomes(row);
            match self.classes.get(&row.class) {
                Some(published) if *published == found => {}
                Some(published) => {
                    return Err(format!(
                        "{} has {}, but {} are published",
                        row.class,
                        told(found),
                        told(*published)
                    ));
                }
                None => return Err(format!("{} is not published", row.class)),
            }
        }
        Ok(stats.by_class.len())
    }
}

fn outcomes(row: &ClassStats) -> Outcomes {
    [row.win, row.loss, row.draw]
}

fn told([win, loss, draw]: Outcomes) -> String {
    format!("{win} wins, {loss} losses and {draw} draws")
}
