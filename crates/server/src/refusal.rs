//! Questions that get no answer, and the status code that says why.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quixotic_game::NotationError;
use serde::Serialize;
use thiserror::Error;

/// Why a question is not answered.
#[derive(Debug, Error)]
pub(crate) enum Refusal {
    /// The caller did something wrong.
    #[error("{0}")]
    Bad(String),
    /// There is no such thing.
    #[error("{0}")]
    Unknown(String),
    /// The question is a good one, but its answer is not here.
    #[error("{0}")]
    NotHere(String),
    /// The answer takes longer than somebody waits, but the next who asks is nearer to it.
    #[error("{0}")]
    NotYet(String),
    /// There is too much to do just now.
    #[error("the server is busy: try again in a few seconds")]
    Busy,
    /// Something is wrong with the server.
    #[error("{0}")]
    Broken(String),
}

impl From<NotationError> for Refusal {
    fn from(error: NotationError) -> Refusal {
        Refusal::Bad(error.to_string())
    }
}

impl Refusal {
    /// No agent has a move.
    pub(crate) fn over() -> Refusal {
        Refusal::Bad("the game is over: there is no move to choose".into())
    }

    fn status(&self) -> StatusCode {
        match self {
            Refusal::Bad(_) => StatusCode::BAD_REQUEST,
            Refusal::Unknown(_) => StatusCode::NOT_FOUND,
            Refusal::NotHere(_) | Refusal::NotYet(_) | Refusal::Busy => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Refusal::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// What the caller reads.
#[derive(Debug, Serialize)]
struct RefusalJson {
    error: String,
}

/// `{"error": …}` with a status code.
pub(crate) fn refuse(status: StatusCode, error: impl Into<String>) -> Response {
    let error = error.into();
    let mut response = (status, Json(RefusalJson { error })).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = refuse(self.status(), self.to_string());
        if matches!(self, Refusal::Busy | Refusal::NotYet(_)) {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}
