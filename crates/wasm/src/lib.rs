//! The catalog as a WebAssembly module: text in, JSON out.
//!
//! An [`Engine`] answers what the server answers, with the same bytes. It never waits: what
//! it needs and does not have it names, whoever drives it brings that and asks again.
//! `module` is its C-like face in a browser, where `web/site/js/engine/worker.js` drives it.

mod engine;
mod hosted;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod module;
mod reply;

pub use engine::Engine;
pub use reply::{Reply, Status};
