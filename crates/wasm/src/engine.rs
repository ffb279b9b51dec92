//! Questions as text, and their answers.

use quixotic_catalog::{Catalog, Error, Games, JsonAnswer, Question, Setup};
use quixotic_game::{Budget, supply, take_wanted};
use serde::Deserialize;

use crate::hosted::HostedDatabase;
use crate::reply::{Reply, Status, Wanted};

/// All games, and the data supplied for them.
pub struct Engine {
    games: Games,
    hosted: Option<HostedDatabase>,
}

/// A question as it comes from the page.
#[derive(Deserialize)]
#[serde(untagged)]
enum Asked {
    About {
        game: String,
        /// As the list has them; without them, the usual ones.
        rules: Option<String>,
        /// Whether the early part of the answer was given.
        #[serde(default)]
        early: bool,
        #[serde(flatten)]
        question: Question,
    },
    Games {
        #[serde(rename = "ask")]
        _ask: ListGames,
    },
}

/// The question for the list of games.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum ListGames {
    Games,
}

impl Engine {
    /// The standard games. Where `has_database`, one of 5×5 is fetched from a host.
    ///
    /// # Errors
    /// If a game cannot be opened.
    pub fn new(has_database: bool) -> Result<Engine, Error> {
        Ok(Engine {
            games: Games::new(Catalog::standard(), &Setup::default())?,
            hosted: has_database.then(HostedDatabase::default),
        })
    }

    /// Asks a question. An agent that was given no seed takes `any_seed`.
    pub fn ask(&mut self, text: &str, any_seed: u64) -> Reply {
        match serde_json::from_str(text) {
            Ok(asked) => self.answer(&asked, any_seed),
            Err(_) => Reply {
                status: Status::Refused,
                text: "this is no question that is answered here".into(),
            },
        }
    }

    fn answer(&mut self, asked: &Asked, any_seed: u64) -> Reply {
        if let Some(hosted) = &mut self.hosted
            && asked.may_need(HostedDatabase::GAME)
            && hosted.wants_manifest()
        {
            return Reply::wanted(&Wanted {
                manifest: true,
                ..Wanted::default()
            });
        }
        let (answer, wanted) = self.noting(|engine| engine.tell(asked, any_seed));
        let Some(wanted) = wanted else {
            return self.finished(asked, answer);
        };
        let (early, early_wanted) = self.noting(|engine| engine.tell_early(asked));
        match (early, early_wanted) {
            (Ok(Some(answer)), None) => Reply::early(answer),
            // First what the early part takes.
            (Ok(_) | Err(_), Some(early_wanted)) => Reply::wanted(&early_wanted),
            (Ok(None) | Err(_), None) => Reply::wanted(&wanted),
        }
    }

    /// Does something, and lists what it wanted and did not have.
    fn noting<T>(&self, work: impl FnOnce(&Engine) -> T) -> (T, Option<Wanted>) {
        // What an earlier question wanted is no longer of interest.
        drop(take_wanted());
        let ranges = || {
            self.hosted
                .as_ref()
                .map(HostedDatabase::take_wanted)
                .unwrap_or_default()
        };
        drop(ranges());
        let done = work(self);
        let wanted = Wanted {
            data: take_wanted(),
            manifest: false,
            ranges: ranges(),
        };
        (done, (!wanted.is_empty()).then_some(wanted))
    }

    fn tell(&self, asked: &Asked, any_seed: u64) -> Result<JsonAnswer, Error> {
        match asked {
            Asked::Games { .. } => self.games.list_json(),
            Asked::About {
                game,
                rules,
                question,
                ..
            } => {
                let game = self.games.find(game, rules.as_deref())?;
                let time = game.pace(question.kind()).work_time();
                question.ask(&*game, any_seed, &Budget::UNLIMITED.with_time(time))
            }
        }
    }

    /// The early part of an answer, if it has one and that was not given.
    fn tell_early(&self, asked: &Asked) -> Result<Option<JsonAnswer>, Error> {
        match asked {
            Asked::About {
                game,
                rules,
                early: false,
                question,
            } => question.ask_early(&*self.games.find(game, rules.as_deref())?),
            Asked::About { .. } | Asked::Games { .. } => Ok(None),
        }
    }

    /// The reply when nothing is wanted any more.
    fn finished(&mut self, asked: &Asked, answer: Result<JsonAnswer, Error>) -> Reply {
        let reply = match answer {
            Ok(answer) => Reply::answer(answer),
            Err(error) => Reply::refused(&error),
        };
        let Some(hosted) = self
            .hosted
            .as_mut()
            .filter(|_| asked.may_need(HostedDatabase::GAME))
        else {
            return reply;
        };
        hosted.tidy();
        // What is here without the host is the answer. What is not, or not all of it, is the
        // host's fault.
        match hosted.take_error() {
            Some(error) if !asked.is_whole(reply.status) => Reply {
                status: Status::RefusedForNow,
                text: error,
            },
            _ => reply,
        }
    }

    /// Brings what was wanted, by its name.
    ///
    /// # Errors
    /// A sentence if it is not what was wanted; it may be supplied again.
    pub fn supply(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), String> {
        match &mut self.hosted {
            Some(hosted) if name == HostedDatabase::MANIFEST => {
                self.games = hosted.open(&bytes)?;
                Ok(())
            }
            Some(hosted) if name.contains(':') => hosted.supply(name, bytes),
            _ => match supply(name, bytes) {
                true => Ok(()),
                false => Err("something else is there under its name".into()),
            },
        }
    }

    /// Says that there is no manifest to be had, and why. The next question asks for it
    /// again.
    pub fn go_without_manifest(&mut self, why: String) {
        if let Some(hosted) = &mut self.hosted {
            hosted.go_without(why);
        }
    }
}

impl Asked {
    /// Whether the answer may depend on what is here of a game.
    fn may_need(&self, name: &str) -> bool {
        match self {
            Asked::About { game, .. } => game == name,
            Asked::Games { .. } => true,
        }
    }

    /// Whether an answer with that status has nothing to gain from a database.
    fn is_whole(&self, status: Status) -> bool {
        let is_answer = matches!(status, Status::Lasting | Status::ForNow);
        match self {
            Asked::Games { .. } => true,
            Asked::About {
                question: Question::Move { .. },
                ..
            } => is_answer,
            // What is not all there does not last.
            Asked::About { .. } => status == Status::Lasting,
        }
    }
}
