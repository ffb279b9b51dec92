//! What the server says about itself: what it serves, and the description of the API,
//! which is made from the types and the handlers.

use std::sync::LazyLock;

use axum::extract::State;
use quixotic_catalog::{Error, GameList, Pace};
use utoipa::OpenApi;

use crate::api::{Api, Json};
use crate::refusal::{ErrorJson, Refusal};
use crate::{health, questions, results};

/// The games that are here, what is solved of them, and who plays them
#[utoipa::path(
    get,
    path = "/api/games",
    responses(
        (status = 200, description = "All games", body = GameList),
        (status = 503, description = "The server is busy", body = ErrorJson),
    ),
)]
pub(crate) async fn games(State(api): State<Api>) -> Result<Json, Refusal> {
    let games = api.games.clone();
    // The disk is asked what is there now.
    let work = move |_: &_| Ok(Json(games.tell()?));
    api.workers.run(Pace::Disk, work).await
}

/// This description
#[utoipa::path(get, path = "/api/openapi.json", responses((status = 200, description = "OpenAPI 3.1", body = serde_json::Value)))]
pub(crate) async fn description() -> Result<Json, Refusal> {
    static DESCRIPTION: LazyLock<utoipa::openapi::OpenApi> = LazyLock::new(Description::openapi);
    let description: Result<Json, Error> = Json::lasting(&*DESCRIPTION);
    Ok(description?)
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "quixotic",
        description = "Perfect play for Quixo and its relatives. Positions and moves are written as in docs/notation.md of the project. Answers that take a search are not given to pages of other sites; everything else is.",
        license(name = "MIT OR Apache-2.0"),
    ),
    paths(
        health::health,
        health::ready,
        description,
        games,
        results::list,
        results::page,
        questions::probe,
        questions::line,
        questions::stats,
        questions::choose,
    )
)]
struct Description;
