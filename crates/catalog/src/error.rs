//! The one error of the catalog. Fronts map it to exit codes, status codes and
//! exceptions.

use std::path::PathBuf;

use quixotic_agents::arena::{ArenaError, RecordError};
use quixotic_agents::{AgentError, BuildError, SpecError};
use quixotic_game::{NotationError, Stopped};
use thiserror::Error;

/// Why a question has no answer.
#[derive(Debug, Error)]
pub enum Error {
    /// The caller did something wrong: a position, a move or an option that is not one.
    #[error("{0}")]
    Bad(String),
    /// There is no such game, agent or kind of answer.
    #[error("{0}")]
    Unknown(String),
    /// The question is a good one, but what would answer it is not here.
    #[error(
        "{what}{}: {}",
        .place.as_ref().map_or(String::new(), |place| format!(" in {}", place.display())),
        .local_advice.as_ref().unwrap_or(.advice)
    )]
    Missing {
        /// What is not here: `there is no database of quixo5`.
        what: String,
        /// Where it was looked for; not for strangers.
        place: Option<PathBuf>,
        /// How to get it.
        advice: String,
        /// The same with the directories of this machine, if they matter.
        local_advice: Option<String>,
    },
    /// The budget ended before there was an answer. Asking again may go on from there.
    #[error("{message}: {stopped}")]
    Stopped {
        /// What was being done.
        message: String,
        /// Why it ended.
        stopped: Stopped,
    },
    /// The machine has not enough memory for the answer.
    #[error("{0}")]
    Memory(String),
    /// A file or the program itself is broken.
    #[error("{detail}")]
    Broken {
        /// For everybody.
        message: String,
        /// For whoever runs the program: it may name files of the machine.
        detail: String,
    },
}

impl Error {
    /// The text for strangers, which names no file of this machine.
    pub fn public(&self) -> String {
        match self {
            Error::Broken { message, .. } => message.clone(),
            Error::Missing {
                what,
                place,
                advice,
                ..
            } => {
                let here = if place.is_some() { " here" } else { "" };
                format!("{what}{here}: {advice}")
            }
            error => error.to_string(),
        }
    }

    /// The game is over, so there is no move.
    pub fn over() -> Error {
        Error::Bad(AgentError::GameOver.to_string())
    }
}

impl From<NotationError> for Error {
    fn from(error: NotationError) -> Error {
        Error::Bad(error.to_string())
    }
}

impl From<SpecError> for Error {
    fn from(error: SpecError) -> Error {
        Error::Bad(error.to_string())
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Error {
        Error::Bad(error.to_string())
    }
}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Error {
        match error {
            BuildError::NoSolution { who, game, advice } => Error::Missing {
                what: format!("{who} needs the solution of {game}"),
                place: None,
                advice,
                local_advice: None,
            },
            BuildError::NotForThisGame { .. } | BuildError::NoPrograms(_) => {
                Error::Bad(error.to_string())
            }
            BuildError::Oracle(error) => broken(&error),
        }
    }
}

impl From<AgentError> for Error {
    fn from(error: AgentError) -> Error {
        match error {
            AgentError::GameOver => Error::Bad(error.to_string()),
            AgentError::Stopped(stopped) => stopped_early(stopped),
            AgentError::Unknown { position, advice } => Error::Missing {
                what: format!(
                    "`perfect` does not guess, and what is here of the solution does not tell the best move in {position}"
                ),
                place: None,
                advice,
                local_advice: None,
            },
            AgentError::Oracle(error) => broken(&error),
            AgentError::Failed { .. } | AgentError::NotStarted { .. } => Error::Broken {
                message: "the program that plays has failed".into(),
                detail: error.to_string(),
            },
        }
    }
}

impl From<ArenaError> for Error {
    fn from(error: ArenaError) -> Error {
        match error {
            ArenaError::Build(error) => error.into(),
            ArenaError::Stopped(stopped) => stopped_early(stopped),
            ArenaError::Agent {
                error:
                    error @ (AgentError::Oracle(_)
                    | AgentError::Unknown { .. }
                    | AgentError::NotStarted { .. }),
                ..
            } => error.into(),
            ArenaError::Agent {
                agent,
                error: error @ AgentError::Failed { .. },
                ..
            } => Error::Broken {
                message: "the program that plays has failed".into(),
                detail: format!("`{agent}`: {error}"),
            },
            ArenaError::Agent { .. } => Error::Bad(error.to_string()),
        }
    }
}

fn stopped_early(stopped: Stopped) -> Error {
    Error::Stopped {
        message: "no move was found".into(),
        stopped,
    }
}

fn broken(error: &quixotic_agents::OracleError) -> Error {
    Error::Broken {
        message: "the solution cannot be read".into(),
        detail: error.to_string(),
    }
}
