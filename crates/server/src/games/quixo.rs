//! Quixo on 3×3, 4×4 and 5×5, answered from the tablebase.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use quixotic_agents::{Players, QuixoOracle};
use quixotic_game::{Game as _, PositionJson, Value};
use quixotic_quixo::{Move, Position, Quixo, Rules};
use quixotic_tablebase::{Database, MoveValue, ProbeError, StatsJson, reachable_positions};

use super::agents::{self, Offer};
use super::{AgentInfo, Answer, GameInfo, Pace, ServedGame, answer, answer_for_now};
use crate::refusal::Refusal;

/// The strongest opponent where the solution is incomplete; where it is not, it would
/// play like `perfect`.
const SEARCH: &str = "search:1s";

const OFFERS: [Offer; 7] = [
    ("random", "Random"),
    ("minimax:1", "Easy: minimax, 1 ply"),
    ("minimax:3", "Medium: minimax, 3 plies"),
    ("mcts:1000", "Hard: Monte-Carlo, 1,000 games"),
    ("dqn", "Trained: deep-Q network"),
    (SEARCH, "Strong: search, 1 s"),
    ("perfect", "Perfect"),
];

/// Quixo on a board of some size.
pub(crate) struct ServedQuixo {
    name: &'static str,
    title: &'static str,
    quixo: Quixo,
    /// Where the database lies; `None` if it is part of the program.
    directory: Option<PathBuf>,
    /// Takes a moment to set up, so that is done when it is first needed.
    solved: OnceLock<Solved>,
}

/// A database, and the players who know it.
struct Solved {
    oracle: Arc<QuixoOracle>,
    players: Players<Quixo>,
}

impl ServedQuixo {
    /// A size whose database is part of the program.
    pub(crate) fn embedded(name: &'static str, title: &'static str, size: u8) -> ServedQuixo {
        ServedQuixo::new(name, title, size, None)
    }

    /// A size whose database is in a directory, or nowhere.
    pub(crate) fn on_disk(
        name: &'static str,
        title: &'static str,
        size: u8,
        directory: Option<PathBuf>,
    ) -> ServedQuixo {
        ServedQuixo::new(name, title, size, Some(directory.unwrap_or_default()))
    }

    fn new(
        name: &'static str,
        title: &'static str,
        size: u8,
        directory: Option<PathBuf>,
    ) -> ServedQuixo {
        let rules = Rules::official(size).expect("the size of a board");
        ServedQuixo {
            name,
            title,
            quixo: Quixo::new(rules),
            directory,
            solved: OnceLock::new(),
        }
    }

    /// The database and its players; `None` if there is none.
    fn solved(&self) -> Option<&Solved> {
        if self
            .directory
            .as_ref()
            .is_some_and(|directory| !directory.is_dir())
        {
            return None;
        }
        if let Some(solved) = self.solved.get() {
            return Some(solved);
        }
        let rules = self.quixo.rules();
        let database = match &self.directory {
            None => Database::embedded(rules),
            Some(directory) => Database::open(directory, rules).ok(),
        };
        let oracle = Arc::new(QuixoOracle::new(database?));
        let players = Players::new(self.quixo.clone());
        Some(self.solved.get_or_init(|| Solved {
            players: players.with_oracle(Arc::clone(&oracle) as _),
            oracle,
        }))
    }

    fn database(&self) -> Result<&Database, Refusal> {
        let solved = self.solved().ok_or_else(|| self.missing())?;
        Ok(solved.oracle.database())
    }

    fn players(&self) -> Players<Quixo> {
        match self.solved() {
            Some(solved) => solved.players.clone(),
            None => Players::new(self.quixo.clone()),
        }
    }

    fn agents(&self) -> Vec<AgentInfo> {
        let mut offered = agents::offers(&self.players(), &OFFERS);
        if offered.iter().any(|offer| offer.agent == "perfect") {
            offered.retain(|offer| offer.agent != SEARCH);
        }
        offered
    }

    fn position(&self, text: Option<&str>) -> Result<Position, Refusal> {
        match text {
            None => Ok(self.quixo.start()),
            Some(text) => Ok(self.quixo.parse_position(text)?),
        }
    }

    /// The value of a position and the moves that `find` finds, both without a
    /// database if the game is over.
    fn valued(
        &self,
        position: &Position,
        find: impl FnOnce(&Database) -> Result<Vec<MoveValue>, ProbeError>,
    ) -> Result<(Value, Vec<(Move, Value)>), Refusal> {
        if let Some(outcome) = self.quixo.ended_on(position.board) {
            return Ok((Value::ended(outcome), Vec::new()));
        }
        let database = self.database()?;
        let value = database.probe(position.board);
        let value = value.map_err(|error| self.explain(&error))?;
        let moves = find(database).map_err(|error| self.explain(&error))?;
        let moves = moves.into_iter().map(|found| (found.mv, found.value));
        Ok((value, moves.collect()))
    }

    fn missing(&self) -> Refusal {
        Refusal::NotHere(format!(
            "there is no database of {0} here: `quixotic solve {0}` makes it",
            self.name
        ))
    }

    /// Says why a position has no answer.
    fn explain(&self, error: &ProbeError) -> Refusal {
        match error {
            ProbeError::NotSolved { solved, .. } if solved.is_empty() => self.missing(),
            ProbeError::NotSolved { level, .. } => {
                Refusal::NotHere(format!("level {level} is {error}"))
            }
            // The message names the file, which is none of the caller's business.
            ProbeError::File(_) => Refusal::NotHere(format!(
                "the database of {0} cannot be read: `quixotic verify {0}` says what is wrong",
                self.name
            )),
        }
    }
}

impl ServedGame for ServedQuixo {
    fn name(&self) -> &'static str {
        self.name
    }

    fn pace(&self) -> Pace {
        Pace::Quick
    }

    fn info(&self) -> GameInfo {
        let database = self.database().ok();
        GameInfo {
            game: self.name,
            title: self.title,
            start: self.quixo.format_position(&self.quixo.start()),
            complete: database.is_some_and(Database::is_complete),
            levels: Some(database.map_or(Vec::new(), Database::levels)),
            agents: self.agents(),
        }
    }

    fn probe(&self, position: Option<&str>) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        let (value, moves) = self.valued(&position, |database| database.moves(position.board))?;
        let (name, quixo) = (self.name, &self.quixo);
        answer(&PositionJson::probe(name, quixo, &position, value, moves))
    }

    fn line(&self, position: Option<&str>) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        let (value, moves) = self.valued(&position, |database| database.line(position.board))?;
        let (name, quixo) = (self.name, &self.quixo);
        answer(&PositionJson::line(name, quixo, &position, value, moves))
    }

    fn stats(&self) -> Result<Answer, Refusal> {
        let database = self.database()?;
        let stats = database.stats().map_err(|error| self.explain(&error))?;
        let complete = database.is_complete();
        let reachable = complete.then(|| reachable_positions(database.rules()));
        // Levels of a database may be added while the server runs.
        answer_for_now(&StatsJson::new(self.name, &stats, reachable.flatten()))
    }

    fn choose(&self, position: Option<&str>, agent: &str, seed: u64) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        agents::choose(self.name, &self.players(), &OFFERS, &position, agent, seed)
    }
}
