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
mod writer;

pub(crate) use census::Census;
pub use error::{FileError, Problem};
pub(crate) use header::Header;
pub(crate) use reader::{Bytes, ClassFile};
pub(crate) use writer::write_class;

use std::path::{Path, PathBuf};

use crate::index::{Class, Group};

/// Positions in a page: as many whole blocks as fit, but at least one block.
pub(crate) const PAGE: usize = 1 << 16;

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
