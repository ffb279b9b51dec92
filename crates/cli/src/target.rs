//! A game of Quixo and its database, for commands that read or write whole databases.

use std::path::PathBuf;

use anyhow::{Error, Result, anyhow, ensure};
use quixotic_catalog::{GameId, QuixoDatabase};
use quixotic_quixo::Rules;
use quixotic_tablebase::{Database, ProbeError};

use crate::env::Env;
use crate::game_args::{Family, GameArgs, not_for};
use crate::interrupt::Interrupted;

/// The game, its rules, and where its database is.
pub struct Target {
    /// The game.
    pub id: GameId,
    /// Its rules.
    pub rules: Rules,
    /// The directory that was asked for.
    pub db: Option<PathBuf>,
    /// The one in which databases are otherwise.
    data: Option<PathBuf>,
}

impl Target {
    /// What a command about Quixo is about.
    pub fn new(env: &Env<'_>, game: &GameArgs) -> Result<Target> {
        let id = game.id(env)?;
        let db = game.directory(env, &id)?;
        Target::at(env, id, db)
    }

    /// A game and the directory of its database, if it is not the usual one.
    pub fn at(env: &Env<'_>, id: GameId, db: Option<PathBuf>) -> Result<Target> {
        let Family::Quixo(rules) = Family::of(&id)? else {
            return Err(not_for(&id, "quixo3, quixo4 and quixo5"));
        };
        let data = env.data();
        Ok(Target {
            id,
            rules,
            db,
            data,
        })
    }

    /// The same for a command that knows the official rules alone.
    pub fn official(env: &Env<'_>, game: &GameArgs) -> Result<Target> {
        let target = Target::new(env, game)?;
        ensure!(
            target.id.rules().is_none(),
            "{}: this command is for the official rules",
            target.id
        );
        Ok(target)
    }

    fn database(&self) -> Result<QuixoDatabase> {
        let (db, data) = (self.db.clone(), self.data.clone());
        Ok(QuixoDatabase::new(&self.id, db, data)?)
    }

    /// The directory of the database on disk, there or not.
    pub fn directory(&self) -> Result<PathBuf> {
        Ok(self.database()?.directory()?)
    }

    /// Opens the database: the directory that was asked for, else the one that is
    /// part of the program, else the one in the user's data directory.
    pub fn open(&self) -> Result<Database> {
        Ok(self.open_with_directory()?.0)
    }

    /// The same with the directory that it is in, if it is in one.
    pub fn open_with_directory(&self) -> Result<(Database, Option<PathBuf>)> {
        Ok(self.database()?.open()?)
    }

    /// Says what to do when a question has no answer.
    pub fn advise(&self, error: impl Into<ProbeError>) -> Error {
        match error.into() {
            error @ ProbeError::NotSolved { level, .. } => anyhow!(
                "level {level} is {error}; go on with `{}`",
                self.id.command_at("solve", self.db.as_deref())
            ),
            ProbeError::File(error) => error.into(),
            ProbeError::Stopped(_) => Interrupted::nothing().into(),
        }
    }
}
