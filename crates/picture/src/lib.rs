//! Pictures, as SVG: plots of outcomes and errors, boards of Quixo, badges.
//!
//! Written by hand rather than with a plotting library: they are a few rectangles
//! and lines, and so they can follow the reader's light or dark theme by a style
//! sheet.

#![forbid(unsafe_code)]

mod badge;
mod boards;
mod ladder;
mod outcomes;

pub use badge::badge;
pub use boards::{Arrow, BOARD_STYLE, Shown, board, boards};
pub use ladder::ladder;
pub use outcomes::{ClassOutcomes, Shares, outcomes, shares};

use std::fmt::{self, Write};

/// Pixels to the left of a plot.
pub const LEFT: f64 = 64.0;
/// Pixels above a plot.
pub const TOP: f64 = 84.0;
/// Pixels to the right of a plot.
pub const RIGHT: f64 = 24.0;
/// Height of a plot in pixels.
pub const HEIGHT: f64 = 320.0;
const BOTTOM: f64 = 80.0;
/// Narrower pictures have no room for the legend.
pub const MIN_WIDTH: f64 = 560.0;

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

/// A picture as it grows.
pub struct Picture {
    svg: String,
    height: f64,
}

impl Picture {
    /// A picture with a title, which stands at its top too, so far from the left, and
    /// with a style of its own besides the common one.
    pub fn new(width: f64, height: f64, left: f64, title: &str, style: &str) -> Picture {
        let mut picture = Picture {
            svg: String::new(),
            height,
        };
        picture.line(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">"#
        ));
        picture.line(format_args!("<title>{title}</title>"));
        picture.line(format_args!("<style>{STYLE}{style}</style>"));
        picture.line(format_args!(
            r#"<rect class="back" width="100%" height="100%"/>"#
        ));
        picture.line(format_args!(
            r#"<text class="title" x="{left}" y="32">{title}</text>"#
        ));
        picture
    }

    /// A picture of a plot that is so wide, and has these names of colours at its top.
    pub fn plot(wide: f64, title: &str, style: &str, legend: &[(&str, &str)]) -> Picture {
        let mut picture = Picture::new(
            LEFT + wide + RIGHT,
            TOP + HEIGHT + BOTTOM,
            LEFT,
            title,
            style,
        );
        let mut x = LEFT;
        for (class, name) in legend {
            picture.line(format_args!(
                r#"<rect class="{class}" x="{x}" y="50" width="14" height="14" rx="2"/><text x="{}" y="62">{name}</text>"#,
                x + 20.0
            ));
            x += 52.0 + 7.0 * name.chars().count() as f64;
        }
        picture
    }

    /// A line across a plot at a part of its height, and what it means.
    pub fn level(&mut self, wide: f64, part: f64, label: &str) {
        let y = height_of(part);
        self.line(format_args!(
            r#"<line class="grid" x1="{LEFT}" y1="{y:.1}" x2="{}" y2="{y:.1}"/><text x="{}" y="{:.1}" text-anchor="end">{label}</text>"#,
            LEFT + wide,
            LEFT - 8.0,
            y + 4.5
        ));
    }

    /// Lines at every fifth, with their percentage.
    pub fn percents(&mut self, wide: f64) {
        for percent in (0..=100).step_by(20) {
            let part = f64::from(percent) / 100.0;
            self.level(wide, part, &format!("{percent} %"));
        }
    }

    /// A text centred under a plot, `below` its lower end.
    pub fn under(&mut self, x: f64, below: f64, text: &str) {
        self.line(format_args!(
            r#"<text x="{x:.1}" y="{}" text-anchor="middle">{text}</text>"#,
            TOP + HEIGHT + below
        ));
    }

    /// What the horizontal axis of a plot means.
    pub fn axis(&mut self, wide: f64, text: &str) {
        let below = self.height - 18.0 - TOP - HEIGHT;
        self.under(LEFT + wide / 2.0, below, text);
    }

    /// Adds elements that are written already.
    pub fn add(&mut self, elements: &str) {
        self.svg += elements;
    }

    /// Adds a line of text.
    pub fn line(&mut self, text: fmt::Arguments<'_>) {
        writeln!(self.svg, "{text}").expect("a string takes all text");
    }

    /// The picture as a file.
    pub fn finish(mut self) -> String {
        self.line(format_args!("</svg>"));
        self.svg
    }
}

/// Where a part of a plot's height is, from its lower end.
pub fn height_of(part: f64) -> f64 {
    TOP + HEIGHT * (1.0 - part)
}
