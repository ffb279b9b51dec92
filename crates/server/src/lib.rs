//! The HTTP API of quixotic and the page that is built on it.
//!
//! Everything that is served is part of the program: the page comes from `web/site`
//! and the results from `docs/results`, both embedded, and the answers come from
//! the [`games`](Games). No file of the machine is ever served.
//!
//! ```
//! use quixotic_catalog::{Catalog, Setup};
//! use quixotic_server::{Games, router};
//!
//! let app = router(Games::new(Catalog::standard(), &Setup::default())?);
//! # drop(app);
//! # Ok::<(), quixotic_catalog::Error>(())
//! ```
//!
//! Nothing here knows one of the games. The parts: `questions` and `about` are the handlers, `api` what they share, `router` their
//! addresses; `workers`, `limiter` and `limits` keep work off the threads that serve
//! connections and bound it; `origin` and `host` keep other sites from using a server on
//! this machine; `assets` and `results` are the page; `listen` and `write_timeout` bound
//! what a client may send and how long it may take, and stop gracefully.
#![forbid(unsafe_code)]

// A panic in a worker is a 500 and not the end of the process.
const _: () = assert!(
    cfg!(panic = "unwind"),
    "the server needs builds that unwind"
);

mod about;
mod api;
mod assets;
mod headers;
mod host;
mod limiter;
mod limits;
mod listen;
mod origin;
mod questions;
mod refusal;
mod results;
mod router;
mod workers;
mod write_timeout;

pub use listen::{ServeError, run, serve};
pub use quixotic_catalog::Games;
pub use router::router;
