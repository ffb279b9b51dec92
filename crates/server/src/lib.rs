//! The HTTP API of quixotic and the page that is built on it.
//!
//! Everything that is served is part of the program: the page comes from `web/site`
//! and the results from `docs/results`, both embedded, and the answers come from
//! the [`games`](Games). No file of the machine is ever served.
//!
//! ```
//! use quixotic_catalog::{Catalog, Setup};
//! use quixotic_server::{App, Games};
//!
//! let app = App::new(Games::new(Catalog::standard(), &Setup::default())?);
//! # drop(app.router());
//! # Ok::<(), quixotic_catalog::Error>(())
//! ```
//!
//! Nothing here knows one of the games. The parts:
//! `questions`, `about` and `health` are the handlers, `api` what they share, `router` their
//! addresses, `app` all of it; `workers`, `limiter` and `limits` keep work off the threads
//! that serve connections and bound it; `origin` and `host` keep other sites from using a server on
//! this machine; `assets` and `results` are the page; `connections`, `clients` and
//! `write_timeout` bound what a client may open, send and leave unread, and end gracefully; `listen` and `sockets`
//! run the server; `stage`, `observe` and `metrics` report on it.
#![forbid(unsafe_code)]

// A panic in a worker is a 500 and not the end of the process.
const _: () = assert!(
    cfg!(panic = "unwind"),
    "the server needs builds that unwind"
);

mod about;
mod api;
mod app;
mod assets;
mod clients;
mod connections;
mod headers;
mod health;
mod host;
mod limiter;
mod limits;
mod listen;
mod metrics;
mod observe;
mod origin;
mod questions;
mod refusal;
mod results;
mod router;
mod sockets;
mod stage;
mod workers;
mod write_timeout;

pub use app::App;
pub use listen::{Addresses, ServeError, run, serve};
pub use quixotic_catalog::Games;
