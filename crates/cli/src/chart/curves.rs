//! Curves over a number, for training.

use super::{LEFT, TOP, WIDTH, add, line, open, text};

/// Pixels from 0 to 100 %.
const HEIGHT: f64 = 300.0;

/// A curve: its name and its points, whose second part lies between 0 and 1.
pub(crate) struct Curve<'a> {
    pub(crate) name: &'a str,
    pub(crate) points: Vec<(f64, f64)>,
}

/// Up to three curves over the same number.
pub(crate) fn curves(title: &str, below: &str, curves: &[Curve<'_>]) -> String {
    let points = curves.iter().flat_map(|curve| &curve.points);
    let end = points.map(|&(x, _)| x).fold(1.0, f64::max);
    let mut svg = open(title, HEIGHT);
    for percent in (0..=100).step_by(20) {
        let y = TOP + HEIGHT * (1.0 - f64::from(percent) / 100.0);
        line(&mut svg, "grid", (LEFT, y), (LEFT + WIDTH, y));
        text(
            &mut svg,
            "end",
            LEFT - 8.0,
            y + 4.5,
            &format!("{percent} %"),
        );
    }
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        let label = crate::units::count((share * end) as u64);
        text(
            &mut svg,
            "middle",
            LEFT + share * WIDTH,
            TOP + HEIGHT + 20.0,
            &label,
        );
    }
    let place = |(x, y): &(f64, f64)| {
        format!(
            "{:.1},{:.1}",
            LEFT + x / end * WIDTH,
            TOP + HEIGHT * (1.0 - y)
        )
    };
    let mut legend = LEFT;
    for (number, curve) in curves.iter().enumerate() {
        let points: Vec<String> = curve.points.iter().map(place).collect();
        add(
            &mut svg,
            &format!(
                r#"<polyline class="line s{number}" points="{}"/>"#,
                points.join(" ")
            ),
        );
        line(
            &mut svg,
            &format!("line s{number}"),
            (legend, 57.0),
            (legend + 22.0, 57.0),
        );
        text(&mut svg, "start", legend + 28.0, 62.0, curve.name);
        legend += 52.0 + 7.5 * curve.name.chars().count() as f64;
    }
    text(
        &mut svg,
        "middle",
        LEFT + WIDTH / 2.0,
        TOP + HEIGHT + 44.0,
        below,
    );
    svg + "</svg>\n"
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
        assert!(
            svg.contains(r#"points="64.0,384.0 384.0,84.0 704.0,234.0""#),
            "{svg}"
        );
    }
}
