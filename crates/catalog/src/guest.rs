//! An agent that a front brings, as one of the game's own: text is read and checked.

use std::sync::Mutex;

use quixotic_agents::{Agent, AgentError};
use quixotic_game::{Budget, Stopped};

use crate::{Entry, Error, TextAgent};

/// An agent whose moves come as text from outside.
pub(crate) struct Guest<'a, G, R> {
    pub(crate) game: &'a G,
    pub(crate) agent: &'a mut TextAgent<'a>,
    /// Reads a move that has to be legal.
    pub(crate) read: R,
    /// The agents' own error has no room for what a guest may say.
    pub(crate) failed: &'a Mutex<Option<Error>>,
}

impl<G, R> Agent<G> for Guest<'_, G, R>
where
    G: Entry,
    R: Fn(&G::Position, &str) -> Result<G::Move, Error> + Send,
{
    fn choose(&mut self, position: &G::Position, budget: &Budget) -> Result<G::Move, AgentError> {
        let text = self.game.format_position(position);
        let chosen = (self.agent)(&text, budget);
        chosen
            .and_then(|mv| (self.read)(position, &mv))
            .map_err(|error| {
                *self.failed.lock().expect("nobody panics with it") = Some(error);
                Stopped::Asked.into()
            })
    }
}

/// The error of a guest, or else that of the agents.
pub(crate) fn error_of(failed: Mutex<Option<Error>>, otherwise: impl Into<Error>) -> Error {
    let failed = failed.into_inner().expect("nobody panics with it");
    failed.unwrap_or_else(|| otherwise.into())
}
