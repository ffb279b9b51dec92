//! Simple pictures: bars with error bars here, and curves over a number.
//!
//! Written by hand like the other pictures, so that they follow the reader's light
//! or dark theme.

#[cfg(feature = "dqn")]
pub(crate) mod curves;

use std::fmt::Write;

/// Measures in pixels.
const LEFT: f64 = 64.0;
const TOP: f64 = 84.0;
const WIDTH: f64 = 640.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 56.0;

/// The Okabe–Ito colours, which people with any colour vision can tell apart.
const STYLE: &str = "\
text { font: 13px system-ui, sans-serif; fill: #222 }
.title { font-size: 17px; font-weight: 600 }
.back { fill: #fff }
.grid { stroke: #d8d8d8 }
.line { fill: none; stroke-width: 2 }
.whisker { stroke: #222; stroke-width: 1.5 }
.s0 { stroke: #0072b2 } .s1 { stroke: #e69f00 } .s2 { stroke: #8a8a8a; stroke-dasharray: 5 4 }
.bar { fill: #0072b2 }
@media (prefers-color-scheme: dark) {
text { fill: #e6e6e6 }
.back { fill: #16181d }
.grid { stroke: #3a3d44 }
.whisker { stroke: #e6e6e6 }
.s0 { stroke: #56b4e9 }
.bar { fill: #56b4e9 }
}";

/// A bar: its label, its length and the range of its error, between 0 and 1.
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) length: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// Bars from the left, one below the other.
pub(crate) fn bars(title: &str, below: &str, bars: &[Bar]) -> String {
    const STEP: f64 = 26.0;
    const LABEL: f64 = 116.0;
    let height = STEP * bars.len() as f64;
    let mut svg = open(title, height);
    let longest = bars.iter().map(|bar| bar.high).fold(0.1, f64::max);
    let end = (longest * 10.0).ceil() / 10.0;
    let width = WIDTH - LABEL + LEFT - 24.0;
    let x = |share: f64| LABEL + share / end * width;
    for tenth in 0..=(end * 10.0).round() as u32 {
        let at = x(f64::from(tenth) / 10.0);
        line(&mut svg, "grid", (at, TOP), (at, TOP + height));
        text(
            &mut svg,
            "middle",
            at,
            TOP + height + 18.0,
            &format!("{} %", tenth * 10),
        );
    }
    for (number, bar) in bars.iter().enumerate() {
        let y = TOP + STEP * number as f64;
        text(&mut svg, "end", LABEL - 8.0, y + 18.0, &bar.label);
        add(
            &mut svg,
            &format!(
                r#"<rect class="bar" x="{LABEL}" y="{:.1}" width="{:.1}" height="16"><title>{}: {:.1} %</title></rect>"#,
                y + 5.0,
                x(bar.length) - LABEL,
                bar.label,
                100.0 * bar.length
            ),
        );
        line(
            &mut svg,
            "whisker",
            (x(bar.low), y + 13.0),
            (x(bar.high), y + 13.0),
        );
    }
    text(
        &mut svg,
        "middle",
        LABEL + width / 2.0,
        TOP + height + 42.0,
        below,
    );
    svg + "</svg>\n"
}

fn open(title: &str, plot: f64) -> String {
    let (width, height) = (LEFT + WIDTH + RIGHT, TOP + plot + BOTTOM);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">
<title>{title}</title>
<style>{STYLE}</style>
<rect class="back" width="100%" height="100%"/>
<text class="title" x="16" y="32">{title}</text>
"#
    )
}

fn line(svg: &mut String, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    add(
        svg,
        &format!(r#"<line class="{class}" x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}"/>"#),
    );
}

fn text(svg: &mut String, anchor: &str, x: f64, y: f64, text: &str) {
    add(
        svg,
        &format!(r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#),
    );
}

fn add(svg: &mut String, element: &str) {
    writeln!(svg, "{element}").expect("a string takes all text");
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
        assert!(svg.contains(r#"width="282.0" height="16""#), "{svg}");
    }
}
