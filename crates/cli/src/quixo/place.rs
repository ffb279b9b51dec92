//! Where databases are, and opening the one that a command is about.

use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail};
use directories::ProjectDirs;
use quixotic_quixo::{Position, Quixo};
use quixotic_survey::SurveyError;
use quixotic_tablebase::store::Memory;
use quixotic_tablebase::{Database, ProbeError};

use super::args::PositionArgs;
use super::game::{Game, Target};

impl Target {
    /// The directory of the database on disk, there or not.
    pub(crate) fn directory(&self) -> Result<PathBuf> {
        if let Some(directory) = &self.db {
            return Ok(directory.clone());
        }
        let project = ProjectDirs::from("", "", "quixotic")
            .context("there is no home directory: say where the database is with --db DIR")?;
        Ok(project.data_dir().join(self.slug()))
    }

    /// Opens the database: the directory that was asked for, else the one that is
    /// part of the program, else the one in the user's data directory.
    pub(crate) fn open(&self) -> Result<Database> {
        if let Some(database) = self.find()? {
            return Ok(database);
        }
        let cost = match self.game {
            Game::Quixo5 => " (45 minutes of CPU time, 12 GB)",
            Game::Quixo3 | Game::Quixo4 => "",
        };
        bail!(
            "no database of {} in {}: make it with `{}`{cost}",
            self.title(),
            self.directory()?.display(),
            self.command_at("solve", self.db.as_deref())
        )
    }

    /// The same for those who can do without: `None` if there is no database, which
    /// is an error only if a directory was asked for.
    pub(crate) fn open_if_there(&self) -> Result<Option<Database>> {
        if self.db.is_some() {
            return self.open().map(Some);
        }
        self.find()
    }

    fn find(&self) -> Result<Option<Database>> {
        let rules = self.rules()?;
        if self.db.is_none()
            && let Some(database) = Database::embedded(rules)
        {
            return Ok(Some(database));
        }
        let directory = self.directory()?;
        // A database takes a moment to set up.
        let database = directory
            .is_dir()
            .then(|| Database::open(&directory, rules))
            .transpose()?;
        Ok(database.filter(|database| !database.levels().is_empty()))
    }

    /// Reads a position and opens the database that knows it; the end of a game is
    /// known without files.
    pub(crate) fn open_at(&self, args: &PositionArgs) -> Result<(Database, Position)> {
        let quixo = Quixo::new(self.rules()?);
        let position = self.position(&quixo, args)?;
        let database = if quixo.ended_on(position.board).is_some() {
            Database::from_store(Memory::default(), quixo.rules())?
        } else {
            self.open()?
        };
        Ok((database, position))
    }

    /// The command line of a subcommand about the same game, rules and database.
    pub(crate) fn command_at(&self, subcommand: &str, db: Option<&Path>) -> String {
        let mut command = self.command(subcommand);
        if let Some(db) = db {
            let text = db.display().to_string();
            let plain = |c: char| c.is_alphanumeric() || "/._-+,:@%".contains(c);
            if text.chars().all(plain) {
                command += &format!(" --db {text}");
            } else {
                command += &format!(" --db '{}'", text.replace('\'', r"'\''"));
            }
        }
        command
    }

    /// Says what to do when a question has no answer.
    pub(crate) fn advise(&self, error: impl Into<SurveyError>) -> Error {
        match error.into() {
            SurveyError::Probe(error @ ProbeError::NotSolved { level, .. }) => anyhow!(
                "level {level} is {error}; go on with `{}`",
                self.command_at("solve", self.db.as_deref())
            ),
            SurveyError::Probe(ProbeError::File(error)) => error.into(),
            SurveyError::Stopped(stopped) => stopped.into(),
        }
    }
}
