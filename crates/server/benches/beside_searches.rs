//! How long 5×5 look-ups take on an idle server, and beside searches that keep all
//! searchers busy, from a part of the database that is made when it is not there:
//! `QUIXOTIC_UNTIL=23 cargo bench -p quixotic-server --bench beside_searches`.

#[path = "../tests/load/client.rs"]
mod client;
#[path = "../tests/load/measure.rs"]
mod measure;
#[path = "../tests/load/partial.rs"]
mod partial;

use measure::Percentiles;

#[tokio::main]
async fn main() {
    let address = client::start(partial::games(256 << 20)).await;
    let [idle, busy] = measure::idle_and_busy(address, 5).await;
    let line = |what: &str, [median, most]: Percentiles| {
        println!("quixo5 look-ups, {what}: p50 {median:.1?}, p99 {most:.1?}");
    };
    line("idle", idle);
    line("beside searches", busy);
}
