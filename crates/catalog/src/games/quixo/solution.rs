//! The database of Quixo, wherever it is, and what it answers.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use quixotic_agents::{AgentError, Asked, Oracle, OracleError};
use quixotic_game::{Budget, Moment, Outcome, Player, Value};
use quixotic_quixo::{Board, Class, Move, Position, Quixo, Rules};
use quixotic_tablebase::store::{Bundle, Directory, Layers, Place};
use quixotic_tablebase::{
    Activity, ByDistance, Database, MoveValue, OpenError, ProbeError, Store, level_ranges,
    reachable_positions,
};

use super::many::{known_many, known_moves_many};
use crate::database::cost;
use crate::solution::rank_draws;
use crate::{
    ClassCount, DistanceCount, Error, Found, FoundMove, GameId, Known, KnownMoves, Pace, QueryKind,
    Setup, Solution, SolutionInfo, Source, Stats, Wanted,
};

/// Where a database is looked for.
#[derive(Debug)]
enum Location {
    /// In the program.
    Program(Bundle),
    /// In a directory, or at an address.
    Place(Place),
    /// Nowhere: there is no directory for data.
    Nowhere,
}

impl Location {
    /// The place that was asked for, else the program if it has all levels, else a
    /// directory of the game's own among the user's data.
    fn of(id: &GameId, contained: Option<&Bundle>, setup: &Setup) -> Location {
        match (&setup.db, contained, &setup.data) {
            (Some(place), ..) => Location::Place(place.clone()),
            (None, Some(bundle), _) if bundle.is_complete() => Location::Program(bundle.clone()),
            (None, _, Some(data)) => Location::Place(data.join(id.slug()).into()),
            (None, _, None) => Location::Nowhere,
        }
    }
}

/// A database, or the levels of it that are there.
pub(super) struct QuixoSolution {
    id: GameId,
    rules: Rules,
    location: Location,
    /// The first levels, where the program has them: what the place has not is there.
    opening: Option<Bundle>,
    /// The place that was asked for.
    db: Option<Place>,
    /// Takes a moment to set up, so that is done when it is first needed.
    database: OnceLock<Database>,
    /// Bytes of decoded pages that it keeps; `None` for what is usual.
    cache: Option<u64>,
    /// When the directory was last seen not to be there.
    missed: Mutex<Option<Moment>>,
    /// When the database was last tried and could not be opened.
    failed: Mutex<Option<Moment>>,
    /// Whether its directory was there when somebody looked.
    was_there: AtomicBool,
}

/// A directory that was not there is looked for again after this time.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// A database that could not be opened is not listed for this time. A remote host that hangs takes
/// seconds to fail.
const TRY_AGAIN: Duration = Duration::from_secs(5);

impl QuixoSolution {
    pub(super) fn new(id: &GameId, rules: Rules, setup: &Setup) -> QuixoSolution {
        let given = setup.bundle.clone().filter(|given| given.rules() == rules);
        let contained = given.or_else(|| Bundle::embedded(rules));
        QuixoSolution {
            id: id.clone(),
            rules,
            location: Location::of(id, contained.as_ref(), setup),
            opening: contained.filter(|contained| !contained.is_complete()),
            db: setup.db.clone(),
            database: OnceLock::new(),
            cache: setup.cache,
            missed: Mutex::default(),
            failed: Mutex::default(),
            was_there: AtomicBool::default(),
        }
    }

    /// The database; `None` if there is none yet.
    fn database(&self) -> Result<Option<&Database>, OpenError> {
        if let Some(database) = self.database.get() {
            return Ok(Some(database));
        }
        let mut database = match (&self.location, &self.opening) {
            (Location::Program(bundle), _) => Database::from_store(bundle.clone(), self.rules)?,
            (Location::Place(Place::Store { store, .. }), opening) => {
                self.behind(Arc::clone(store), opening.as_ref())?
            }
            // A directory that was asked for has to be there.
            (Location::Place(Place::Directory(path)), opening)
                if (self.db.is_none() && opening.is_some()) || self.is_there(path) =>
            {
                self.behind(Directory::new(path), opening.as_ref())?
            }
            (Location::Nowhere, Some(opening)) => {
                Database::from_store(opening.clone(), self.rules)?
            }
            (Location::Place(_) | Location::Nowhere, _) => return Ok(None),
        };
        if let Some(bytes) = self.cache {
            database = database.with_cache(bytes);
        }
        Ok(Some(self.database.get_or_init(|| database)))
    }

    /// The database in a store; what it does not have may be in the opening.
    fn behind(
        &self,
        store: impl Store + 'static,
        opening: Option<&Bundle>,
    ) -> Result<Database, OpenError> {
        match opening {
            Some(opening) => Database::from_store(Layers::new(store, opening.clone()), self.rules),
            None => Database::from_store(store, self.rules),
        }
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

    /// Looks at the place of the database: values in the program or in memory would hide that
    /// it has gone.
    fn check_place(&self) -> Result<(), Error> {
        match &self.location {
            Location::Place(Place::Store { store, .. }) => {
                store.classes().map_err(|error| self.broken(&error))?;
            }
            Location::Place(Place::Directory(path)) => {
                let is_there = path.is_dir();
                if self.was_there.fetch_or(is_there, Ordering::Relaxed) && !is_there {
                    let error = format!("{} has gone", path.display());
                    return Err(self.broken(&io::Error::other(error)));
                }
            }
            Location::Program(_) | Location::Nowhere => {}
        }
        Ok(())
    }

    /// The database, for lists of what is here; `None` also if it cannot be opened.
    fn listed(&self) -> Option<&Database> {
        if let Some(database) = self.database.get() {
            return Some(database);
        }
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.is_some_and(|failed| failed.elapsed() < TRY_AGAIN) {
            return None;
        }
        let database = self.database();
        *failed = database.is_err().then(Moment::now);
        database.ok().flatten()
    }

    /// The levels that are here; none if that cannot be found out.
    fn levels_here(&self) -> Vec<u8> {
        self.listed().map_or(Vec::new(), Database::levels)
    }

    /// Whether levels are here that the opening does not have.
    fn has_more_than_the_opening(&self, levels: &[u8]) -> bool {
        let is_in = |opening: &Bundle, level| opening.has(Class::new(level, 0));
        let in_opening = |level| {
            self.opening
                .as_ref()
                .is_some_and(|opening| is_in(opening, level))
        };
        !levels.iter().copied().all(in_opening)
    }

    /// The command that makes the database in the directory that was asked for.
    fn solve_here(&self) -> Option<String> {
        let directory = self.db.as_ref()?.directory()?;
        Some(self.id.command_at("solve", Some(directory)))
    }

    /// Where exact values end, and how to get the others; for strangers too, so without
    /// a path.
    fn where_values_end(&self, levels: &[u8]) -> String {
        let directory = self.db.as_ref().map(|_| Path::new("DIR"));
        let solve = self.id.command_at("solve", directory);
        format!(
            "Exact values of {} are here for positions with {} marked tiles; `{solve}` makes the others{}.",
            self.id,
            level_ranges(levels),
            cost(self.rules)
        )
    }

    /// What was found; where something of it is open or has no distance, with the reason.
    fn found(&self, known: Known, moves: Vec<FoundMove<Quixo>>, is_open: bool) -> Found<Quixo> {
        let is_long = matches!(known, Known::Value(Value::LONG_WIN | Value::LONG_LOSS));
        let note = match is_open {
            true => Some(self.where_values_end(&self.levels_here())),
            false => is_long.then(|| {
                let counted = Database::longest_counted(self.rules);
                format!("It takes more than {counted} plies; longer games are not counted.")
            }),
        };
        Found {
            note,
            ..Found::new(known, moves)
        }
    }

    fn missing(&self) -> Error {
        let cost = cost(self.rules);
        let (here, place) = match &self.location {
            Location::Place(place) => ("", Some(place.to_string().into())),
            Location::Program(_) | Location::Nowhere => (" here", None),
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
        if database.levels().is_empty() {
            return Err(self.missing());
        }
        ask(database).map_err(|error| match error {
            // A file went away between two looks.
            ProbeError::NotSolved { .. } => self.missing(),
            ProbeError::Stopped(stopped) => Error::Stopped {
                message: format!("the line of {} was not finished", self.id),
                stopped,
            },
            ProbeError::File(error) => self.broken(&error),
        })
    }

    fn broken(&self, error: &dyn std::error::Error) -> Error {
        let message = match &self.location {
            Location::Place(Place::Store { .. }) => format!(
                "the database of {} is on another machine and cannot be read now",
                self.id
            ),
            _ => format!(
                "the database of {} cannot be read, `{}` says what is wrong",
                self.id,
                self.id.command("verify")
            ),
        };
        Error::Broken {
            message,
            detail: error.to_string(),
        }
    }
}

/// The position with that board and player to move.
fn after(to_move: Player, board: Board) -> Position {
    Position { board, to_move }
}

/// Whether a line ends because nothing is known of what follows: the game is not over, and
/// no position came back.
fn breaks_off(game: &Quixo, start: &Position, line: &[MoveValue]) -> bool {
    let last = line.last().map_or(start.board, |found| found.board);
    let boards = std::iter::once(start.board).chain(line.iter().map(|found| found.board));
    let boards: Vec<Board> = boards.collect();
    // Every other position has the other player to move.
    let mut earlier = boards.iter().rev().skip(2).step_by(2);
    game.ended_on(last).is_none() && !earlier.any(|&board| board == last)
}

impl Solution<Quixo> for Arc<QuixoSolution> {
    fn info(&self) -> SolutionInfo {
        let levels = self.levels_here();
        let (source, place) = match &self.location {
            Location::Program(_) => (Source::Embedded, None),
            _ if levels.is_empty() => (Source::None, None),
            Location::Place(place) if self.has_more_than_the_opening(&levels) => {
                let source = match place {
                    Place::Directory(_) => Source::Directory,
                    Place::Store { .. } => Source::Remote,
                };
                (source, Some(place.to_string()))
            }
            Location::Place(_) | Location::Nowhere => (Source::Embedded, None),
        };
        SolutionInfo { source, place }
    }

    fn levels(&self) -> Option<Vec<u8>> {
        Some(self.levels_here())
    }

    fn is_complete(&self) -> bool {
        self.listed().is_some_and(Database::is_complete)
    }

    fn require(&self) -> Result<(), Error> {
        self.check_place()?;
        self.ask(|_| Ok(()))
    }

    fn activity(&self) -> Option<Activity> {
        self.database.get().map(Database::activity)
    }

    fn pace(&self, _question: QueryKind) -> Pace {
        match self.location {
            Location::Program(_) => Pace::Memory,
            Location::Place(_) | Location::Nowhere => Pace::Disk,
        }
    }

    fn probe(
        &self,
        game: &Quixo,
        position: &Position,
        budget: &Budget,
    ) -> Result<Found<Quixo>, Error> {
        let (value, moves) = self.ask(|database| database.known_with_moves(position.board))?;
        let is_open = value.is_none() || moves.iter().any(|found| found.value.is_none());
        let moves = moves.into_iter().map(|found| {
            let after = after(!position.to_move, found.board);
            FoundMove::new(found.mv, after, found.value.into())
        });
        let mut moves: Vec<FoundMove<Quixo>> = moves.collect();
        rank_draws(game, &**self, &mut moves, budget).map_err(AgentError::from)?;
        Ok(self.found(value.into(), moves, is_open))
    }

    /// Distances and counts of replies take far more reads, which take a while from afar.
    fn outcomes(&self, position: &Position) -> Result<Option<Found<Quixo>>, Error> {
        let found = self.ask(|database| match database.store().is_remote() {
            true => Ok(Some(database.known_outcomes_with_moves(position.board)?)),
            false => Ok(None),
        })?;
        Ok(found.map(|(outcome, moves)| {
            let is_open = outcome.is_none() || moves.iter().any(|found| found.outcome.is_none());
            let moves = moves.into_iter().map(|found| {
                let after = after(!position.to_move, found.board);
                FoundMove::new(found.mv, after, found.outcome.into())
            });
            self.found(outcome.into(), moves.collect(), is_open)
        }))
    }

    /// Sorted by page and shared out among the threads, so each page is read once.
    fn probe_many(
        &self,
        _: &Quixo,
        positions: &[Position],
        wanted: Wanted,
        budget: &Budget,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<Known>, Error> {
        self.ask(|database| known_many(database, positions, wanted, budget, done))
    }

    fn probe_many_with_moves(
        &self,
        _: &Quixo,
        positions: &[Position],
        budget: &Budget,
        done: &(dyn Fn(u64) + Sync),
    ) -> Result<Vec<KnownMoves<Move>>, Error> {
        self.ask(|database| known_moves_many(database, positions, budget, done))
    }

    fn line(
        &self,
        game: &Quixo,
        position: &Position,
        budget: &Budget,
    ) -> Result<Found<Quixo>, Error> {
        let (value, line) = self.ask(|database| {
            let (value, _) = database.known_with_moves(position.board)?;
            Ok((value, database.line(position.board, budget)?))
        })?;
        let is_open = breaks_off(game, position, &line);
        let mut mover = position.to_move;
        let moves = line.into_iter().map(|found| {
            mover = !mover;
            FoundMove::new(
                found.mv,
                after(mover, found.board),
                Known::Value(found.value),
            )
        });
        Ok(self.found(value.into(), moves.collect(), is_open))
    }

    fn stats(&self, id: &GameId) -> Result<Stats, Error> {
        let (stats, complete) =
            self.ask(|database| Ok((database.stats()?, database.is_complete())))?;
        let row = |row: &ByDistance| DistanceCount {
            plies: row.plies,
            win: row.win,
            loss: row.loss,
        };
        let longer = row(&stats.longer);
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
            by_distance: stats.by_distance.iter().map(row).collect(),
            longer: (longer.win + longer.loss > 0).then_some(longer),
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

    fn outcomes(
        &self,
        positions: &[Position],
        budget: &Budget,
    ) -> Result<Vec<Option<Outcome>>, OracleError> {
        match self.database().map_err(OracleError::new)? {
            None => Ok(vec![None; positions.len()]),
            Some(database) => Oracle::outcomes(database, positions, budget),
        }
    }

    fn is_near(&self) -> bool {
        self.listed().is_none_or(Oracle::is_near)
    }

    fn knows(&self, position: &Position) -> Result<bool, OracleError> {
        match self.database().map_err(OracleError::new)? {
            None => Ok(false),
            Some(database) => Oracle::knows(database, position),
        }
    }

    fn prepare(
        &self,
        positions: &mut dyn Iterator<Item = Position>,
        asked: Asked,
    ) -> Result<(), OracleError> {
        match self.database().map_err(OracleError::new)? {
            None => Ok(()),
            Some(database) => Oracle::prepare(database, positions, asked),
        }
    }
}
