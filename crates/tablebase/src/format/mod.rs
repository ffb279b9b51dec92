//! The file format of a database: one file for each class.
//!
//! docs/format.md describes it for readers in other languages. In short: a
//! header, then pages that are compressed one by one, then a tail with the index
//! of the pages, the census and the checksums.

mod census;
mod error;
mod header;
mod names;
mod opening;
mod packed;
mod page;
mod page_index;
mod reader;
mod tree;

pub use census::Census;
pub use error::{FileError, Problem};
pub use header::Header;
pub use names::{class_path, parse_class_name};
pub use packed::PackedPage;
pub use page_index::Outline;
pub use reader::{ClassFile, PagePlace};
pub use tree::{ClassHashes, root};

use crate::index::Group;

/// Positions in a page: as many whole blocks as fit, but at least one block.
pub const PAGE: usize = 1 << 15;

/// Whether a class file tells how many plies a win takes.
///
/// A win is one ply longer than the shortest loss that a move leads to. So the
/// distances of wins can be left out, which halves a database of 5×5; who asks for
/// one looks at all moves. Solving the level below needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinDistances {
    /// They are in the file.
    Kept,
    /// They are not: a win is just a win.
    LeftOut,
}

/// Blocks in each page of a group but the last.
pub fn blocks_per_page(group: &Group) -> usize {
    (PAGE / group.lanes).max(1)
}

/// Pages of a group.
pub fn pages(group: &Group) -> usize {
    group.blocks.div_ceil(blocks_per_page(group))
}
