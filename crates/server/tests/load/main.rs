//! A server under load, on a part of the 5×5 database: how quick look-ups are beside
//! searches, and how much memory it takes. The tests measure, so they run one by one.

mod beside_searches;
mod client;
mod measure;
mod memory;
mod partial;

use tokio::sync::{Mutex, MutexGuard};

/// Waits until no other test measures.
async fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::const_new(());
    ALONE.lock().await
}
