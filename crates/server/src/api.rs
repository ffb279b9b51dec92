//! Requests and their answers.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, OriginalUri, Path, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use serde::{Deserialize, Serialize};
use tower_http::compression::CompressionLayer;
use tower_http::cors::{Any, CorsLayer};

use crate::crew::Crew;
use crate::games::{Answer, GameInfo, Games, Pace, ServedGame, answer_for_now};
use crate::refusal::{Refusal, refuse};
use crate::{assets, headers, results};

/// The description of this API.
const OPENAPI: &str = include_str!("openapi.json");

/// The longest address that is read.
const LONGEST_URI: usize = 2048;

/// How long an answer may be kept. A value never changes, but the next version of
/// the program may have more to say about it.
const KEEP: HeaderValue = HeaderValue::from_static("public, max-age=86400");
/// Answers that are different each time.
const FRESH: HeaderValue = HeaderValue::from_static("no-store");

/// What the handlers share.
#[derive(Clone)]
struct Api {
    games: Games,
    lookups: Crew,
    searches: Crew,
}

/// The API under `/api` and the page at the other addresses.
pub fn router(games: Games) -> Router {
    let api = Api {
        games,
        lookups: Crew::lookups(),
        searches: Crew::searches(),
    };
    let cors = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD]);
    let api = Router::new()
        .route("/health", get(health))
        .route("/openapi.json", get(openapi))
        .route("/games", get(games_here))
        .route("/results", get(results::list))
        .route("/results/{name}", get(results::page))
        .route("/{game}", get(probe))
        .route("/{game}/line", get(line))
        .route("/{game}/stats", get(stats))
        .route("/{game}/move", get(choose))
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
        return refuse(StatusCode::URI_TOO_LONG, error);
    }
    next.run(request).await
}

async fn unknown(OriginalUri(uri): OriginalUri) -> Refusal {
    let path = uri.path().chars().take(80).collect::<String>();
    Refusal::Unknown(format!(
        "there is nothing at {path}; /api/openapi.json says what there is"
    ))
}

async fn not_allowed() -> Response {
    let error = "only GET is answered here";
    let mut response = refuse(StatusCode::METHOD_NOT_ALLOWED, error);
    let allowed = HeaderValue::from_static("GET, HEAD");
    response.headers_mut().insert(header::ALLOW, allowed);
    response
}

#[derive(Debug, Serialize)]
struct HealthJson {
    status: &'static str,
    version: &'static str,
}

async fn health() -> Result<Response, Refusal> {
    let health = answer_for_now(&HealthJson {
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
    })?;
    Ok(json(health))
}

async fn openapi() -> Response {
    json(Answer {
        json: OPENAPI.into(),
        lasts: true,
    })
}

#[derive(Debug, Serialize)]
struct GamesJson {
    games: Vec<GameInfo>,
}

async fn games_here(State(api): State<Api>) -> Result<Response, Refusal> {
    let games = api.games.clone();
    let work = move || {
        // Levels of a database may be added while the server runs.
        answer_for_now(&GamesJson {
            games: games.infos(),
        })
    };
    Ok(json(api.lookups.run(work).await?))
}

/// The name of a game or a document, as the address has it.
pub(crate) struct Name(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Name, Refusal> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(name)) => Ok(Name(name)),
            Err(_) => Err(Refusal::Bad("the address is not UTF-8".into())),
        }
    }
}

/// A question about a position; without one it is about the start of the game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    position: Option<String>,
}

/// A question to an agent.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedAgent {
    position: Option<String>,
    agent: Option<String>,
    seed: Option<u64>,
}

type FromQuery<T> = Result<Query<T>, QueryRejection>;

/// The parameters of a request, or what is wrong with them.
fn read<T>(query: FromQuery<T>) -> Result<T, Refusal> {
    match query {
        Ok(Query(asked)) => Ok(asked),
        Err(error) => Err(Refusal::Bad(error.body_text())),
    }
}

async fn probe(
    State(api): State<Api>,
    Name(name): Name,
    query: FromQuery<Asked>,
) -> Result<Response, Refusal> {
    let asked = read(query)?;
    let ask = move |game: &dyn ServedGame| game.probe(asked.position.as_deref());
    Ok(json(api.ask(&name, None, ask).await?))
}

async fn line(
    State(api): State<Api>,
    Name(name): Name,
    query: FromQuery<Asked>,
) -> Result<Response, Refusal> {
    let asked = read(query)?;
    let ask = move |game: &dyn ServedGame| game.line(asked.position.as_deref());
    // On 5×5 it may be many plies long, each with all its moves.
    Ok(json(api.ask(&name, Some(Pace::Slow), ask).await?))
}

async fn stats(State(api): State<Api>, Name(name): Name) -> Result<Response, Refusal> {
    Ok(json(api.ask(&name, None, |game| game.stats()).await?))
}

async fn choose(
    State(api): State<Api>,
    Name(name): Name,
    query: FromQuery<AskedAgent>,
) -> Result<Response, Refusal> {
    let asked = read(query)?;
    let Some(agent) = asked.agent else {
        let error = "an agent is missing: add `agent=…`; /api/games says which there are";
        return Err(Refusal::Bad(error.into()));
    };
    let seed = asked.seed.unwrap_or_else(seed_of_the_moment);
    let ask = move |game: &dyn ServedGame| game.choose(asked.position.as_deref(), &agent, seed);
    Ok(json(api.ask(&name, Some(Pace::Slow), ask).await?))
}

/// Another seed each time.
fn seed_of_the_moment() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}

impl Api {
    /// Asks a game, on a thread that may wait; at its own pace if none is given.
    async fn ask(
        &self,
        name: &str,
        pace: Option<Pace>,
        ask: impl FnOnce(&dyn ServedGame) -> Result<Answer, Refusal> + Send + 'static,
    ) -> Result<Answer, Refusal> {
        let number = self.games.find(name)?;
        let games = self.games.clone();
        let crew = match pace.unwrap_or_else(|| games.get(number).pace()) {
            Pace::Quick => &self.lookups,
            Pace::Slow => &self.searches,
        };
        crew.run(move || ask(games.get(number))).await
    }
}

fn json(answer: Answer) -> Response {
    let kind = HeaderValue::from_static("application/json");
    let cache = if answer.lasts { KEEP } else { FRESH };
    (
        [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache)],
        answer.json,
    )
        .into_response()
}
