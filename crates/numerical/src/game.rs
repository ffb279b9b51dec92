//! Numerical Tic-Tac-Toe as a [`Game`], for everything that is written against
//! that trait.

use quixotic_game::{Game, NotationError, Outcome, Player};

use crate::{Move, Numerical, Position, notation};

/// ```
/// use quixotic_game::Game;
/// use quixotic_numerical::{Numerical, Rules};
///
/// let game = Numerical::new(Rules::standard(3)?);
/// let mv = game.parse_move("b2=5")?;
/// let after = game.play(&game.start(), mv);
/// assert_eq!(game.format_position(&after), ".,.,./.,5,./.,.,.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Game for Numerical {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::START
    }

    fn to_move(&self, position: &Position) -> Player {
        position.to_move()
    }

    fn ended(&self, position: &Position) -> Option<Outcome> {
        match self.winner(position) {
            Some(_) => Some(Outcome::Loss),
            None => self.is_over(position).then_some(Outcome::Draw),
        }
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        self.legal_moves(position).collect()
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        self.after(position, mv)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        notation::parse_position(self, text)
    }

    fn format_position(&self, position: &Position) -> String {
        notation::format_position(self, position)
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        notation::parse_move(self, text)
    }

    fn format_move(&self, mv: Move) -> String {
        notation::format_move(self, mv)
    }
}
