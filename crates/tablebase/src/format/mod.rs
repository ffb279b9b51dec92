//! The file format of a database: one file for each class.
//!
//! docs/format.md describes it for readers in other languages. In short: a
//! header, then pages that are compressed one by one, then a tail with the index
//! of the pages, the census and the checksums.

mod census;
mod error;
mod header;
mod page;
mod reader;
mod whole;
mod writer;

pub(crate) use census::Census;
pub use error::{FileError, Problem};
pub(crate) use header::Header;
pub(crate) use reader::{Bytes, ClassFile};
pub(crate) use writer::Prepared;

use std::path::{Path, PathBuf};

use quixotic_quixo::{Class, Rules};

use crate::index::{Group, Index};
use crate::kernel::Kernel;

/// The class files of a database directory, to be read and written whole.
#[derive(Clone, Copy)]
pub(crate) struct ClassFiles<'a> {
    pub(crate) directory: &'a Path,
    pub(crate) rules: Rules,
    pub(crate) index: &'a Index,
    pub(crate) kernel: Kernel,
}

/// Positions in a page: as many whole blocks as fit, but at least one block.
pub(crate) const PAGE: usize = 1 << 15;

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
pub(crate) fn blocks_per_page(group: &Group) -> usize {
    (PAGE / group.lanes).max(1)
}

/// Pages of a group.
pub(crate) fn pages(group: &Group) -> usize {
    group.blocks.div_ceil(blocks_per_page(group))
}

/// The file of a class in a database directory.
pub(crate) fn class_path(directory: &Path, class: Class) -> PathBuf {
    directory.join(format!("c{:02}-{:02}.qxc", class.mine, class.theirs))
}

/// The file of a class while it is being written.
pub(crate) fn temporary_path(directory: &Path, class: Class) -> PathBuf {
    class_path(directory, class).with_extension("tmp")
}
