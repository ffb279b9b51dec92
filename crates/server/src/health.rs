//! Whether the server is there, and whether it should be asked anything.

use axum::extract::State;
use axum::http::StatusCode;
use quixotic_catalog::{Error, Pace};
use quixotic_game::Budget;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::{Api, Json};
use crate::refusal::{ErrorJson, Refusal};
use crate::stage::Stage;

/// The server is there.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Health)]
pub(crate) struct HealthJson {
    /// Always `ok`.
    #[schema(pattern = "^ok$")]
    status: &'static str,
    /// The version of the program.
    version: &'static str,
}

/// Whether the server is there
#[utoipa::path(get, path = "/api/health", responses((status = 200, description = "It is", body = HealthJson)))]
pub(crate) async fn health() -> Result<Json, Refusal> {
    Ok(Json::for_now(&HealthJson {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
    })?)
}

/// The server may be asked.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Ready)]
pub(crate) struct ReadyJson {
    /// Always `ready`.
    #[schema(pattern = "^ready$")]
    status: &'static str,
}

/// Whether the server should be asked anything
///
/// It is set up, not about to stop, and its databases can be read: each is asked a question.
/// For those who share requests out among servers.
#[utoipa::path(
    get,
    path = "/api/ready",
    responses(
        (status = 200, description = "It should", body = ReadyJson),
        (status = 503, description = "It warms up, stops, is busy, or a database cannot be read", body = ErrorJson),
    ),
)]
pub(crate) async fn ready(State(api): State<Api>) -> Result<Json, Refusal> {
    match api.stage.get() {
        Stage::WarmingUp => return Err(Refusal::for_now("the server is warming up")),
        Stage::Stopping => return Err(Refusal::for_now("the server is stopping")),
        Stage::Ready => {}
    }
    let games = api.games.clone();
    let work = move |budget: &Budget| match games.check(budget) {
        Ok(()) => Ok(Json::for_now(&ReadyJson { status: "ready" })?),
        Err(error) => Err(unreadable(error)),
    };
    api.workers.run(Pace::Disk, work).await
}

/// A broken database is the operator's affair, whatever it would be to who asked for a value.
fn unreadable(error: Error) -> Refusal {
    Refusal::from(error).with_status(StatusCode::SERVICE_UNAVAILABLE)
}
