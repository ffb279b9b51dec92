//! What every command is given: the games, and the flag that ends it.

use std::path::PathBuf;

use directories::ProjectDirs;
use quixotic_catalog::Catalog;
use quixotic_game::{Budget, Stop};

/// The surroundings of a command.
#[derive(Clone, Copy)]
pub(crate) struct Env<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) stop: &'a Stop,
}

impl Env<'_> {
    /// A budget that ends when the user says so.
    pub(crate) fn budget(&self) -> Budget {
        Budget::UNLIMITED.with_stop(self.stop)
    }

    /// The directory in which databases are; `None` without a home directory.
    pub(crate) fn data(&self) -> Option<PathBuf> {
        let project = ProjectDirs::from("", "", "quixotic")?;
        Some(project.data_dir().to_owned())
    }
}
