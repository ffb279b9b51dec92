//! The questions that can be asked about a game.

use axum::extract::State;
use quixotic_catalog::{Answer, Choice, Question, Stats};
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
    /// The rules of the game, as /api/games lists them; without them, the usual ones.
    #[param(
        value_type = String,
        required = false,
        example = "standard",
        pattern = "^[0-9a-z -]+$",
    )]
    rules: Option<String>,
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
    /// The rules of the game, as /api/games lists them; without them, the usual ones.
    #[param(
        value_type = String,
        required = false,
        example = "standard",
        pattern = "^[0-9a-z -]+$",
    )]
    rules: Option<String>,
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
    let Asked { position, rules } = read(query)?;
    let question = Question::Probe { position };
    api.ask(&name, rules.as_deref(), question, asker).await
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
    let Asked { position, rules } = read(query)?;
    let question = Question::Line { position };
    api.ask(&name, rules.as_deref(), question, asker).await
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
    api.ask(&name, None, Question::Stats, asker).await
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
    let AskedAgent {
        position,
        rules,
        agent,
        seed,
    } = read(query)?;
    let question = Question::Move {
        position,
        agent,
        seed,
    };
    api.ask(&name, rules.as_deref(), question, asker).await
}
