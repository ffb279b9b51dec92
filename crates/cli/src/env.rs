//! What every command is given: the games, the flag that ends it, and what was typed.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command};
use quixotic_catalog::{Catalog, GameId, Pace, QueryKind, Setup, data_directory};
use quixotic_game::{Budget, Stop};

use crate::meter::Progress;

/// The surroundings of a command.
#[derive(Clone, Copy)]
pub struct Env<'a> {
    /// The games.
    pub catalog: &'a Catalog,
    /// Set when the user wants the command to end.
    pub stop: &'a Stop,
    /// How progress is shown.
    pub(crate) progress: Progress,
    /// The command line.
    pub(crate) matches: &'a ArgMatches,
}

impl Env<'_> {
    /// A budget that ends when the user says so.
    pub fn budget(&self) -> Budget {
        Budget::UNLIMITED.with_stop(self.stop)
    }

    /// The database that a command about a game is given. The one of the environment is for
    /// games under their standard rules whose database is not part of the program, as in
    /// `serve`; other commands go on as if there were none.
    pub(crate) fn db_for<'b, D: ?Sized>(&self, id: &GameId, given: Option<&'b D>) -> Option<&'b D> {
        given.filter(|_| self.is_typed("db") || self.has_database_of_its_own(id))
    }

    fn has_database_of_its_own(&self, id: &GameId) -> bool {
        let game = self.catalog.open(id, &Setup::default());
        id.rules().is_none() && game.is_ok_and(|game| game.pace(QueryKind::Probe) == Pace::Disk)
    }

    /// Refuses options of this command that are for other games: a command has those of all games.
    pub(crate) fn refuse<A: Args>(&self, game: &str) -> Result<()> {
        let options = A::augment_args(Command::new(""));
        for option in options.get_arguments() {
            if self.is_typed(option.get_id().as_str()) {
                let name = option.get_long().unwrap_or_default();
                bail!("{game} has no option `--{name}`");
            }
        }
        Ok(())
    }

    /// Whether an option of this command was typed, rather than taken from the environment or by default.
    pub fn is_typed(&self, option: &str) -> bool {
        let own = self.matches.subcommand();
        let matches = own.map_or(self.matches, |(_, own)| own);
        let is_known = matches.try_contains_id(option).unwrap_or(false);
        is_known && matches.value_source(option) == Some(ValueSource::CommandLine)
    }

    /// The directory in which databases are; `None` without a home directory.
    pub fn data(&self) -> Option<PathBuf> {
        data_directory()
    }
}
