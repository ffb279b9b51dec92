//! Curves over a number, for training.

use quixotic_cli::units::count;
use quixotic_picture::{LEFT, MIN_WIDTH, Picture, height_of};

/// The width of the plot in pixels.
const WIDTH: f64 = MIN_WIDTH + 80.0;

/// The third curve is one that is set rather than measured, and so it is dashed.
const STYLE: &str = "
.s0 { fill: #0072b2 }
.s1 { fill: #e69f00 }
.s2 { fill: #8a8a8a }
path { stroke-width: 2 }
path.s0 { fill: none; stroke: #0072b2 }
path.s1 { fill: none; stroke: #e69f00 }
path.s2 { fill: none; stroke: #8a8a8a; stroke-dasharray: 5 4 }
@media (prefers-color-scheme: dark) {
.s0 { fill: #56b4e9 }
path.s0 { stroke: #56b4e9 }
}
";

/// A curve: its name and its points, whose second part lies between 0 and 1.
#[derive(Clone, Debug)]
pub(crate) struct Curve<'a> {
    pub(crate) name: &'a str,
    pub(crate) points: Vec<(f64, f64)>,
}

/// Draws up to three curves over the same number; `below` says what it is.
pub(crate) fn curves(title: &str, below: &str, curves: &[Curve<'_>]) -> String {
    let points = curves.iter().flat_map(|curve| &curve.points);
    let end = points.map(|&(x, _)| x).fold(1.0, f64::max);
    let classed = || ["s0", "s1", "s2"].into_iter().zip(curves);
    let legend: Vec<_> = classed()
        .map(|(class, curve)| (class, curve.name))
        .collect();
    let mut picture = Picture::plot(WIDTH, title, STYLE, &legend);
    picture.percents(WIDTH);
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        picture.under(LEFT + share * WIDTH, 20.0, &count((share * end) as u64));
    }
    for (class, curve) in classed() {
        let place =
            |&(x, y): &(f64, f64)| format!("{:.1} {:.1}", LEFT + x / end * WIDTH, height_of(y));
        let points: Vec<String> = curve.points.iter().map(place).collect();
        picture.line(format_args!(
            r#"<path class="{class}" d="M{}"/>"#,
            points.join("L")
        ));
    }
    picture.axis(WIDTH, below);
    picture.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_where_their_numbers_say() {
        let curve = Curve {
            name: "won",
            points: vec![(0.0, 0.0), (50.0, 1.0), (100.0, 0.5)],
        };
        let svg = curves("t", "games", &[curve]);
        let path = r#"d="M64.0 404.0L384.0 84.0L704.0 244.0""#;
        assert!(svg.contains(path), "{svg}");
    }
}
