//! Questions that get no answer, and the status code that says why.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quixotic_catalog::Error;
use serde::Serialize;
use utoipa::ToSchema;

/// Seconds after which a client may ask again where that can help.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("5");

/// A response that says why there is no answer.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    error: String,
    /// Whether asking again later can help.
    retry: bool,
    /// What went wrong on this machine, for its logs.
    detail: Option<String>,
}

/// What went wrong on this machine, on its way from a refusal to the logs. No client sees it.
#[derive(Clone, Debug)]
pub(crate) struct Detail(pub(crate) String);

impl Refusal {
    /// A refusal that asking again does not change.
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Refusal {
        Refusal {
            status,
            error: error.into(),
            retry: false,
            detail: None,
        }
    }

    /// A refusal of the moment: asking again may help.
    pub(crate) fn for_now(error: &str) -> Refusal {
        Refusal {
            retry: true,
            ..Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error)
        }
    }

    /// The same under another status.
    pub(crate) fn with_status(self, status: StatusCode) -> Refusal {
        Refusal { status, ..self }
    }

    /// There is too much to do just now.
    pub(crate) fn busy() -> Refusal {
        Refusal::for_now("the server is busy: try again in a few seconds")
    }

    /// A worker panicked.
    pub(crate) fn panicked() -> Refusal {
        Refusal::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the answer could not be computed: this is a bug of quixotic",
        )
    }

    /// The method is none that is answered.
    pub(crate) fn method() -> Response {
        let error = "only GET is answered here";
        let mut response = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, error).into_response();
        let allowed = HeaderValue::from_static("GET, HEAD");
        response.headers_mut().insert(header::ALLOW, allowed);
        response
    }
}

/// The text is the public one: it names no file of this machine.
impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let status = match &error {
            Error::Bad(_) => StatusCode::BAD_REQUEST,
            Error::Unknown(_) => StatusCode::NOT_FOUND,
            Error::Missing { .. } | Error::Stopped { .. } | Error::Memory(_) => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Error::Broken { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Refusal {
            retry: matches!(error, Error::Stopped { .. }),
            detail: matches!(error, Error::Broken { .. }).then(|| error.to_string()),
            ..Refusal::new(status, error.public())
        }
    }
}

/// Why there is no answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Error)]
pub(crate) struct ErrorJson {
    /// One sentence for people.
    error: String,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let error = ErrorJson { error: self.error };
        let mut response = (self.status, Json(error)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.retry {
            headers.insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        if let Some(detail) = self.detail {
            response.extensions_mut().insert(Detail(detail));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use http_body_util::BodyExt as _;
    use quixotic_game::Stopped;

    use super::*;

    #[tokio::test]
    async fn every_error_has_its_status_and_no_text_names_a_file() {
        let place = PathBuf::from("/secret/place");
        let missing = Error::Missing {
            what: "there is no database of it".into(),
            place: Some(place),
            advice: "make one".into(),
            local_advice: None,
        };
        let stopped = Error::Stopped {
            message: "it takes long".into(),
            stopped: Stopped::Time,
        };
        let broken = Error::Broken {
            message: "the database cannot be read".into(),
            detail: "/secret/place/file is damaged".into(),
        };
        for (error, status, retry) in [
            (Error::Bad("odd".into()), 400, false),
            (Error::Unknown("no game".into()), 404, false),
            (missing, 503, false),
            (stopped, 503, true),
            (broken, 500, false),
        ] {
            let response = Refusal::from(error).into_response();
            assert_eq!(response.status(), status);
            let headers = response.headers();
            assert_eq!(headers.contains_key(header::RETRY_AFTER), retry, "{status}");
            assert_eq!(headers[header::CACHE_CONTROL], "no-store");
            let body = response.into_body().collect().await.unwrap().to_bytes();
            let text = String::from_utf8(body.to_vec()).unwrap();
            assert!(!text.contains("secret"), "{text}");
        }
    }
}
