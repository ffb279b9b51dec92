//! What the server says about itself: what it serves, and the description of the API,
//! which is made from the types and the handlers.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::extract::State;
use quixotic_catalog::{Error, GameList, Pace};
use tokio::time::timeout;
use utoipa::OpenApi;

use crate::api::{Api, Json};
use crate::refusal::{ErrorJson, Refusal};
use crate::{health, questions, results};

/// How long a request waits for a new list of games where there is an older one.
const LIST_TIME: Duration = Duration::from_millis(500);

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
    let mut last = api.last_list.subscribe();
    // A remote host that hangs keeps one request at a time waiting, in the background. Otherwise all
    // requests would wait, on the threads that look-ups need.
    if let Ok(turn) = Arc::clone(&api.listing).try_lock_owned() {
        tokio::spawn(async move {
            let games = api.games.clone();
            // The disk is asked what is there now.
            let work = move |_: &_| Ok(games.list_json()?);
            let listed = api.workers.run(Pace::Disk, work).await;
            api.last_list
                .send_modify(|last| *last = listed.ok().or(last.take()));
            drop(turn);
        });
    }
    let limit = match *last.borrow() {
        Some(_) => LIST_TIME,
        None => Duration::MAX,
    };
    // Who waits for too long gets the list that there is.
    let _ = timeout(limit, last.changed()).await;
    let list = last.borrow().clone();
    list.map(Json).ok_or_else(Refusal::busy)
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
