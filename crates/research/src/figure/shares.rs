//! The shares of wins, losses and draws, as stacked bars.

use crate::picture::{HEIGHT, LEFT, MIN_WIDTH, Picture, TOP, height_of};

/// From one bar to the next, and the bar's own part of it, in pixels.
const STEP: f64 = 26.0;
const BAR: f64 = 20.0;

/// Positions by their outcome.
#[derive(Clone, Debug)]
pub(crate) struct Shares {
    /// What stands under the bar.
    pub(crate) label: String,
    pub(crate) win: u64,
    pub(crate) loss: u64,
    pub(crate) draw: u64,
}

/// Draws a bar for each; `axis` says what their labels mean.
pub(crate) fn shares(title: &str, axis: &str, rows: impl Iterator<Item = Shares>) -> String {
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
