//! The trait that agents, the arena and the server are written against.

use crate::{NotationError, Outcome, Player};

/// The rules of a two-player game of perfect information.
///
/// An implementation is the game *with its options* (board size, rule
/// variants), so that positions stay small and plain.
pub trait Game {
    /// A position, the player to move included.
    type Position: Clone + Eq + std::hash::Hash;
    /// A move, meaningful only together with a position.
    type Move: Copy + Eq;

    /// The position in which a game starts.
    fn start(&self) -> Self::Position;

    /// Who moves in `position`.
    fn to_move(&self, position: &Self::Position) -> Player;

    /// The outcome for the player to move if the game is over, else `None`.
    fn ended(&self, position: &Self::Position) -> Option<Outcome>;

    /// The legal moves, in a fixed order; none when the game is over.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Move>;

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// Reads a position in the game's notation.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// Writes a position in the game's notation.
    fn format_position(&self, position: &Self::Position) -> String;

    /// Reads a move in the game's notation; legality depends on a position.
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotationError>;

    /// Writes a move in the game's notation.
    fn format_move(&self, mv: Self::Move) -> String;
}
