//! Quixo on 3×3, 4×4 and 5×5, answered from the tablebase.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use quixotic_game::{Game as _, PositionJson};
use quixotic_quixo::{Position, Quixo, Rules};
use quixotic_tablebase::{Database, MoveValue, ProbeError, StatsJson, reachable_positions};

use super::{AgentInfo, Answer, ChoiceJson, GameInfo, Pace, ServedGame, answer};
use crate::refusal::Refusal;

/// Quixo on a board of some size.
pub(crate) struct ServedQuixo {
    name: &'static str,
    title: &'static str,
    quixo: Quixo,
    /// Where the database lies; `None` if it is part of the program.
    directory: Option<PathBuf>,
    /// Takes a moment to set up, so that is done when the first question comes.
    database: OnceLock<Database>,
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
            database: OnceLock::new(),
        }
    }

    fn database(&self) -> &Database {
        self.database.get_or_init(|| {
            let rules = self.quixo.rules();
            match &self.directory {
                None => Database::embedded(rules).expect("the database is part of the program"),
                Some(directory) => Database::open(directory, rules),
            }
        })
    }

    fn position(&self, text: Option<&str>) -> Result<Position, Refusal> {
        match text {
            None => Ok(self.quixo.start()),
            Some(text) => Ok(self.quixo.parse_position(text)?),
        }
    }

    /// Says what is missing.
    fn explain(&self, error: ProbeError) -> Refusal {
        match error {
            ProbeError::NotSolved { solved, .. } if solved.is_empty() => Refusal::NotHere(format!(
                "there is no database of {0} here: `quixotic solve {0}` makes it",
                self.name
            )),
            ProbeError::NotSolved { level, .. } => {
                Refusal::NotHere(format!("level {level} is {error}"))
            }
            // The message names the file, which is none of the caller's business.
            ProbeError::File(_) => Refusal::NotHere(format!(
                "the database of {} cannot be read: `quixotic verify {0}` says what is wrong",
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
        let here = self.directory.as_deref().is_none_or(Path::is_dir);
        let levels = if here {
            self.database().levels()
        } else {
            Vec::new()
        };
        GameInfo {
            game: self.name,
            title: self.title,
            start: self.quixo.format_position(&self.quixo.start()),
            complete: levels.len() == usize::from(self.quixo.rules().cells()) + 1,
            levels: Some(levels),
            agents: vec![AgentInfo {
                agent: "perfect".into(),
                title: "Perfect",
            }],
        }
    }

    fn probe(&self, position: Option<&str>) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        let explain = |error| self.explain(error);
        let value = self.database().probe(position.board).map_err(explain)?;
        let moves = self.database().moves(position.board).map_err(explain)?;
        answer(&PositionJson::probe(
            self.name,
            &self.quixo,
            &position,
            value,
            moves.into_iter().map(valued),
        ))
    }

    fn line(&self, position: Option<&str>) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        let explain = |error| self.explain(error);
        let value = self.database().probe(position.board).map_err(explain)?;
        let moves = self.database().line(position.board).map_err(explain)?;
        answer(&PositionJson::line(
            self.name,
            &self.quixo,
            &position,
            value,
            moves.into_iter().map(valued),
        ))
    }

    fn stats(&self) -> Result<Answer, Refusal> {
        let database = self.database();
        let stats = database.stats().map_err(|error| self.explain(error))?;
        let complete = database.is_complete();
        let reachable = complete.then(|| reachable_positions(database.rules()));
        answer(&StatsJson::new(self.name, &stats, reachable.flatten()))
    }

    fn choose(&self, position: Option<&str>, agent: &str, _seed: u64) -> Result<Answer, Refusal> {
        let position = self.position(position)?;
        let moves = self.database().moves(position.board);
        let moves = moves.map_err(|error| self.explain(error))?;
        let Some(best) = moves.first() else {
            return Err(Refusal::Bad("the game is over: there is no move".into()));
        };
        answer(&ChoiceJson {
            game: self.name,
            position: self.quixo.format_position(&position),
            agent,
            mv: self.quixo.format_move(best.mv),
            after: self.quixo.format_position(&quixotic_game::Game::play(
                &self.quixo,
                &position,
                best.mv,
            )),
            reason: None,
        })
    }
}

fn valued(found: MoveValue) -> (quixotic_quixo::Move, quixotic_game::Value) {
    (found.mv, found.value)
}
