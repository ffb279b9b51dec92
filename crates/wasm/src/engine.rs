//! Questions as text, and their answers.

use quixotic_catalog::{Catalog, Error, Games, Question, Setup, Told};
use quixotic_game::{Budget, bring, take_wanted};
use serde::Deserialize;
use serde_json::json;

/// All games, and what was brought for them.
pub struct Engine {
    games: Games,
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Status {
    /// An answer that may be kept.
    Lasting = 0,
    /// An answer that may be another one next time.
    ForNow = 1,
    /// Refused, in a sentence.
    Refused = 3,
    /// Refused, in a sentence; asking later may help.
    RefusedForNow = 4,
    /// There is no answer before what is listed was brought.
    Wanted = 5,
}

/// What became of a question, and the text of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// What the text is.
    pub status: Status,
    /// The answer as JSON, a sentence, or what is wanted as JSON.
    pub text: String,
}

/// A question as it comes from the page.
#[derive(Deserialize)]
#[serde(untagged)]
enum Asked {
    About {
        game: String,
        #[serde(flatten)]
        question: Question,
    },
    Games {
        ask: ListGames,
    },
}

/// The question for the list of games.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum ListGames {
    Games,
}

impl Engine {
    /// The standard games.
    ///
    /// # Errors
    /// If a game cannot be opened.
    pub fn new() -> Result<Engine, Error> {
        let games = Games::new(Catalog::standard(), &Setup::default())?;
        Ok(Engine { games })
    }

    /// Asks a question. An agent that was given no seed takes `any_seed`.
    pub fn ask(&self, text: &str, any_seed: u64) -> Reply {
        // What an earlier question wanted is no longer of interest.
        drop(take_wanted());
        let told = self.tell(text, any_seed);
        let wanted = take_wanted();
        if !wanted.is_empty() {
            return Reply {
                status: Status::Wanted,
                text: json!({ "data": wanted }).to_string(),
            };
        }
        told.map_or_else(|error| Reply::refused(&error), Reply::answer)
    }

    /// Brings data that was wanted.
    pub fn supply(&self, name: &str, bytes: Vec<u8>) {
        bring(name, bytes);
    }

    fn tell(&self, text: &str, any_seed: u64) -> Result<Told, Error> {
        let asked = serde_json::from_str(text)
            .map_err(|error| Error::Bad(format!("this is no question: {error}")))?;
        match asked {
            Asked::Games {
                ask: ListGames::Games,
            } => self.games.tell(),
            Asked::About { game, question } => {
                let game = self.games.find(&game)?;
                let time = game.pace(question.kind()).work_time();
                question.ask(&*game, any_seed, &Budget::UNLIMITED.with_time(time))
            }
        }
    }
}

impl Reply {
    fn answer(told: Told) -> Reply {
        Reply {
            status: match told.lasts {
                true => Status::Lasting,
                false => Status::ForNow,
            },
            text: String::from_utf8(told.json).expect("JSON is UTF-8"),
        }
    }

    /// The sentence of the server.
    fn refused(error: &Error) -> Reply {
        Reply {
            status: match error {
                Error::Stopped { .. } => Status::RefusedForNow,
                _ => Status::Refused,
            },
            text: error.public(),
        }
    }
}
