//! Matches and the ladder, as JSON.

use pyo3::prelude::*;
use quixotic_agents::AgentSpec;
use quixotic_agents::arena::{GameRecord, Match, PlayedGame, Starts};
use quixotic_catalog::{AnyGame, Error};
use quixotic_game::Rng;
use serde_json::{Value, json};

/// A match from its parts as they are typed. A starts, B starts, or they start in turn.
pub(crate) fn plan(
    [a, b]: [&str; 2],
    games: u32,
    seed: u64,
    starts: Option<&str>,
    longest: u32,
) -> Result<Match, Error> {
    let starts = match starts {
        None => Starts::Alternate,
        Some("a") => Starts::A,
        Some("b") => Starts::B,
        Some(other) => {
            return Err(Error::Bad(format!(
                "starts is \"a\", \"b\" or None, not {other:?}"
            )));
        }
    };
    Ok(Match {
        a: AgentSpec::parse(a)?,
        b: AgentSpec::parse(b)?,
        games,
        seed,
        starts,
        longest,
    })
}

/// The error of games whose numbers are too great.
pub(crate) fn too_many() -> Error {
    Error::Bad(format!("a match has at most {} games", u32::MAX))
}

/// A game; `winner` is in the game's own words.
pub(crate) fn record_json(game: &dyn AnyGame, record: &GameRecord) -> Value {
    json!({
        "moves": record.moves,
        "winner": record.winner.map(|player| game.player(player)),
        "ending": record.ending,
        "reason": record.reason,
    })
}

/// A game of a match with the side of A.
pub(crate) fn game_json(game: &dyn AnyGame, played: &PlayedGame) -> Value {
    let mut json = record_json(game, &played.record);
    json["a"] = game.player(played.a).into();
    json
}

/// The seeds of A and B in a game of a match, counted from 0: those of the arena.
#[pyfunction]
pub(crate) fn seeds(seed: u64, number: u64) -> (u64, u64) {
    let mut rng = Rng::part(seed, number);
    (rng.word(), rng.word())
}
