//! How a question about a game gets its answer: the game is found by its name, the
//! question waits for its turn at the pace it has, and the answer becomes a response.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quixotic_catalog::{Error, Games, JsonAnswer, Pace, Question};
use quixotic_game::Budget;
use serde::Serialize;
use tokio::sync::{Mutex, watch};

use crate::metrics::Metrics;
use crate::origin::Asker;
use crate::refusal::Refusal;
use crate::stage::CurrentStage;
use crate::workers::Workers;

/// How long an answer may be kept. A value never changes, but the next version of
/// the program may have more to say about it.
const KEEP: HeaderValue = HeaderValue::from_static("public, max-age=86400");
/// Answers that may be different next time.
const FRESH: HeaderValue = HeaderValue::from_static("no-store");

/// What the handlers share.
#[derive(Clone)]
pub(crate) struct Api {
    pub(crate) games: Games,
    pub(crate) workers: Workers,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) stage: Arc<CurrentStage>,
    /// The games as they were listed last.
    pub(crate) last_list: Arc<watch::Sender<Option<JsonAnswer>>>,
    /// Held by whoever lists them.
    pub(crate) listing: Arc<Mutex<()>>,
}

impl Api {
    pub(crate) fn new(games: Games) -> Api {
        Api {
            games,
            workers: Workers::new(),
            metrics: Arc::default(),
            stage: Arc::new(CurrentStage::new()),
            last_list: Arc::default(),
            listing: Arc::default(),
        }
    }

    /// Asks a game, on a thread that may wait.
    pub(crate) async fn ask(
        &self,
        name: &str,
        rules: Option<&str>,
        question: Question,
        asker: Asker,
    ) -> Result<Json, Refusal> {
        let game = self.games.find(name, rules)?;
        let pace = game.pace(question.kind());
        if pace == Pace::Search {
            asker.may_search()?;
        }
        let work =
            move |budget: &Budget| Ok(Json(question.ask(&*game, seed_of_the_moment(), budget)?));
        self.workers.run(pace, work).await
    }
}

/// Another seed each time.
fn seed_of_the_moment() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}

/// An answer as a response.
pub(crate) struct Json(pub(crate) JsonAnswer);

impl Json {
    /// An answer that lasts.
    pub(crate) fn lasting(content: &impl Serialize) -> Result<Json, Error> {
        Ok(Json(JsonAnswer::lasting(content)?))
    }

    /// An answer that may be another one next time.
    pub(crate) fn for_now(content: &impl Serialize) -> Result<Json, Error> {
        Ok(Json(JsonAnswer::for_now(content)?))
    }
}

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        let kind = HeaderValue::from_static("application/json");
        let cache = if self.0.lasts { KEEP } else { FRESH };
        (
            [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache)],
            self.0.json,
        )
            .into_response()
    }
}

/// The name of a game or a document, as the address has it.
pub(crate) struct Name(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Name, Refusal> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(name)) => Ok(Name(name)),
            Err(_) => Err(Refusal::new(
                StatusCode::BAD_REQUEST,
                "the address is not UTF-8",
            )),
        }
    }
}

/// The parameters of a request, if they can be read.
pub(crate) type FromQuery<T> = Result<Query<T>, QueryRejection>;

/// The parameters of a request, or what is wrong with them.
pub(crate) fn read<T>(query: FromQuery<T>) -> Result<T, Refusal> {
    match query {
        Ok(Query(asked)) => Ok(asked),
        Err(error) => Err(Error::Bad(error.body_text()).into()),
    }
}
