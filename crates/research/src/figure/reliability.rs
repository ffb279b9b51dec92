//! What the network says against what is true.

use quixotic_agents::net::{Bin, Reliability};

use quixotic_picture::{LEFT, MIN_WIDTH, Picture, height_of};

const WIDE: f64 = MIN_WIDTH;
/// Points that stand for fewer boards than this say little.
const FEWEST: u64 = 30;

/// The diagonal is where estimates are right.
const STYLE: &str = "
.right { stroke: #8a8a8a; stroke-dasharray: 5 4 }
path { fill: none; stroke-width: 2 }
path.win { fill: none; stroke: #0072b2 }
path.draw { fill: none; stroke: #8a8a8a }
path.loss { fill: none; stroke: #e69f00 }
@media (prefers-color-scheme: dark) {
path.win { stroke: #56b4e9 }
}
";

/// What was said by somebody, sorted by how likely it was called.
pub(crate) struct Calibrated {
    /// Its colour: that of an outcome.
    pub(crate) class: &'static str,
    pub(crate) name: String,
    pub(crate) bins: Vec<Bin>,
}

/// Draws, for each outcome, how often it is true where it is called so likely.
pub(crate) fn reliability(game: &str, found: &Reliability) -> String {
    let outcomes = ["win", "draw", "loss"].into_iter().zip(&found.bins);
    let outcomes = outcomes.map(|(outcome, bins)| Calibrated {
        class: outcome,
        name: outcome.into(),
        bins: bins.to_vec(),
    });
    let outcomes: Vec<Calibrated> = outcomes.collect();
    calibration(
        &format!("What the network says on {game}, and what is true"),
        "how likely the network calls the outcome; upwards how often it is true",
        &outcomes,
    )
}

/// Draws how often something is true where it is called so likely; `below` says what.
pub(crate) fn calibration(title: &str, below: &str, said: &[Calibrated]) -> String {
    let legend: Vec<(&str, &str)> = said.iter().map(|said| (said.class, &*said.name)).collect();
    let mut picture = Picture::plot(WIDE, title, STYLE, &legend);
    picture.percents(WIDE);
    for fifth in 0..=5 {
        let share = f64::from(fifth) / 5.0;
        let label = format!("{} %", 20 * fifth);
        picture.under(LEFT + share * WIDE, 20.0, &label);
    }
    picture.line(format_args!(
        r#"<line class="right" x1="{LEFT}" y1="{:.1}" x2="{:.1}" y2="{:.1}"/>"#,
        height_of(0.0),
        LEFT + WIDE,
        height_of(1.0)
    ));
    for Calibrated { class, bins, .. } in said {
        let shown = bins.iter().filter(|bin| bin.boards >= FEWEST);
        let place = |bin: &Bin| (LEFT + bin.mean_said() * WIDE, height_of(bin.share_true()));
        let points: Vec<(f64, f64)> = shown.map(place).collect();
        let path: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{x:.1} {y:.1}"))
            .collect();
        if path.is_empty() {
            continue;
        }
        picture.line(format_args!(
            r#"<path class="{class}" d="M{}"/>"#,
            path.join("L")
        ));
        for (x, y) in points {
            picture.line(format_args!(
                r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="4"/>"#
            ));
        }
    }
    picture.axis(WIDE, below);
    picture.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_where_their_numbers_say() {
        let mut found = Reliability::default();
        found.bins[0][5] = Bin {
            boards: 100,
            said: 50.0,
            is_true: 75,
        };
        // Too few to be shown.
        found.bins[1][2] = Bin {
            boards: 2,
            said: 0.5,
            is_true: 0,
        };
        let svg = reliability("quixo4", &found);
        // Half of 560 to the right of 64; three quarters of 320 above 404.
        assert!(
            svg.contains(r#"<circle class="win" cx="344.0" cy="164.0" r="4"/>"#),
            "{svg}"
        );
        assert_eq!(svg.matches("<circle").count(), 1);
    }
}
