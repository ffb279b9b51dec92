//! Figure 6 of *Quixo Is Solved*: the shares of wins, losses and draws in the
//! classes whose numbers of tiles differ by at most one, as stacked bars.

use quixotic_quixo::{Class, Rules};

use super::{HEIGHT, LEFT, MIN_WIDTH, Picture, TOP, height_of};

/// The positions of a class by their outcome.
#[derive(Clone, Copy, Debug)]
pub struct ClassOutcomes {
    /// The class.
    pub class: Class,
    /// Positions in which the player to move wins.
    pub win: u64,
    /// Positions in which the player to move loses.
    pub loss: u64,
    /// Drawn positions.
    pub draw: u64,
}

/// Draws the outcomes of a game by class.
pub fn outcomes(rules: Rules, classes: impl IntoIterator<Item = ClassOutcomes>) -> String {
    let mut classes: Vec<ClassOutcomes> = classes.into_iter().filter(is_even).collect();
    // By level; within a level the mover's surplus first, as it is with X to move
    // after X has taken an own tile.
    classes.sort_by_key(|row| (row.class.level(), row.class.theirs));
    let title = format!("Quixo on {rules}: outcomes for the player to move, by class");
    let rows = classes.iter().map(|row| Shares {
        label: format!("{}/{}", row.class.mine, row.class.theirs),
        win: row.win,
        loss: row.loss,
        draw: row.draw,
    });
    let axis = "tiles of the player to move / tiles of the other, where they differ by at most one";
    shares(&title, axis, rows)
}

/// Whether the players have equally many tiles, or nearly.
fn is_even(row: &ClassOutcomes) -> bool {
    row.class.mine.abs_diff(row.class.theirs) <= 1
}

/// From one bar to the next, and the bar's own part of it, in pixels.
const STEP: f64 = 26.0;
const BAR: f64 = 20.0;

/// Positions by their outcome.
#[derive(Clone, Debug)]
pub struct Shares {
    /// What stands under the bar.
    pub label: String,
    /// Won positions.
    pub win: u64,
    /// Lost positions.
    pub loss: u64,
    /// Drawn positions.
    pub draw: u64,
}

/// Draws a bar for each; `axis` says what their labels mean.
pub fn shares(title: &str, axis: &str, rows: impl Iterator<Item = Shares>) -> String {
    let rows: Vec<Shares> = rows.collect();
    let wide = (rows.len() as f64 * STEP).max(MIN_WIDTH);
    let legend = ["win", "draw", "loss"].map(|outcome| (outcome, outcome));
    let mut picture = Picture::plot(wide, title, "", &legend);
    picture.percents(wide);
    let slot = wide / rows.len().max(1) as f64;
    for (number, row) in rows.iter().enumerate() {
        bar(&mut picture, LEFT + number as f64 * slot + slot / 2.0, row);
    }
    picture.axis(wide, axis);
    picture.finish()
}

/// A bar from the bottom up: wins, draws, losses; under it the label.
fn bar(picture: &mut Picture, middle: f64, row: &Shares) {
    let all = (row.win + row.draw + row.loss).max(1) as f64;
    let label = &row.label;
    let mut bottom = height_of(0.0);
    picture.line(format_args!("<g>"));
    for (outcome, number) in [("win", row.win), ("draw", row.draw), ("loss", row.loss)] {
        let high = HEIGHT * number as f64 / all;
        bottom -= high;
        if number > 0 {
            picture.line(format_args!(
                r#"<rect class="{outcome}" x="{:.1}" y="{bottom:.2}" width="{BAR}" height="{high:.2}"><title>{label}: {:.2} % {outcome}</title></rect>"#,
                middle - BAR / 2.0,
                100.0 * number as f64 / all
            ));
        }
    }
    let (x, y) = (middle + 4.0, TOP + HEIGHT + 12.0);
    picture.line(format_args!(
        r#"<text class="class" x="{x:.1}" y="{y}" text-anchor="end" transform="rotate(-90 {x:.1} {y})">{label}</text>"#
    ));
    picture.line(format_args!("</g>"));
}
