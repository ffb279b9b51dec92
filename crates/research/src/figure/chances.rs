//! How often a random move keeps the outcome, by level, with bars of two standard
//! errors.

use std::fmt::Write;

use crate::chance::{Chance, Chances};
use quixotic_quixo::Rules;

use quixotic_picture::{LEFT, MIN_WIDTH, Picture, height_of};

/// Pixels from one level to the next, unless the plot would be too narrow.
const STEP: f64 = 30.0;
/// Between the middle of a plot's slot and its edge.
const MARGIN: f64 = 20.0;

const STYLE: &str = "
.drawn { fill: #8a8a8a }
.all { fill: #009e73 }
path { stroke-width: 1.5 }
path.win { fill: none; stroke: #0072b2 }
path.drawn { fill: none; stroke: #8a8a8a }
path.all { fill: none; stroke: #009e73 }
@media (prefers-color-scheme: dark) { path.win { stroke: #56b4e9 } }
";

/// A series of the plot: its colour and its part of a level's answers.
type Series = (&'static str, &'static str, fn(&Chances) -> Chance);

const SERIES: [Series; 3] = [
    ("win", "in won positions", |level| level.won),
    ("drawn", "in drawn positions", |level| level.drawn),
    ("all", "in all, lost ones included", |level| level.all),
];

/// Draws the chances of a random move.
pub(crate) fn chances(rules: Rules, levels: &[Chances]) -> String {
    let last = f64::from(rules.cells());
    let wide = (last * STEP).max(MIN_WIDTH);
    let x = |level: u8| LEFT + MARGIN + (wide - 2.0 * MARGIN) * f64::from(level) / last;
    let title = format!("Quixo on {rules}: how often a random legal move keeps the outcome");
    let legend = SERIES.map(|(class, name, _)| (class, name));
    let mut picture = Picture::plot(wide, &title, STYLE, &legend);
    picture.percents(wide);
    for level in 0..=rules.cells() {
        picture.under(x(level), 20.0, &level.to_string());
    }
    for (class, name, of) in SERIES {
        let points = levels.iter().filter_map(|level| {
            let chance = of(level);
            Some((level.level, chance.mean?, chance.error.unwrap_or(0.0)))
        });
        let (mut path, mut bars, mut dots) = (String::new(), String::new(), String::new());
        for (level, mean, error) in points {
            let step = if path.is_empty() { 'M' } else { 'L' };
            let (x, y) = (x(level), height_of(mean));
            let within = [mean - 2.0 * error, mean + 2.0 * error].map(|part| part.clamp(0.0, 1.0));
            let [low, high] = within.map(height_of);
            write!(path, "{step}{x:.1} {y:.1}").expect("a string takes all text");
            if error > 0.0 {
                write!(bars, "M{x:.1} {low:.1}V{high:.1}").expect("a string takes all text");
            }
            writeln!(
                dots,
                r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="3"><title>{level} tiles, {name}: {:.2} %</title></circle>"#,
                100.0 * mean
            )
            .expect("a string takes all text");
        }
        picture.line(format_args!(r#"<path class="{class}" d="{path}{bars}"/>"#));
        picture.add(&dots);
    }
    picture.axis(
        wide,
        "marked tiles; bars are two standard errors to each side",
    );
    picture.finish()
}
