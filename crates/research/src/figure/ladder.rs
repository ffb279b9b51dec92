//! How often agents err, as bars.

use quixotic_agents::ladder::Rung;

use crate::picture::{Bar, bars};

/// Draws the error rates of agents on a game.
pub fn ladder(game: &str, rungs: &[Rung]) -> String {
    let bar = |rung: &Rung| {
        let rate = rung.error_rate();
        Bar {
            label: rung.agent.clone(),
            length: rate.share,
            low: rate.low,
            high: rate.high,
        }
    };
    bars(
        &format!("How often agents err on {game}"),
        "share of moves that make the outcome worse, where it can be made worse",
        &rungs.iter().map(bar).collect::<Vec<_>>(),
    )
}
