//! What strangers may ask about a game, and the answers: the same bytes whether a
//! server answers or the engine in a page.

use std::time::Duration;

use quixotic_agents::{AgentSpec, Opponent};
use quixotic_game::Budget;
use serde::{Deserialize, Serialize};

use crate::{Answer, AnyGame, Error, Pace, QueryKind};

/// A question about a game. Without a position it is about the start.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Question {
    /// The value of a position and of every move in it.
    Probe {
        /// In the notation of the game.
        position: Option<String>,
        /// For whom traps are set, if they are asked for.
        traps: Option<Opponent>,
    },
    /// One optimal game from a position.
    Line {
        /// In the notation of the game.
        position: Option<String>,
    },
    /// How many positions are won, lost and drawn.
    Stats,
    /// The move of an agent.
    Move {
        /// In the notation of the game.
        position: Option<String>,
        /// One of those that are offered.
        agent: Option<String>,
        /// The same seed gives the same move, unless the agent's budget is a time.
        seed: Option<u64>,
    },
}

/// An answer as JSON, the same bytes as the command prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonAnswer {
    /// The answer.
    pub json: Vec<u8>,
    /// Whether the same question gets it again at any time.
    pub lasts: bool,
}

impl Question {
    /// What kind of question it is.
    pub fn kind(&self) -> QueryKind {
        match self {
            Question::Probe { .. } => QueryKind::Probe,
            Question::Line { .. } => QueryKind::Line,
            Question::Stats => QueryKind::Stats,
            Question::Move { .. } => QueryKind::Choose,
        }
    }

    /// The part of the answer that is found much sooner than the rest, if there is one: who
    /// wins after each move.
    pub fn ask_early(&self, game: &dyn AnyGame) -> Result<Option<JsonAnswer>, Error> {
        match self {
            Question::Probe { position, .. } => {
                let answer = game.outcomes(or_start(position))?;
                answer
                    .map(|answer| JsonAnswer::for_now(&answer))
                    .transpose()
            }
            Question::Line { .. } | Question::Stats | Question::Move { .. } => Ok(None),
        }
    }

    /// Asks a game. `any_seed` is for an agent that was given none.
    pub fn ask(
        &self,
        game: &dyn AnyGame,
        any_seed: u64,
        budget: &Budget,
    ) -> Result<JsonAnswer, Error> {
        match self {
            Question::Probe { position, traps } => {
                let position = or_start(position);
                let answer = match *traps {
                    Some(opponent) => game.probe_traps(position, opponent, budget)?,
                    None => game.probe(position, budget)?,
                };
                answered(&answer)
            }
            Question::Line { position } => answered(&game.line(or_start(position), budget)?),
            // Levels of a database may be added while somebody asks.
            Question::Stats => JsonAnswer::for_now(&game.stats()?),
            Question::Move {
                position,
                agent,
                seed,
            } => {
                let agent = offered(game, agent.as_deref())?;
                let seed = seed.unwrap_or(any_seed);
                JsonAnswer::for_now(&game.choose(or_start(position), &agent, seed, budget)?)
            }
        }
    }
}

/// The position that is meant if none is named.
fn or_start(position: &Option<String>) -> &str {
    position.as_deref().unwrap_or("start")
}

/// What ran out of time may tell more next time, and so may a database that grows.
fn answered(answer: &Answer) -> Result<JsonAnswer, Error> {
    match answer.partial || answer.note.is_some() {
        true => JsonAnswer::for_now(answer),
        false => JsonAnswer::lasting(answer),
    }
}

/// An agent that is offered. Others may want more memory than a stranger should be given.
fn offered(game: &dyn AnyGame, agent: Option<&str>) -> Result<AgentSpec, Error> {
    let Some(agent) = agent else {
        let error = "an agent is missing: add `agent=…`; /api/games says which there are";
        return Err(Error::Bad(error.into()));
    };
    let spec = AgentSpec::parse(agent)?;
    let offers = game.info().agents;
    if offers.iter().any(|offer| offer.agent == agent) {
        return Ok(spec);
    }
    // For an agent that cannot play, the error says why.
    game.agent(&spec, 0).map(drop)?;
    let names: Vec<&str> = offers.iter().map(|offer| &*offer.agent).collect();
    Err(Error::Bad(format!(
        "that agent of {} is not offered here; there are {}",
        game.id(),
        names.join(", ")
    )))
}

impl JsonAnswer {
    /// An answer that lasts.
    pub fn lasting(content: &impl Serialize) -> Result<JsonAnswer, Error> {
        JsonAnswer::new(content, true)
    }

    /// An answer that may be another one next time.
    pub fn for_now(content: &impl Serialize) -> Result<JsonAnswer, Error> {
        JsonAnswer::new(content, false)
    }

    fn new(content: &impl Serialize, lasts: bool) -> Result<JsonAnswer, Error> {
        let json = serde_json::to_vec(content).map_err(|error| Error::Broken {
            message: "the answer cannot be written".into(),
            detail: error.to_string(),
        })?;
        Ok(JsonAnswer { json, lasts })
    }
}

impl Pace {
    /// How long an answer to a stranger may take to find. Sixteen seconds solve most
    /// positions that are searched at all.
    pub fn work_time(self) -> Duration {
        match self {
            // Counting all positions and a line of many plies are the longest.
            Pace::Memory | Pace::Disk => Duration::from_secs(10),
            Pace::Search => Duration::from_secs(16),
        }
    }
}
