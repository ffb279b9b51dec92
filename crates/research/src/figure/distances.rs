//! How many positions are won and lost in how many plies, on a logarithmic scale:
//! on 5×5 the counts span eleven orders of magnitude.

use std::fmt::Write;

use quixotic_quixo::Rules;
use quixotic_tablebase::{ByDistance, Stats};

use quixotic_cli::units::count;
use quixotic_picture::{LEFT, MIN_WIDTH, Picture, height_of};

/// Pixels from one ply to the next, unless the plot would be too narrow.
const STEP: f64 = 5.0;
/// Between numbers under the axis, as many of these as look well.
const TICKS: [u16; 4] = [1, 2, 5, 10];

const STYLE: &str = "
path { stroke-width: 1.5 }
path.win { fill: none; stroke: #0072b2 }
path.loss { fill: none; stroke: #e69f00 }
@media (prefers-color-scheme: dark) { path.win { stroke: #56b4e9 } }
";

/// A series of the plot: its colour and its number of positions.
type Series = (&'static str, fn(&ByDistance) -> u64);

const SERIES: [Series; 2] = [("win", |row| row.win), ("loss", |row| row.loss)];

/// Draws the distances of a game.
pub(crate) fn distances(rules: Rules, stats: &Stats) -> String {
    let rows = &stats.by_distance;
    let longest = rows.iter().map(|row| row.plies).max().unwrap_or(0).max(1);
    let most = rows.iter().map(|row| row.win.max(row.loss)).max();
    let decades = most.unwrap_or(0).max(2).ilog10() + 1;
    let wide = (f64::from(longest) * STEP).max(MIN_WIDTH);
    let x = |plies: u16| LEFT + wide * f64::from(plies) / f64::from(longest);
    let y = |number: u64| height_of((number as f64).log10() / f64::from(decades));
    let title = format!("Quixo on {rules}: plies to the end of the game under best play");
    let legend = [
        ("win", "positions won by the player to move"),
        ("loss", "positions lost"),
    ];
    let mut picture = Picture::plot(wide, &title, STYLE, &legend);
    for decade in 0..=decades {
        let part = f64::from(decade) / f64::from(decades);
        picture.level(wide, part, &power_of_ten(decade));
    }
    let tick = TICKS.into_iter().find(|tick| longest / tick <= 24);
    for plies in (0..=longest).step_by(tick.unwrap_or(10).into()) {
        picture.under(x(plies), 20.0, &plies.to_string());
    }
    for (outcome, number) in SERIES {
        let points = || rows.iter().filter(|row| number(row) > 0);
        let mut path = String::new();
        for row in points() {
            let step = if path.is_empty() { 'M' } else { 'L' };
            let (x, y) = (x(row.plies), y(number(row)));
            write!(path, "{step}{x:.1} {y:.1}").expect("a string takes all text");
        }
        picture.line(format_args!(r#"<path class="{outcome}" d="{path}"/>"#));
        for row in points() {
            picture.line(format_args!(
                r#"<circle class="{outcome}" cx="{:.1}" cy="{:.1}" r="2"><title>{outcome} in {}: {}</title></circle>"#,
                x(row.plies),
                y(number(row)),
                row.plies,
                count(number(row))
            ));
        }
    }
    picture.axis(
        wide,
        "plies; the number of positions on a logarithmic scale",
    );
    picture.finish()
}

/// `10⁶`; `1` and `10` as such.
fn power_of_ten(exponent: u32) -> String {
    let raised = |digit: char| match digit {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32(digit as u32 - '0' as u32 + '⁰' as u32).unwrap_or(digit),
    };
    match exponent {
        0 => "1".into(),
        1 => "10".into(),
        _ => format!(
            "10{}",
            exponent.to_string().chars().map(raised).collect::<String>()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_are_raised() {
        let powers = [0, 1, 2, 10, 13, 45].map(power_of_ten);
        assert_eq!(powers, ["1", "10", "10²", "10¹⁰", "10¹³", "10⁴⁵"]);
    }
}
