//! The picture of `stats --svg`: Figure 6 of *Quixo Is Solved*, the shares of
//! wins, losses and draws in the classes whose numbers of tiles differ by at most
//! one, as stacked bars.
//!
//! Written by hand rather than with a plotting library: it is a few rectangles,
//! and so it can follow the reader's light or dark theme by a style sheet.

use std::fmt::{self, Write};

use quixotic_quixo::Rules;
use quixotic_tablebase::{ClassStats, Stats};

/// Measures in pixels.
const LEFT: f64 = 64.0;
const TOP: f64 = 84.0;
const RIGHT: f64 = 24.0;
const HEIGHT: f64 = 320.0;
const BOTTOM: f64 = 80.0;
/// From one bar to the next, and the bar's own part of it.
const STEP: f64 = 26.0;
const BAR: f64 = 20.0;
/// Narrower pictures have no room for the legend.
const MIN_WIDTH: f64 = 560.0;

/// The Okabe–Ito colours, which people with any colour vision can tell apart.
const STYLE: &str = "\
text { font: 13px system-ui, sans-serif; fill: #222 }
.title { font-size: 17px; font-weight: 600 }
.class { font-size: 12px }
.back { fill: #fff }
.grid { stroke: #d8d8d8 }
.win { fill: #0072b2 }
.draw { fill: #b8b8b8 }
.loss { fill: #e69f00 }
@media (prefers-color-scheme: dark) {
text { fill: #e6e6e6 }
.back { fill: #16181d }
.grid { stroke: #3a3d44 }
.win { fill: #56b4e9 }
.draw { fill: #6b6f76 }
}";

/// Draws the outcomes of a game by class as an SVG.
pub(crate) fn outcomes(rules: Rules, stats: &Stats) -> String {
    let mut classes: Vec<&ClassStats> = stats.by_class.iter().filter(|row| is_even(row)).collect();
    // By level; within a level the mover's surplus first, as it is with X to move
    // after X has taken an own tile.
    classes.sort_by_key(|row| (row.class.total(), row.class.theirs));
    let mut svg = String::new();
    draw(&mut svg, rules, &classes).expect("a string takes all text");
    svg
}

/// Whether the players have equally many tiles, or nearly.
fn is_even(row: &ClassStats) -> bool {
    row.class.mine.abs_diff(row.class.theirs) <= 1
}

fn draw(svg: &mut String, rules: Rules, classes: &[&ClassStats]) -> fmt::Result {
    let plot = (classes.len() as f64 * STEP).max(MIN_WIDTH);
    let (width, height) = (LEFT + plot + RIGHT, TOP + HEIGHT + BOTTOM);
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#
    )?;
    writeln!(svg, "<title>Quixo on {rules}: outcomes by class</title>")?;
    writeln!(svg, "<style>{STYLE}</style>")?;
    writeln!(svg, r#"<rect class="back" width="100%" height="100%"/>"#)?;
    writeln!(
        svg,
        r#"<text class="title" x="{LEFT}" y="32">Quixo on {rules}: outcomes for the player to move, by class</text>"#
    )?;
    legend(svg)?;
    grid(svg, plot)?;
    let slot = plot / classes.len().max(1) as f64;
    for (number, row) in classes.iter().enumerate() {
        bar(svg, LEFT + number as f64 * slot + slot / 2.0, row)?;
    }
    writeln!(
        svg,
        r#"<text x="{}" y="{}" text-anchor="middle">tiles of the player to move / tiles of the other, where they differ by at most one</text>"#,
        LEFT + plot / 2.0,
        height - 18.0
    )?;
    writeln!(svg, "</svg>")
}

fn legend(svg: &mut String) -> fmt::Result {
    for (number, outcome) in ["win", "draw", "loss"].iter().enumerate() {
        let x = LEFT + number as f64 * 84.0;
        writeln!(
            svg,
            r#"<rect class="{outcome}" x="{x}" y="50" width="14" height="14" rx="2"/><text x="{}" y="62">{outcome}</text>"#,
            x + 20.0
        )?;
    }
    Ok(())
}

/// Lines at every fifth, with their percentage.
fn grid(svg: &mut String, plot: f64) -> fmt::Result {
    for percent in (0..=100).step_by(20) {
        let y = TOP + HEIGHT * (1.0 - f64::from(percent) / 100.0);
        writeln!(
            svg,
            r#"<line class="grid" x1="{LEFT}" y1="{y}" x2="{}" y2="{y}"/><text x="{}" y="{}" text-anchor="end">{percent} %</text>"#,
            LEFT + plot,
            LEFT - 8.0,
            y + 4.5
        )?;
    }
    Ok(())
}

/// A bar from the bottom up: wins, draws, losses; under it the class.
fn bar(svg: &mut String, middle: f64, row: &ClassStats) -> fmt::Result {
    let all = (row.win + row.draw + row.loss).max(1) as f64;
    let (mover, other) = (row.class.mine, row.class.theirs);
    let mut bottom = TOP + HEIGHT;
    writeln!(svg, "<g>")?;
    for (outcome, number) in [("win", row.win), ("draw", row.draw), ("loss", row.loss)] {
        let high = HEIGHT * number as f64 / all;
        bottom -= high;
        if number > 0 {
            writeln!(
                svg,
                r#"<rect class="{outcome}" x="{:.1}" y="{bottom:.2}" width="{BAR}" height="{high:.2}"><title>{mover}/{other}: {:.2} % {outcome}</title></rect>"#,
                middle - BAR / 2.0,
                100.0 * number as f64 / all
            )?;
        }
    }
    let (x, y) = (middle + 4.0, TOP + HEIGHT + 12.0);
    writeln!(
        svg,
        r#"<text class="class" x="{x:.1}" y="{y}" text-anchor="end" transform="rotate(-90 {x:.1} {y})">{mover}/{other}</text>"#
    )?;
    writeln!(svg, "</g>")
}
