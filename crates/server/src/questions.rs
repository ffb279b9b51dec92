//! The questions that can be asked about a game.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::State;
use quixotic_agents::AgentSpec;
use quixotic_catalog::{Answer, AnyGame, Choice, Error, QueryKind, Stats};
use quixotic_game::Budget;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::api::{Api, FromQuery, Json, Name, read};
use crate::origin::Asker;
use crate::refusal::{ErrorJson, Refusal};

/// Which game.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "described, and read by `Name`")]
pub(crate) struct OfGame {
    /// One of the games that /api/games lists.
    #[param(example = "quixo4", pattern = "^[a-z0-9]+$")]
    game: String,
}

/// A question about a position.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asked {
    /// A position in the notation of the game; without it, the start.
    #[param(
        value_type = String,
        required = false,
        example = "X3/2O1/4/3X O",
        pattern = "^[0-9A-Za-z.,:/]+( [0-9A-Za-z-]+){0,2}$",
        max_length = 1024,
    )]
    position: Option<String>,
}

/// A question to an agent.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AskedAgent {
    /// A position in the notation of the game; without it, the start.
    #[param(
        value_type = String,
        required = false,
        example = "X3/2O1/4/3X O",
        pattern = "^[0-9A-Za-z.,:/]+( [0-9A-Za-z-]+){0,2}$",
        max_length = 1024,
    )]
    position: Option<String>,
    /// One of the agents that /api/games lists for the game.
    #[param(
        value_type = String,
        required = true,
        example = "perfect",
        pattern = "^[a-z]+(:[0-9]+[a-z]*)?$",
    )]
    agent: Option<String>,
    /// The same seed gives the same move, unless the agent's budget is a time; without
    /// it, another one each time.
    #[param(value_type = u64, required = false)]
    seed: Option<u64>,
}

/// The position that is meant if none is named.
fn or_start(position: Option<&str>) -> &str {
    position.unwrap_or("start")
}

/// The value of a position and of every move in it, the best first
///
/// The same bytes as `quixotic probe --json` prints. A value never changes, so the answer
/// may be cached, unless it is `partial`: then the time ran out, and asking again may
/// tell more. Where only some levels of a game are here, what is not known is `open`, and a
/// `note` says which levels are.
#[utoipa::path(
    get,
    path = "/api/{game}",
    params(OfGame, Asked),
    responses(
        (status = 200, description = "The values", body = Answer),
        (status = 400, description = "The caller did something wrong", body = ErrorJson),
        (status = 403, description = "A page of another site asked for a search", body = ErrorJson),
        (status = 404, description = "There is no such game", body = ErrorJson),
        (status = 500, description = "The database, or the server, is broken", body = ErrorJson),
        (status = 503, description = "The answer is not in the database that is here or, where the response has `Retry-After`, not found yet", body = ErrorJson),
    ),
)]
pub(crate) async fn probe(
    State(api): State<Api>,
    Name(name): Name,
    asker: Asker,
    query: FromQuery<Asked>,
) -> Result<Json, Refusal> {
    let asked = read(query)?;
    let ask = move |game: &dyn AnyGame, budget: &Budget| {
        answered(&game.probe(or_start(asked.position.as_deref()), budget)?)
    };
    api.ask(&name, QueryKind::Probe, asker, ask).await
}

/// One optimal game from a position
///
/// The same bytes as `quixotic line --json` prints. The winner hurries and the loser
/// delays. A drawn game is shown until a position comes back. Where values are not known
/// the moves are those that the published strategies would make.
#[utoipa::path(
    get,
    path = "/api/{game}/line",
    params(OfGame, Asked),
    responses(
        (status = 200, description = "The moves in their order", body = Answer),
        (status = 400, description = "The caller did something wrong", body = ErrorJson),
        (status = 403, description = "A page of another site asked for a search", body = ErrorJson),
        (status = 404, description = "There is no such game", body = ErrorJson),
        (status = 500, description = "The database, or the server, is broken", body = ErrorJson),
        (status = 503, description = "The answer is not in the database that is here or, where the response has `Retry-After`, not found yet", body = ErrorJson),
    ),
)]
pub(crate) async fn line(
    State(api): State<Api>,
    Name(name): Name,
    asker: Asker,
    query: FromQuery<Asked>,
) -> Result<Json, Refusal> {
    let asked = read(query)?;
    let ask = move |game: &dyn AnyGame, budget: &Budget| {
        answered(&game.line(or_start(asked.position.as_deref()), budget)?)
    };
    api.ask(&name, QueryKind::Line, asker, ask).await
}

/// What ran out of time may tell more next time, and so may a database that grows.
fn answered(answer: &Answer) -> Result<Json, Error> {
    match answer.partial || answer.note.is_some() {
        true => Json::for_now(answer),
        false => Json::lasting(answer),
    }
}

/// How many positions are won, lost and drawn
///
/// The same bytes as `quixotic stats --json` prints.
#[utoipa::path(
    get,
    path = "/api/{game}/stats",
    params(OfGame),
    responses(
        (status = 200, description = "The counts", body = Stats),
        (status = 403, description = "A page of another site asked for a search", body = ErrorJson),
        (status = 404, description = "There is no such game, or its positions are not counted", body = ErrorJson),
        (status = 500, description = "The database, or the server, is broken", body = ErrorJson),
        (status = 503, description = "There is no database here, or the server is busy", body = ErrorJson),
    ),
)]
pub(crate) async fn stats(
    State(api): State<Api>,
    Name(name): Name,
    asker: Asker,
) -> Result<Json, Refusal> {
    // Levels of a database may be added while the server runs.
    let ask = |game: &dyn AnyGame, _: &Budget| Json::for_now(&game.stats()?);
    api.ask(&name, QueryKind::Stats, asker, ask).await
}

/// The move of an agent
#[utoipa::path(
    get,
    path = "/api/{game}/move",
    params(OfGame, AskedAgent),
    responses(
        (status = 200, description = "The move", body = Choice),
        (status = 400, description = "The caller did something wrong, or the game is over", body = ErrorJson),
        (status = 403, description = "A page of another site asked for a search", body = ErrorJson),
        (status = 404, description = "There is no such game", body = ErrorJson),
        (status = 500, description = "The database, or the server, is broken", body = ErrorJson),
        (status = 503, description = "What the agent needs is not here or, where the response has `Retry-After`, the time ran out", body = ErrorJson),
    ),
)]
pub(crate) async fn choose(
    State(api): State<Api>,
    Name(name): Name,
    asker: Asker,
    query: FromQuery<AskedAgent>,
) -> Result<Json, Refusal> {
    let asked = read(query)?;
    let Some(agent) = asked.agent else {
        let error = "an agent is missing: add `agent=…`; /api/games says which there are";
        return Err(Error::Bad(error.into()).into());
    };
    let seed = asked.seed.unwrap_or_else(seed_of_the_moment);
    let ask = move |game: &dyn AnyGame, budget: &Budget| {
        let agent = offered(game, &agent)?;
        let position = or_start(asked.position.as_deref());
        Json::for_now(&game.choose(position, &agent, seed, budget)?)
    };
    api.ask(&name, QueryKind::Choose, asker, ask).await
}

/// An agent that is offered. Others may want more memory than a stranger should be given.
fn offered(game: &dyn AnyGame, agent: &str) -> Result<AgentSpec, Error> {
    let spec = AgentSpec::parse(agent)?;
    let offers = game.info().agents;
    if offers.iter().any(|offer| offer.agent == agent) {
        return Ok(spec);
    }
    // An agent that cannot play is told why.
    game.agent(&spec, 0)?;
    let names: Vec<&str> = offers.iter().map(|offer| &*offer.agent).collect();
    Err(Error::Bad(format!(
        "that agent of {} is not offered here; there are {}",
        game.id(),
        names.join(", ")
    )))
}

/// Another seed each time.
fn seed_of_the_moment() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}
