//! The database of Quixo, wherever it is, and what it answers.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use quixotic_agents::{Oracle, OracleError};
use quixotic_game::{Budget, Moment, Outcome, Value};
use quixotic_quixo::{Position, Quixo, Rules};
use quixotic_tablebase::{Database, MoveValue, OpenError, ProbeError, reachable_positions};

use crate::{
    ClassCount, DistanceCount, Error, Found, FoundMove, GameId, Known, Pace, QueryKind, Setup,
    Solution, SolutionInfo, Source, Stats,
};

/// Where a database is looked for.
#[derive(Debug)]
enum Location {
    /// In the program.
    Program,
    /// In a directory, which may appear, and grow, while the program runs.
    Directory(PathBuf),
    /// Nowhere: there is no directory for data.
    Nowhere,
}

impl Location {
    /// The directory that was asked for, else the program, else a directory of the
    /// game's own among the user's data.
    fn of(id: &GameId, rules: Rules, setup: &Setup) -> Location {
        match (&setup.db, &setup.data) {
            (Some(path), _) => Location::Directory(path.clone()),
            (None, _) if Database::is_embedded(rules) => Location::Program,
            (None, Some(data)) => Location::Directory(data.join(id.slug())),
            (None, None) => Location::Nowhere,
        }
    }
}

/// A database, or the levels of it that are there.
pub(super) struct QuixoSolution {
    id: GameId,
    rules: Rules,
    location: Location,
    /// The directory that was asked for.
    db: Option<PathBuf>,
    /// Takes a moment to set up, so that is done when it is first needed.
    database: OnceLock<Database>,
    /// Bytes of decoded pages that it keeps; `None` for what is usual.
    cache: Option<u64>,
    /// When the directory was last seen not to be there.
    missed: Mutex<Option<Moment>>,
}

/// A directory that was not there is looked for again after this time.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

impl QuixoSolution {
    pub(super) fn new(id: &GameId, rules: Rules, setup: &Setup) -> QuixoSolution {
        QuixoSolution {
            id: id.clone(),
            rules,
            location: Location::of(id, rules, setup),
            db: setup.db.clone(),
            database: OnceLock::new(),
            cache: setup.cache,
            missed: Mutex::default(),
        }
    }

    /// The database; `None` if there is none yet.
    fn database(&self) -> Result<Option<&Database>, OpenError> {
        if let Some(database) = self.database.get() {
            return Ok(Some(database));
        }
        let opened = match &self.location {
            Location::Program => Database::embedded(self.rules),
            Location::Directory(path) if self.is_there(path) => {
                Some(Database::open(path, self.rules)?)
            }
            Location::Directory(_) | Location::Nowhere => None,
        };
        let Some(mut database) = opened else {
            return Ok(None);
        };
        if let Some(bytes) = self.cache {
            database = database.with_cache(bytes);
        }
        Ok(Some(self.database.get_or_init(|| database)))
    }

    /// Whether the directory is there. One that was not is looked for again after a
    /// second: a search asks about every position, and must not ask the file system each
    /// time.
    fn is_there(&self, path: &Path) -> bool {
        let mut missed = self.missed.lock().unwrap_or_else(PoisonError::into_inner);
        if missed.is_some_and(|missed| missed.elapsed() < LOOK_AGAIN) {
            return false;
        }
        let is_there = path.is_dir();
        *missed = (!is_there).then(Moment::now);
        is_there
    }

    /// The levels that are here; none if they cannot be told.
    fn levels_here(&self) -> Vec<u8> {
        let database = self.database().ok().flatten();
        database.map_or(Vec::new(), Database::levels)
    }

    /// The command that makes the database in the directory that was asked for.
    fn solve_here(&self) -> Option<String> {
        let db = self.db.as_deref()?;
        Some(self.id.command_at("solve", Some(db)))
    }

    fn missing(&self) -> Error {
        let cost = match self.rules.size() {
            5 => " (45 minutes of CPU time, 12 GB)",
            _ => "",
        };
        let (here, place) = match &self.location {
            Location::Directory(path) => ("", Some(path.clone())),
            Location::Program | Location::Nowhere => (" here", None),
        };
        Error::Missing {
            what: format!("there is no database of {}{here}", self.id),
            place,
            advice: format!("make it with `{}`{cost}", self.id.command("solve")),
            local_advice: self
                .solve_here()
                .map(|solve| format!("make it with `{solve}`{cost}")),
        }
    }

    /// Asks the database; says why there is no answer.
    fn ask<T>(&self, ask: impl FnOnce(&Database) -> Result<T, ProbeError>) -> Result<T, Error> {
        let database = self.database().map_err(|error| self.broken(&error))?;
        let database = database.ok_or_else(|| self.missing())?;
        ask(database).map_err(|error| match error {
            ProbeError::NotSolved { ref solved, .. } if solved.is_empty() => self.missing(),
            ProbeError::NotSolved { level, .. } => Error::Missing {
                what: format!("level {level} of {} is {error}", self.id),
                place: None,
                advice: format!("go on with `{}`", self.id.command("solve")),
                local_advice: self
                    .solve_here()
                    .map(|solve| format!("go on with `{solve}`")),
            },
            ProbeError::Stopped(stopped) => Error::Stopped {
                message: format!("the line of {} was not finished", self.id),
                stopped,
            },
            ProbeError::File(error) => self.broken(&error),
        })
    }

    fn broken(&self, error: &dyn std::error::Error) -> Error {
        Error::Broken {
            message: format!(
                "the database of {} cannot be read, `{}` says what is wrong",
                self.id,
                self.id.command("verify")
            ),
            detail: error.to_string(),
        }
    }
}

/// A move of a probe from a position, or of a line.
fn found_move(to_move: quixotic_game::Player, found: MoveValue) -> FoundMove<Quixo> {
    let board = found.board;
    FoundMove::new(
        found.mv,
        Position { board, to_move },
        Known::Value(found.value),
    )
}

impl Solution<Quixo> for Arc<QuixoSolution> {
    fn info(&self) -> SolutionInfo {
        let here = !self.levels_here().is_empty();
        let (source, place) = match &self.location {
            Location::Program => (Source::Embedded, None),
            Location::Directory(path) if here => {
                (Source::Directory, Some(path.display().to_string()))
            }
            Location::Directory(_) | Location::Nowhere => (Source::None, None),
        };
        SolutionInfo { source, place }
    }

    fn levels(&self) -> Option<Vec<u8>> {
        Some(self.levels_here())
    }

    fn is_complete(&self) -> bool {
        let database = self.database().ok().flatten();
        database.is_some_and(Database::is_complete)
    }

    fn require(&self) -> Result<(), Error> {
        match self.ask(|database| Ok(database.levels()))?.is_empty() {
            false => Ok(()),
            true => Err(self.missing()),
        }
    }

    fn pace(&self, _question: QueryKind) -> Pace {
        match self.location {
            Location::Program => Pace::Memory,
            Location::Directory(_) | Location::Nowhere => Pace::Disk,
        }
    }

    fn probe(&self, _: &Quixo, position: &Position, _: &Budget) -> Result<Found<Quixo>, Error> {
        let (value, moves) = self.ask(|database| database.probe_with_moves(position.board))?;
        let moves = moves.into_iter();
        let moves = moves.map(|found| found_move(!position.to_move, found));
        Ok(Found::new(Known::Value(value), moves.collect()))
    }

    fn line(&self, _: &Quixo, position: &Position, budget: &Budget) -> Result<Found<Quixo>, Error> {
        let (value, line) = self.ask(|database| {
            let value = database.probe(position.board)?;
            Ok((value, database.line(position.board, budget)?))
        })?;
        let mut mover = position.to_move;
        let moves = line.into_iter().map(|found| {
            mover = !mover;
            found_move(mover, found)
        });
        Ok(Found::new(Known::Value(value), moves.collect()))
    }

    fn stats(&self, id: &GameId) -> Result<Stats, Error> {
        let (stats, complete) =
            self.ask(|database| Ok((database.stats()?, database.is_complete())))?;
        let by_distance = stats.by_distance.iter().map(|row| DistanceCount {
            plies: row.plies,
            win: row.win,
            loss: row.loss,
        });
        let by_class = stats.by_class.iter().map(|row| ClassCount {
            mover: row.class.mine,
            other: row.class.theirs,
            win: row.win,
            loss: row.loss,
            draw: row.draw,
        });
        Ok(Stats {
            id: id.clone(),
            positions: stats.positions(),
            win: stats.win,
            loss: stats.loss,
            draw: stats.draw,
            reachable: complete.then(|| reachable_positions(self.rules)).flatten(),
            by_distance: by_distance.collect(),
            by_class: by_class.collect(),
            signature: stats.signature,
        })
    }
}

/// For the agents, the database that there is by now.
impl Oracle<Quixo> for QuixoSolution {
    fn value(&self, position: &Position, budget: &Budget) -> Result<Option<Value>, OracleError> {
        match self.database().map_err(OracleError::new)? {
            None => Ok(None),
            Some(database) => Oracle::value(database, position, budget),
        }
    }

    fn outcome(
        &self,
        position: &Position,
        budget: &Budget,
    ) -> Result<Option<Outcome>, OracleError> {
        match self.database().map_err(OracleError::new)? {
            None => Ok(None),
            Some(database) => Oracle::outcome(database, position, budget),
        }
    }
}
