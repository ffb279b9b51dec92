//! What came out of matches, tournaments and ladders.

mod data;
mod text;

pub use data::{LadderJson, MatchJson, RobinJson, csv, ladder_json, match_json, robin_json};
pub use text::{write_match, write_robin};
