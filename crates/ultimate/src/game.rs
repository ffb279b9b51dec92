//! Ultimate Tic-Tac-Toe as a [`Game`], for everything that is written against that
//! trait.

use quixotic_game::{Game, NotationError, Outcome, Player};

use crate::{Move, Position, Ultimate, notation};

/// ```
/// use quixotic_game::Game;
/// use quixotic_ultimate::Ultimate;
///
/// let game = Ultimate::default();
/// let after = game.play(&game.start(), game.parse_move("40")?);
/// let text = "........./........./........./........./X......../........./........./........./......... O 0";
/// assert_eq!(game.format_position(&after), text);
/// assert_eq!(game.parse_position(text)?, after);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Game for Ultimate {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::START
    }

    fn to_move(&self, position: &Position) -> Player {
        position.to_move()
    }

    fn ended(&self, position: &Position) -> Option<Outcome> {
        Ultimate::ended(self, position)
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        Ultimate::moves(self, position).collect()
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        debug_assert_eq!(self.check(position, mv), Ok(()));
        position.after(self.ruleset(), mv)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        notation::parse_position(self.ruleset(), text)
    }

    fn format_position(&self, position: &Position) -> String {
        notation::format_position(position)
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        notation::parse_move(text)
    }

    fn format_move(&self, mv: Move) -> String {
        mv.to_string()
    }
}
