//! The questions that can be asked about a game.

use axum::extract::State;
use axum::routing::{MethodRouter, get};
use quixotic_agents::Opponent;
use quixotic_catalog::{Answer, Choice, Question, Stats};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::{IntoParams, IntoResponses};

use crate::api::{Api, Name, read};
use crate::origin::Asker;
use crate::refusal::ErrorJson;

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

/// A question about the moves of a position.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AskedMoves {
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
    /// An opponent by strength: tells how likely that one errs after each move that keeps a draw or a
    /// loss.
    #[param(
        value_type = String,
        required = false,
        example = "club",
        pattern = "^(beginner|club|strong)$",
    )]
    traps: Option<Opponent>,
}

/// A question that needs no more words.
#[derive(Debug, Deserialize)]
struct Nothing {}

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

/// The handler of all questions about a game, which differ in what the query of a request says: the rules and the question.
fn ask<P>(question: fn(P) -> (Option<String>, Question)) -> MethodRouter<Api>
where
    P: DeserializeOwned + Send + 'static,
{
    let handler = move |State(api): State<Api>, Name(name): Name, asker: Asker, query| async move {
        let (rules, question) = question(read(query)?);
        api.ask(&name, rules.as_deref(), question, asker).await
    };
    get(handler)
}

/// Why a question has no answer.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "described, and made by `Refusal`")]
pub(crate) enum NoAnswer {
    /// The caller did something wrong, or the game is over
    #[response(status = 400)]
    Bad(ErrorJson),
    /// A page of another site asked for a search
    #[response(status = 403)]
    OtherSite(ErrorJson),
    /// There is no such game, or its positions are not counted
    #[response(status = 404)]
    Unknown(ErrorJson),
    /// The database, or the server, is broken
    #[response(status = 500)]
    Broken(ErrorJson),
    /// What would answer it is not here or, where the response has `Retry-After`, was not found in
    /// time
    #[response(status = 503)]
    Missing(ErrorJson),
}

/// The value of a position and of every move in it, the best first
///
/// The same bytes as `quixotic probe --json` prints. A value never changes, so the answer
/// may be cached, unless it is `partial`: then the time ran out, and asking again may
/// find more. Where only some levels of a game are here, what is not known is `open`, and a
/// `note` says which levels are.
#[utoipa::path(
    get,
    path = "/api/{game}",
    params(OfGame, AskedMoves),
    responses((status = 200, description = "The values", body = Answer), NoAnswer),
)]
pub(crate) fn probe() -> MethodRouter<Api> {
    ask(|asked: AskedMoves| {
        let AskedMoves {
            position,
            rules,
            traps,
        } = asked;
        (rules, Question::Probe { position, traps })
    })
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
    responses((status = 200, description = "The moves in their order", body = Answer), NoAnswer),
)]
pub(crate) fn line() -> MethodRouter<Api> {
    ask(|Asked { position, rules }| (rules, Question::Line { position }))
}

/// How many positions are won, lost and drawn
///
/// The same bytes as `quixotic stats --json` prints.
#[utoipa::path(
    get,
    path = "/api/{game}/stats",
    params(OfGame),
    responses((status = 200, description = "The counts", body = Stats), NoAnswer),
)]
pub(crate) fn stats() -> MethodRouter<Api> {
    ask(|Nothing {}| (None, Question::Stats))
}

/// The move of an agent
#[utoipa::path(
    get,
    path = "/api/{game}/move",
    params(OfGame, AskedAgent),
    responses((status = 200, description = "The move", body = Choice), NoAnswer),
)]
pub(crate) fn choose() -> MethodRouter<Api> {
    ask(|asked: AskedAgent| {
        let AskedAgent {
            position,
            rules,
            agent,
            seed,
        } = asked;
        let question = Question::Move {
            position,
            agent,
            seed,
        };
        (rules, question)
    })
}
