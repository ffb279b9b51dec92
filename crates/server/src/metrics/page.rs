//! All that is counted, as Prometheus reads it.

use std::sync::atomic::Ordering;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use axum::routing::get;
use quixotic_catalog::Activity;

use super::process;
use super::text::Kind::{Counter, Gauge, Histogram};
use super::text::Text;
use crate::api::Api;
use crate::limiter::Load;
use crate::stage::Stage;

/// The version of the text format.
const FORMAT: HeaderValue = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");

/// `/metrics`, and nothing else.
pub(crate) fn router(api: Api) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .with_state(api)
}

async fn metrics(State(api): State<Api>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, FORMAT)], page(&api))
}

fn page(api: &Api) -> String {
    let mut text = Text::default();
    server(&mut text, api);
    requests(&mut text, api);
    work(&mut text, api);
    databases(&mut text, api);
    process::write(&mut text);
    text.finish()
}

fn server(text: &mut Text, api: &Api) {
    text.metric("quixotic_build_info", Gauge, "The version that runs.");
    let version = [("version", env!("CARGO_PKG_VERSION"))];
    text.value("quixotic_build_info", &version, 1);
    let is_ready = u8::from(api.stage.get() == Stage::Ready);
    let help = "Whether the server is set up and not about to stop.";
    text.single("quixotic_ready", Gauge, help, is_ready);
    let metrics = &api.metrics;
    let help = "Connections that are open.";
    text.single("quixotic_connections", Gauge, help, metrics.connections());
    let help = "Connections that were accepted.";
    let opened = metrics.opened.load(Ordering::Relaxed);
    text.single("quixotic_connections_total", Counter, help, opened);
}

fn requests(text: &mut Text, api: &Api) {
    let metrics = &api.metrics;
    let help = "Requests that are being answered.";
    text.single(
        "quixotic_requests_in_flight",
        Gauge,
        help,
        metrics.in_flight(),
    );
    let help = "Requests whose client went away before there was an answer.";
    let abandoned = metrics.abandoned.load(Ordering::Relaxed);
    text.single(
        "quixotic_requests_abandoned_total",
        Counter,
        help,
        abandoned,
    );
    // A copy, so that no request waits while the text is written.
    let routes = metrics.routes().clone();
    let name = "quixotic_requests_total";
    text.metric(name, Counter, "Answers by route and status.");
    for (route, of_route) in &routes {
        for (status, count) in &of_route.by_status {
            let labels = [("route", route.as_str()), ("status", &status.to_string())];
            text.value(name, &labels, count);
        }
    }
    let name = "quixotic_request_seconds";
    text.metric(
        name,
        Histogram,
        "Time from a request to its answer, by route.",
    );
    for (route, of_route) in &routes {
        let route = ("route", route.as_str());
        for (bound, count) in of_route.times.within() {
            let labels = [route, ("le", &bound.to_string())];
            text.value("quixotic_request_seconds_bucket", &labels, count);
        }
        let count = of_route.times.count();
        let all = [route, ("le", "+Inf")];
        text.value("quixotic_request_seconds_bucket", &all, count);
        let seconds = of_route.times.seconds();
        text.value("quixotic_request_seconds_sum", &[route], seconds);
        text.value("quixotic_request_seconds_count", &[route], count);
    }
}

/// What waits, works and was refused, by pace.
fn work(text: &mut Text, api: &Api) {
    let loads = api.workers.loads();
    let mut each = |name: &str, kind, help: &str, get: fn(&Load) -> u64| {
        text.metric(name, kind, help);
        for (pace, load) in &loads {
            text.value(name, &[("pace", pace)], get(load));
        }
    };
    let help = "Pieces of work that wait for their turn.";
    each("quixotic_queue_length", Gauge, help, Load::waiting);
    let help = "Pieces of work that are being done.";
    each("quixotic_working", Gauge, help, Load::working);
    let help = "Pieces of work that may be done at once.";
    each("quixotic_permits", Gauge, help, |load| load.permits);
    let help = "Pieces of work whose code failed.";
    each("quixotic_panics_total", Counter, help, Load::panics);
    let name = "quixotic_refusals_total";
    text.metric(
        name,
        Counter,
        "Questions refused because the server is busy.",
    );
    for (pace, load) in &loads {
        for (reason, count) in load.refusals() {
            text.value(name, &[("pace", pace), ("reason", reason)], count);
        }
    }
}

fn databases(text: &mut Text, api: &Api) {
    let activities = api.games.activities();
    let mut each = |name: &str, help: &str, get: fn(&Activity) -> u64| {
        text.metric(name, Counter, help);
        for (game, activity) in &activities {
            text.value(name, &[("game", game)], get(activity));
        }
    };
    let help = "Pages of a database that were in memory when they were asked for.";
    each("quixotic_page_cache_hits_total", help, |it| it.hits);
    let help = "Pages of a database that had to be read.";
    each("quixotic_page_cache_misses_total", help, |it| it.misses);
    let help = "Bytes of a database that were read.";
    each("quixotic_database_read_bytes_total", help, |it| {
        it.bytes_read
    });
    let help = "Parts of a database that did not match their checksum.";
    each("quixotic_checksum_failures_total", help, |it| it.damaged);
}
