//! The outermost layer: each request gets a span in the logs, and is counted.
//!
//! Both have the template of the route and not the address: positions, strangers' typing
//! errors and whatever else is in addresses stay out of logs and labels.

use std::sync::Arc;

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use tracing::Instrument as _;
use tracing::field::Empty;

use crate::metrics::Metrics;
use crate::refusal::Detail;
use crate::stage::{CurrentStage, Stage};

/// What every request is reported to.
#[derive(Clone)]
struct Observer {
    metrics: Arc<Metrics>,
    stage: Arc<CurrentStage>,
}

/// The same application, with each request logged and counted.
pub(crate) fn observed(app: Router, metrics: Arc<Metrics>, stage: Arc<CurrentStage>) -> Router {
    let observer = Observer { metrics, stage };
    app.layer(middleware::from_fn_with_state(observer, observe))
}

async fn observe(State(observer): State<Observer>, request: Request, next: Next) -> Response {
    let route = template(&request);
    // Of the highest level, so that an error comes with its request whatever is logged.
    let span = tracing::error_span!(
        "request",
        method = %request.method(),
        route,
        status = Empty,
        ms = Empty,
    );
    let begun = observer.metrics.begin(route);
    let mut response = next.run(request).instrument(span.clone()).await;
    if observer.stage.get() == Stage::Stopping {
        let close = HeaderValue::from_static("close");
        response.headers_mut().insert(header::CONNECTION, close);
    }
    let status = response.status();
    let time = begun.answered(status.as_u16());
    span.record("status", status.as_u16());
    span.record("ms", time.as_micros() as f64 / 1e3);
    let _entered = span.enter();
    match response.extensions_mut().remove::<Detail>() {
        Some(Detail(detail)) => tracing::error!("{detail}"),
        None if status.as_u16() == 500 => tracing::error!("no answer"),
        None => tracing::debug!("answered"),
    }
    response
}

/// The template of the route that answers a request.
fn template(request: &Request) -> String {
    if let Some(path) = request.extensions().get::<MatchedPath>() {
        return path.as_str().to_owned();
    }
    let path = request.uri().path();
    match path == "/api" || path.starts_with("/api/") {
        true => "/api/{unknown}".to_owned(),
        false => "/{file}".to_owned(),
    }
}
