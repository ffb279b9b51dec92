//! Boards next to each other, with a text over each: a few positions, or a whole
//! game.

use quixotic_game::Player;
use quixotic_quixo::{Cell, Position, Rules};

use quixotic_cli::picture::{Picture, RIGHT};

/// A board in a picture.
pub(crate) struct Shown {
    /// What stands over it.
    pub(crate) text: String,
    pub(crate) position: Position,
    /// The tile that was pushed in last.
    pub(crate) marked: Option<Cell>,
}

/// Pixels from the left, and from the top to the first text.
const LEFT: f64 = 24.0;
const TOP: f64 = 60.0;
/// Between boards, and for the text over each.
const GAP: f64 = 20.0;
const TEXT: f64 = 20.0;

/// The tiles are drawn on a grid of 10 units and scaled.
const STYLE: &str = "
.tile { fill: #efe6d5; stroke: #cbbd9f }
.last { fill: #fff3b0; stroke: #c9a400 }
.x { stroke: #0072b2; stroke-width: 1.6; stroke-linecap: round }
.o { fill: none; stroke: #d55e00; stroke-width: 1.6 }
.small { font-size: 11px }
@media (prefers-color-scheme: dark) {
.tile { fill: #2b2e35; stroke: #44484f }
.last { fill: #4a4420; stroke: #a08a2a }
.x { stroke: #56b4e9 }
.o { stroke: #e69f00 }
}
";

/// Draws boards, so many in a row, their tiles so many pixels wide.
pub(crate) fn boards(
    rules: Rules,
    title: &str,
    shown: &[Shown],
    in_a_row: usize,
    tile: f64,
) -> String {
    let size = rules.size();
    let side = f64::from(size) * tile;
    let rows = shown.len().div_ceil(in_a_row);
    let width = LEFT + in_a_row.min(shown.len()) as f64 * (side + GAP) - GAP + RIGHT;
    // The title needs some room.
    let width = width.max(LEFT + 9.0 * title.chars().count() as f64 + RIGHT);
    let height = TOP + rows as f64 * (TEXT + side + GAP);
    let mut picture = Picture::new(width, height, LEFT, title, STYLE);
    picture.line(format_args!("<defs>"));
    let scale = tile / 10.0;
    let mut grid = String::new();
    for cell in 0..size * size {
        let (row, column) = (cell / size, cell % size);
        grid += &format!(
            r#"<rect class="tile" x="{}" y="{}" width="9.4" height="9.4" rx="1.2" stroke-width=".4"/>"#,
            10 * column,
            10 * row
        );
    }
    picture.line(format_args!(r#"<g id="board">{grid}</g>"#));
    picture.line(format_args!(
        r#"<rect id="last" class="last" width="9.4" height="9.4" rx="1.2" stroke-width=".4"/>"#
    ));
    picture.line(format_args!(
        r#"<path id="x" class="x" d="M2.5 2.5L6.9 6.9M6.9 2.5L2.5 6.9"/>"#
    ));
    picture.line(format_args!(
        r#"<circle id="o" class="o" cx="4.7" cy="4.7" r="2.5"/>"#
    ));
    picture.line(format_args!("</defs>"));
    for (number, shown) in shown.iter().enumerate() {
        let x = LEFT + (number % in_a_row) as f64 * (side + GAP);
        let y = TOP + (number / in_a_row) as f64 * (TEXT + side + GAP);
        picture.line(format_args!(
            r#"<text class="small" x="{x}" y="{}">{}</text>"#,
            y + TEXT - 7.0,
            shown.text
        ));
        let tiles = tiles(rules, shown);
        picture.line(format_args!(
            r##"<g transform="translate({x} {}) scale({scale})"><use href="#board"/>{tiles}</g>"##,
            y + TEXT
        ));
    }
    picture.finish()
}

fn tiles(rules: Rules, shown: &Shown) -> String {
    let size = rules.size();
    let mut tiles = String::new();
    for cell in 0..rules.cells() {
        let (x, y) = (10 * (cell % size), 10 * (cell / size));
        let mut draw = |id: &str| tiles += &format!(r##"<use href="#{id}" x="{x}" y="{y}"/>"##);
        if shown.marked == Some(cell) {
            draw("last");
        }
        for (player, id) in [(Player::X, "x"), (Player::O, "o")] {
            if shown.position.tiles(player) >> cell & 1 == 1 {
                draw(id);
            }
        }
    }
    tiles
}
