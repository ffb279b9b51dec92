//! Which address is answered by what.

use axum::Router;
use axum::extract::{OriginalUri, Request};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use tower_http::compression::CompressionLayer;
use tower_http::cors::{Any, CorsLayer};

use crate::api::Api;
use crate::refusal::Refusal;
use crate::{about, assets, headers, health, questions, results};

/// The longest address that is read.
const LONGEST_URI: usize = 2048;

/// The API under `/api` and the page at the other addresses.
pub(crate) fn router(api: Api) -> Router {
    // No header is allowed beyond those that need no permission.
    let cors = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD]);
    let api = Router::new()
        .route("/health", get(health::health))
        .route("/ready", get(health::ready))
        .route("/openapi.json", get(about::description))
        .route("/games", get(about::games))
        .route("/results", get(results::list))
        .route("/results/{name}", get(results::page))
        .route("/{game}", questions::probe())
        .route("/{game}/line", questions::line())
        .route("/{game}/stats", questions::stats())
        .route("/{game}/move", questions::choose())
        .fallback(unknown)
        .method_not_allowed_fallback(not_allowed)
        .with_state(api)
        .layer(cors);
    Router::new()
        .nest("/api", api)
        .route("/api", any(unknown))
        .route("/api/", any(unknown))
        .fallback(assets::serve)
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn(bounded))
        .layer(middleware::map_response(headers::secure))
}

/// Refuses addresses that are too long to mean anything.
async fn bounded(request: Request, next: Next) -> Response {
    let length = request
        .uri()
        .path_and_query()
        .map_or(0, |uri| uri.as_str().len());
    if length > LONGEST_URI {
        let error = format!("the address has {length} bytes, {LONGEST_URI} are allowed");
        return Refusal::new(StatusCode::URI_TOO_LONG, error).into_response();
    }
    next.run(request).await
}

async fn unknown(OriginalUri(uri): OriginalUri) -> Refusal {
    let path = uri.path().chars().take(80).collect::<String>();
    let error = format!("there is nothing at {path}; /api/openapi.json says what there is");
    Refusal::new(StatusCode::NOT_FOUND, error)
}

async fn not_allowed() -> Response {
    Refusal::method()
}
