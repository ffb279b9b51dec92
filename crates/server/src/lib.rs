//! The HTTP API of quixotic and the page that is built on it.
//!
//! Everything that is served is part of the program: the page comes from `web/site`
//! and the results from `docs/results`, both embedded, and the answers come from
//! the [`games`](Games). No file of the machine is ever served.
//!
//! ```
//! use quixotic_server::{Games, router};
//!
//! // 3×3 and 4×4 are answered from the program itself, 5×5 from a database on disk.
//! let app = router(Games::new(None));
//! # drop(app);
//! ```
//!
//! The parts: `games` answers questions about one game each, behind one trait;
//! `api` maps requests to them; `crew` keeps their work off the threads that serve
//! connections; `assets` and `results` are the page; `listen` and `patient` bound what
//! a client may send and how long it may take, and stop gracefully.
#![forbid(unsafe_code)]

mod api;
mod assets;
mod crew;
mod games;
mod headers;
mod listen;
mod patient;
mod refusal;
mod results;

pub use api::router;
pub use games::Games;
pub use listen::{ServeError, run, serve};
