//! The games that are served, behind one trait. A new game is a new implementation
//! of [`ServedGame`] and a line in [`Games::new`].

mod agents;
mod numerical;
mod quixo;
mod ultimate;

use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;

use crate::refusal::Refusal;
use numerical::ServedNumerical;
use quixo::ServedQuixo;
use ultimate::ServedUltimate;

/// An answer: a JSON text.
pub(crate) struct Answer {
    pub(crate) json: Vec<u8>,
    /// Whether the same question gets it again at any time.
    pub(crate) lasts: bool,
}

/// A game that answers questions. Texts come from outside, unchecked; everything
/// here may take its time, and is called from threads that may wait.
pub(crate) trait ServedGame: Send + Sync {
    /// The name in requests.
    fn name(&self) -> &'static str;

    /// What is here.
    fn info(&self) -> GameInfo;

    /// What takes longer than a look-up.
    fn pace(&self) -> Pace;

    /// The value of a position and of every move.
    fn probe(&self, position: Option<&str>) -> Result<Answer, Refusal>;

    /// One optimal game.
    fn line(&self, position: Option<&str>) -> Result<Answer, Refusal>;

    /// How many positions there are of which outcome and distance.
    fn stats(&self) -> Result<Answer, Refusal>;

    /// The move of an agent.
    fn choose(&self, position: Option<&str>, agent: &str, seed: u64) -> Result<Answer, Refusal>;
}

/// How long answers about positions take; moves of agents are always slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// They are looked up.
    Quick,
    /// They are searched for.
    Slow,
}

/// What `/api/games` says of a game.
#[derive(Debug, Serialize)]
pub(crate) struct GameInfo {
    /// The name in requests.
    pub(crate) game: &'static str,
    /// The name for people.
    pub(crate) title: &'static str,
    /// The position in which a game starts.
    pub(crate) start: String,
    /// Levels (numbers of marked tiles) whose values are here, ascending; `null`
    /// for games that are not solved by levels.
    pub(crate) levels: Option<Vec<u8>>,
    /// Whether the value of every position is here.
    pub(crate) complete: bool,
    /// The agents that can be asked for a move, the weakest first.
    pub(crate) agents: Vec<AgentInfo>,
}

/// An agent and its strength.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AgentInfo {
    /// What `agent=` takes.
    pub(crate) agent: &'static str,
    /// The same for people.
    pub(crate) title: &'static str,
}

/// What an agent answers.
#[derive(Debug, Serialize)]
pub(crate) struct ChoiceJson<'a> {
    /// The name in requests.
    pub(crate) game: &'static str,
    /// The position that was asked about.
    pub(crate) position: String,
    /// Who was asked.
    pub(crate) agent: &'a str,
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// The position after it.
    pub(crate) after: String,
    /// Why, if the agent can say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<String>,
}

/// All games that are served.
#[derive(Clone)]
pub struct Games(Arc<[Box<dyn ServedGame>]>);

impl Games {
    /// The games, with the database of 5×5 Quixo in that directory, if there is one.
    pub fn new(quixo5: Option<PathBuf>) -> Games {
        Games(Arc::new([
            Box::new(ServedQuixo::embedded("quixo3", "Quixo 3×3", 3)),
            Box::new(ServedQuixo::embedded("quixo4", "Quixo 4×4", 4)),
            Box::new(ServedQuixo::on_disk("quixo5", "Quixo 5×5", 5, quixo5)),
            Box::new(ServedNumerical::new(
                "numerical3",
                "Numerical Tic-Tac-Toe 3×3",
                3,
            )),
            Box::new(ServedNumerical::new(
                "numerical4",
                "Numerical Tic-Tac-Toe 4×4",
                4,
            )),
            Box::new(ServedUltimate::new()),
        ]))
    }

    /// What is here.
    pub(crate) fn infos(&self) -> Vec<GameInfo> {
        self.0.iter().map(|game| game.info()).collect()
    }

    /// Sets up what takes a moment, so that the first question need not wait for it.
    pub(crate) fn warm_up(&self) {
        drop(self.infos());
    }

    /// The number of the game of that name.
    pub(crate) fn find(&self, name: &str) -> Result<usize, Refusal> {
        let found = self.0.iter().position(|game| game.name() == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = self.0.iter().map(|game| game.name()).collect();
            Refusal::Unknown(format!(
                "there is no such game; there are {}",
                names.join(", ")
            ))
        })
    }

    /// The game of that number.
    pub(crate) fn get(&self, number: usize) -> &dyn ServedGame {
        &*self.0[number]
    }
}

/// Writes an answer that lasts.
pub(crate) fn answer(content: &impl Serialize) -> Result<Answer, Refusal> {
    let json = serde_json::to_vec(content);
    let json = json.map_err(|error| Refusal::Broken(error.to_string()))?;
    Ok(Answer { json, lasts: true })
}

/// Writes an answer that may be another one next time.
pub(crate) fn answer_for_now(content: &impl Serialize) -> Result<Answer, Refusal> {
    let lasts = false;
    Ok(Answer {
        lasts,
        ..answer(content)?
    })
}
