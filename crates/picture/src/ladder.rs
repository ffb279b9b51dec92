//! How often agents err: bars from the left with error bars, one below the other.

use quixotic_agents::ladder::Rung;

use super::{Picture, RIGHT};

/// Measures in pixels: to the bars, above and below them, from one to the next.
const LABEL: f64 = 124.0;
const TOP: f64 = 60.0;
const BOTTOM: f64 = 56.0;
const STEP: f64 = 26.0;
const WIDTH: f64 = 560.0;

const STYLE: &str = "
.bar { fill: #0072b2 }
.whisker { stroke: #222; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
.bar { fill: #56b4e9 }
.whisker { stroke: #e6e6e6 }
}
";

/// Draws the error rates of agents on a game.
pub fn ladder(game: &str, rungs: &[Rung]) -> String {
    let bar = |rung: &Rung| {
        let rate = rung.error_rate();
        Bar {
            label: rung.agent.clone(),
            length: rate.share,
            low: rate.low,
            high: rate.high,
        }
    };
    bars(
        &format!("How often agents err on {game}"),
        "share of moves that make the outcome worse, where it can be made worse",
        &rungs.iter().map(bar).collect::<Vec<_>>(),
    )
}

/// A bar: its label, its length and the range of its error, between 0 and 1.
struct Bar {
    label: String,
    length: f64,
    low: f64,
    high: f64,
}

/// Draws bars on a scale of percents; `below` says what they mean.
fn bars(title: &str, below: &str, bars: &[Bar]) -> String {
    let bottom = TOP + STEP * bars.len() as f64;
    let (width, height) = (LABEL + WIDTH + RIGHT, bottom + BOTTOM);
    let mut picture = Picture::new(width, height, 16.0, title, STYLE);
    let longest = bars.iter().map(|bar| bar.high).fold(0.1, f64::max);
    let tenths = (longest * 10.0).ceil();
    let x = |share: f64| LABEL + 10.0 * share / tenths * WIDTH;
    for tenth in 0..=tenths as u32 {
        let at = x(f64::from(tenth) / 10.0);
        picture.line(format_args!(
            r#"<line class="grid" x1="{at:.1}" y1="{TOP}" x2="{at:.1}" y2="{bottom}"/><text x="{at:.1}" y="{}" text-anchor="middle">{} %</text>"#,
            bottom + 18.0,
            10 * tenth
        ));
    }
    for (number, bar) in bars.iter().enumerate() {
        let Bar {
            label,
            length,
            low,
            high,
        } = bar;
        let y = TOP + STEP * number as f64;
        picture.line(format_args!(
            r#"<text x="{}" y="{}" text-anchor="end">{label}</text>"#,
            LABEL - 8.0,
            y + 18.0
        ));
        picture.line(format_args!(
            r#"<rect class="bar" x="{LABEL}" y="{}" width="{:.1}" height="16"><title>{label}: {:.1} %</title></rect>"#,
            y + 5.0,
            x(*length) - LABEL,
            100.0 * length
        ));
        picture.line(format_args!(
            r#"<line class="whisker" x1="{:.1}" y1="{}" x2="{:.1}" y2="{}"/>"#,
            x(*low),
            y + 13.0,
            x(*high),
            y + 13.0
        ));
    }
    picture.line(format_args!(
        r#"<text x="{}" y="{}" text-anchor="middle">{below}</text>"#,
        LABEL + WIDTH / 2.0,
        bottom + 42.0
    ));
    picture.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_numbers_say() {
        let bar = Bar {
            label: "random".into(),
            length: 0.25,
            low: 0.2,
            high: 0.5,
        };
        let svg = bars("t", "errors", &[bar]);
        // 0.25 of a scale that ends at 0.5 is half of its width.
        assert!(svg.contains(r#"width="280.0" height="16""#), "{svg}");
    }
}
