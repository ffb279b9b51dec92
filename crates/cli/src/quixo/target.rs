//! The game that a command is about: its id, its rules, and its database.

use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail};
use quixotic_catalog::{GameId, RuleValues};
use quixotic_quixo::Rules;
use quixotic_research::SurveyError;
use quixotic_tablebase::{Database, ProbeError};

use super::args::{QuixoGames, TargetArgs};
use crate::env::Env;
use crate::game_args::directory;
use crate::interrupt::Interrupted;
use crate::rule_args::RuleArgs;

/// The game, its rules, and where its database is.
pub(crate) struct Target {
    pub(crate) id: GameId,
    pub(crate) rules: Rules,
    /// The directory that was asked for.
    pub(crate) db: Option<PathBuf>,
    /// The one in which databases are otherwise.
    data: Option<PathBuf>,
}

/// The rules of a game of Quixo.
pub(crate) fn rules_of(id: &GameId) -> Result<Rules> {
    let size = id
        .game()
        .strip_prefix("quixo")
        .and_then(|size| size.parse().ok());
    let size = size.with_context(|| format!("{} has no classes", id.game()))?;
    let values = RuleValues::read(id.rules().unwrap_or_default())?;
    let (line, double_line) = (values.get("line"), values.get("double-line"));
    Ok(Rules::from_options(size, line, double_line)?)
}

impl Target {
    /// What a command about `game` is about that needs no database.
    pub(crate) fn without_database(
        env: &Env<'_>,
        game: &str,
        rules: &RuleArgs<QuixoGames>,
    ) -> Result<Target> {
        let id = env.catalog.id(game, &rules.values)?;
        Ok(Target {
            rules: rules_of(&id)?,
            id,
            db: None,
            data: env.data(),
        })
    }

    /// What a command about `game` under its official rules is about.
    pub(crate) fn official(env: &Env<'_>, game: &str, db: Option<&Path>) -> Result<Target> {
        let id = env.catalog.id(game, &RuleValues::default())?;
        Ok(Target {
            rules: rules_of(&id)?,
            db: env.db_of(&id, db).map(directory).transpose()?,
            id,
            data: env.data(),
        })
    }

    /// What a command about `game` is about.
    pub(crate) fn new(env: &Env<'_>, game: &str, args: &TargetArgs) -> Result<Target> {
        let target = Target::without_database(env, game, &args.rules)?;
        let db = env.db_of(&target.id, args.db.as_deref());
        let db = db.map(directory).transpose()?;
        Ok(Target { db, ..target })
    }

    /// The directory of the database on disk, there or not.
    pub(crate) fn directory(&self) -> Result<PathBuf> {
        if let Some(directory) = &self.db {
            return Ok(directory.clone());
        }
        let data = self
            .data
            .as_ref()
            .context("there is no home directory: say where the database is with --db DIR")?;
        Ok(data.join(self.id.slug()))
    }

    /// Opens the database: the directory that was asked for, else the one that is
    /// part of the program, else the one in the user's data directory.
    pub(crate) fn open(&self) -> Result<Database> {
        Ok(self.open_with_directory()?.0)
    }

    /// The same with the directory that it is in, if it is in one.
    pub(crate) fn open_with_directory(&self) -> Result<(Database, Option<PathBuf>)> {
        if self.db.is_none()
            && let Some(database) = Database::embedded(self.rules)
        {
            return Ok((database, None));
        }
        let directory = self.directory()?;
        if directory.is_dir() {
            let database = Database::open(&directory, self.rules)?;
            if !database.levels().is_empty() {
                return Ok((database, Some(directory)));
            }
        }
        bail!(
            "there is no database of {} in {}: make it with `{}`",
            self.id,
            directory.display(),
            self.command_at("solve", self.db.as_deref())
        )
    }

    /// The command line of a command about the same game, rules and database.
    pub(crate) fn command_at(&self, command: &str, db: Option<&Path>) -> String {
        self.id.command_at(command, db)
    }

    /// Says what to do when a question has no answer.
    pub(crate) fn advise(&self, error: impl Into<SurveyError>) -> Error {
        match error.into() {
            SurveyError::Probe(error @ ProbeError::NotSolved { level, .. }) => anyhow!(
                "level {level} is {error}; go on with `{}`",
                self.command_at("solve", self.db.as_deref())
            ),
            SurveyError::Probe(ProbeError::File(error)) => error.into(),
            SurveyError::Probe(ProbeError::Stopped(_)) | SurveyError::Stopped(_) => {
                Interrupted::nothing().into()
            }
        }
    }
}
