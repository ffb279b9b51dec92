//! `rules`: rules of thumb that fit on a card, for Quixo.
//!
//! A [`Card`] is a list of at most eight [`Rule`]s, the most important first. Each rule
//! counts something by eye after every move and keeps the moves that have most of it; it only chooses among the moves
//! that the rules before it left. What is left at the end is played at random. No rule looks further than
//! two plies ahead: a move and the reply to it, or what the mover could do if the opponent passed.
//!
//! Which rules a card has was found by `quixotic-research rules`, which judges cards by the solution.

mod agent;
mod card;
mod rule;
mod seen;

pub(crate) use agent::ByRules;
pub use card::{Card, CardError, Explained, Step};
pub use rule::{RULES, Rule};
pub use seen::{Layout, Seen};
