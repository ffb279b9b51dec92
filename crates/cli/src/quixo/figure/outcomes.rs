//! Figure 6 of *Quixo Is Solved*: the shares of wins, losses and draws in the
//! classes whose numbers of tiles differ by at most one, as stacked bars.

use quixotic_quixo::Rules;
use quixotic_tablebase::{ClassStats, Stats};

use crate::picture::{HEIGHT, LEFT, MIN_WIDTH, Picture, TOP, height_of};

/// From one bar to the next, and the bar's own part of it, in pixels.
const STEP: f64 = 26.0;
const BAR: f64 = 20.0;

/// Draws the outcomes of a game by class.
pub(crate) fn outcomes(rules: Rules, stats: &Stats) -> String {
    let mut classes: Vec<&ClassStats> = stats.by_class.iter().filter(|row| is_even(row)).collect();
    // By level; within a level the mover's surplus first, as it is with X to move
    // after X has taken an own tile.
    classes.sort_by_key(|row| (row.class.level(), row.class.theirs));
    let wide = (classes.len() as f64 * STEP).max(MIN_WIDTH);
    let title = format!("Quixo on {rules}: outcomes for the player to move, by class");
    let legend = ["win", "draw", "loss"].map(|outcome| (outcome, outcome));
    let mut picture = Picture::plot(wide, &title, "", &legend);
    picture.percents(wide);
    let slot = wide / classes.len().max(1) as f64;
    for (number, row) in classes.iter().enumerate() {
        bar(&mut picture, LEFT + number as f64 * slot + slot / 2.0, row);
    }
    picture.axis(
        wide,
        "tiles of the player to move / tiles of the other, where they differ by at most one",
    );
    picture.finish()
}

/// Whether the players have equally many tiles, or nearly.
fn is_even(row: &ClassStats) -> bool {
    row.class.mine.abs_diff(row.class.theirs) <= 1
}

/// A bar from the bottom up: wins, draws, losses; under it the class.
fn bar(picture: &mut Picture, middle: f64, row: &ClassStats) {
    let all = (row.win + row.draw + row.loss).max(1) as f64;
    let (mover, other) = (row.class.mine, row.class.theirs);
    let mut bottom = height_of(0.0);
    picture.line(format_args!("<g>"));
    for (outcome, number) in [("win", row.win), ("draw", row.draw), ("loss", row.loss)] {
        let high = HEIGHT * number as f64 / all;
        bottom -= high;
        if number > 0 {
            picture.line(format_args!(
                r#"<rect class="{outcome}" x="{:.1}" y="{bottom:.2}" width="{BAR}" height="{high:.2}"><title>{mover}/{other}: {:.2} % {outcome}</title></rect>"#,
                middle - BAR / 2.0,
                100.0 * number as f64 / all
            ));
        }
    }
    let (x, y) = (middle + 4.0, TOP + HEIGHT + 12.0);
    picture.line(format_args!(
        r#"<text class="class" x="{x:.1}" y="{y}" text-anchor="end" transform="rotate(-90 {x:.1} {y})">{mover}/{other}</text>"#
    ));
    picture.line(format_args!("</g>"));
}
