//! Class files of a database directory, read and written whole.

mod compress;
mod counter;
mod whole;
mod writer;

pub(crate) use compress::{Stay, compress};
pub(crate) use whole::{content_hash, count_values, read_values};
pub(crate) use writer::Prepared;

use std::path::{Path, PathBuf};

use quixotic_game::Budget;
use quixotic_quixo::{Class, Rules};
use quixotic_tablebase::Kernel;
use quixotic_tablebase::internal::format::class_path;
use quixotic_tablebase::internal::index::Index;

/// The class files of a directory.
#[derive(Clone, Copy)]
pub(crate) struct ClassFiles<'a> {
    pub(crate) directory: &'a Path,
    pub(crate) rules: Rules,
    pub(crate) index: &'a Index,
    pub(crate) kernel: Kernel,
    pub(crate) budget: &'a Budget,
}

/// The file of a class while it is being written.
pub(crate) fn temporary_path(directory: &Path, class: Class) -> PathBuf {
    class_path(directory, class).with_extension("tmp")
}
