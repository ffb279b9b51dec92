//! Games as they are shown in a terminal.

use quixotic_agents::Playable;

/// A game that can be drawn in text.
pub(crate) trait Shown: Playable {
    /// The position, with coordinates; what the last move changed is marked.
    fn draw(&self, position: &Self::Position, last: Option<Self::Move>) -> Vec<String>;

    /// How a move is written, in a few words.
    fn how_to_move(&self) -> String;

    /// Why a move that is not legal is not.
    fn why_illegal(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Whether moves are written as numbers, so that a number in a list would be
    /// mistaken for one.
    fn moves_are_numbers(&self) -> bool {
        false
    }

    /// What an agent who knows more than a look ahead would play, in a sentence.
    fn advice(&self, _position: &Self::Position) -> Option<String> {
        None
    }
}
