//! Boards of Quixo: next to each other, with a text over each, for a few positions or a whole game;
//! and a board alone, with moves as arrows.

use std::fmt::Write;

use quixotic_game::{Game, Player};
use quixotic_quixo::{Cell, Move, Position, Quixo, Rules};

use crate::{Picture, RIGHT};

/// A board in a picture.
pub struct Shown {
    /// What stands over it.
    pub text: String,
    /// The position.
    pub position: Position,
    /// The tile that was pushed in last.
    pub marked: Option<Cell>,
}

/// A move on a board alone: from the tile that it takes to where it pushes it in.
pub struct Arrow {
    /// The move.
    pub mv: Move,
    /// Whether it is a mistake, which looks different from a good one.
    pub is_mistake: bool,
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
pub fn boards(rules: Rules, title: &str, shown: &[Shown], in_a_row: usize, tile: f64) -> String {
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
    picture.line(format_args!(r#"<g id="board">{}</g>"#, grid(size)));
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

/// The tiles of a board, all blank.
fn grid(size: u8) -> String {
    let mut grid = String::new();
    for cell in 0..size * size {
        let (row, column) = (cell / size, cell % size);
        grid += &format!(
            r#"<rect class="tile" x="{}" y="{}" width="9.4" height="9.4" rx="1.2" stroke-width=".4"/>"#,
            10 * column,
            10 * row
        );
    }
    grid
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

/// Beside and below a board alone, for its coordinates, in units of its grid.
const COORDINATES: f64 = 5.0;
/// From the middle of a tile to the arrow of a mistake on one side, and of another move on the other, so that both
/// are seen where they take the same row or column.
const ASIDE: f64 = 1.6;

/// The style of boards alone. A page that has many of them says it once.
pub const BOARD_STYLE: &str = "
.board { --tile: #efe6d5; --edge: #cbbd9f; --x: #0072b2; --o: #d55e00; --text: #222; --good: #009e73; --bad: #cc3311 }
.board .tile { fill: var(--tile); stroke: var(--edge) }
.board .x { stroke: var(--x); stroke-width: 1.6; stroke-linecap: round }
.board .o { fill: none; stroke: var(--o); stroke-width: 1.6 }
.board text { font: 3.4px system-ui, sans-serif; fill: var(--text); text-anchor: middle }
.board .good { fill: var(--good); stroke: var(--good) }
.board .bad { fill: var(--bad); stroke: var(--bad) }
@media (prefers-color-scheme: dark) {
.board { --tile: #2b2e35; --edge: #44484f; --x: #56b4e9; --o: #e69f00; --text: #e6e6e6; --good: #2fc79a; --bad: #ff7a5c }
}
";

/// Draws a board alone, its tiles so many pixels wide, with its coordinates and some moves; `title` says it in words. The
/// style is [`BOARD_STYLE`].
pub fn board(
    quixo: &Quixo,
    title: &str,
    position: &Position,
    arrows: &[Arrow],
    tile: f64,
) -> String {
    let size = quixo.rules().size();
    let side = f64::from(size) * 10.0 + COORDINATES;
    let pixels = side * tile / 10.0;
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="-{COORDINATES} -1 {side} {side}" width="{pixels}" height="{pixels}" role="img"><title>{title}</title>{}"#,
        grid(size)
    );
    let mut add = |element: std::fmt::Arguments<'_>| {
        svg.write_fmt(element).expect("a string takes all text");
    };
    for (number, letter) in (0..size).zip('a'..) {
        let middle = 10.0 * f64::from(number) + 4.7;
        let below = 10.0 * f64::from(size) + 2.6;
        add(format_args!(
            r#"<text x="{middle}" y="{below}">{letter}</text><text x="-2.6" y="{:.1}">{}</text>"#,
            middle + 1.2,
            size - number
        ));
    }
    for cell in 0..quixo.rules().cells() {
        let (x, y) = (10 * (cell % size), 10 * (cell / size));
        if position.tiles(Player::X) >> cell & 1 == 1 {
            add(format_args!(
                r#"<path class="x" d="M{} {}l4.4 4.4m0-4.4l-4.4 4.4"/>"#,
                f64::from(x) + 2.5,
                f64::from(y) + 2.5
            ));
        } else if position.tiles(Player::O) >> cell & 1 == 1 {
            add(format_args!(
                r#"<circle class="o" cx="{}" cy="{}" r="2.5"/>"#,
                f64::from(x) + 4.7,
                f64::from(y) + 4.7
            ));
        }
    }
    for Arrow { mv, is_mistake } in arrows {
        let Some(end) = quixo.pushed_in(*mv) else {
            continue;
        };
        let middle =
            |cell: Cell| [cell % size, cell / size].map(|number| 10.0 * f64::from(number) + 4.7);
        let ([x, y], [to_x, to_y]) = (middle(mv.from), middle(end));
        let length = (to_x - x).abs() + (to_y - y).abs();
        let (dx, dy) = ((to_x - x) / length, (to_y - y) / length);
        let (class, aside) = match is_mistake {
            true => ("bad", -ASIDE),
            false => ("good", ASIDE),
        };
        // As seen from above, whichever way the arrows point.
        let (aside_x, aside_y) = (aside * dy.abs(), aside * dx.abs());
        let (x, y) = (x + aside_x, y + aside_y);
        let (tip_x, tip_y) = (to_x + aside_x + 4.0 * dx, to_y + aside_y + 4.0 * dy);
        let (neck_x, neck_y) = (tip_x - 3.0 * dx, tip_y - 3.0 * dy);
        add(format_args!(
            r#"<g class="{class}"><title>{}</title><circle cx="{x:.1}" cy="{y:.1}" r="1" stroke="none"/><path d="M{x:.1} {y:.1}L{neck_x:.1} {neck_y:.1}" stroke-width=".9"/><path d="M{tip_x:.1} {tip_y:.1}L{:.1} {:.1}L{:.1} {:.1}Z" stroke="none"/></g>"#,
            quixo.format_move(*mv),
            neck_x + 1.5 * dy,
            neck_y + 1.5 * dx,
            neck_x - 1.5 * dy,
            neck_y - 1.5 * dx,
        ));
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_its_tiles_and_an_arrow_for_each_move() {
        let quixo = Quixo::new(Rules::official(4).unwrap());
        let position = quixo.parse_position("XX2/4/4/O3 X").unwrap();
        let arrow = |mv: &str, is_mistake| Arrow {
            mv: quixo.parse_move(mv).unwrap(),
            is_mistake,
        };
        let arrows = [arrow("a4R", false), arrow("d4L", true)];
        let svg = board(&quixo, "X to move", &position, &arrows, 20.0);
        let count = |part: &str| svg.matches(part).count();
        assert_eq!(count(r#"class="tile""#), 16);
        assert_eq!((count(r#"class="x""#), count(r#"class="o""#)), (2, 1));
        assert_eq!((count(r#"class="good""#), count(r#"class="bad""#)), (1, 1));
        // From a4 in the corner to the right end of its row, a bit below the middle.
        assert!(svg.contains("M4.7 6.3L"), "{svg}");
        assert!(svg.contains("M38.7 6.3L"), "{svg}");
    }
}
