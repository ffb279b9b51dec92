//! What every command is given: the games, the flag that ends it, and what the environment says.

use std::path::PathBuf;

use clap::ArgMatches;
use quixotic_catalog::{Catalog, GameId, Pace, QueryKind, Setup, data_directory};
use quixotic_game::{Budget, Stop};

/// The surroundings of a command.
#[derive(Clone, Copy)]
pub(crate) struct Env<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) stop: &'a Stop,
    /// The command line.
    pub(crate) matches: &'a ArgMatches,
    /// Whether `--db` is not on the command line but in the environment.
    pub(crate) db_is_default: bool,
}

impl Env<'_> {
    /// A budget that ends when the user says so.
    pub(crate) fn budget(&self) -> Budget {
        Budget::UNLIMITED.with_stop(self.stop)
    }

    /// The database that a command about a game is given. The one of the environment is for
    /// games under their standard rules whose database is not part of the program, as in
    /// `serve`; other commands go on as if there were none.
    pub(crate) fn db_of<'b, D: ?Sized>(&self, id: &GameId, given: Option<&'b D>) -> Option<&'b D> {
        given.filter(|_| !self.db_is_default || self.has_database_of_its_own(id))
    }

    fn has_database_of_its_own(&self, id: &GameId) -> bool {
        let game = self.catalog.open(id, &Setup::default());
        id.rules().is_none() && game.is_ok_and(|game| game.pace(QueryKind::Probe) == Pace::Disk)
    }

    /// The directory in which databases are; `None` without a home directory.
    pub(crate) fn data(&self) -> Option<PathBuf> {
        data_directory()
    }
}
