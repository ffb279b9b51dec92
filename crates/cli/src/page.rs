//! How boards are laid out on a page.

/// Columns of a page when standard output is no terminal.
const PAGE: u16 = 80;
/// Spaces between two boards.
pub(crate) const GAP: usize = 4;

/// The columns there are for text that is indented by two.
pub(crate) fn width() -> usize {
    let width = terminal_size::terminal_size().map_or(PAGE, |(width, _)| width.0);
    usize::from(width).saturating_sub(2)
}
