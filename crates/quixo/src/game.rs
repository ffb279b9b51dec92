//! Quixo as a [`Game`], for everything that is written against that trait.
//!
//! The methods of [`Quixo`] itself speak of boards, which is what solvers count, and
//! end in `_on`; the trait speaks of positions, a board and whose turn it is, which is
//! what people play and write down.

use quixotic_game::{Game, NotationError, Outcome, Player};

use crate::{Move, Position, Quixo, notation};

/// ```
/// use quixotic_game::Game;
/// use quixotic_quixo::{Quixo, Rules};
///
/// let quixo = Quixo::new(Rules::official(5)?);
/// let mv = quixo.parse_move("a5R")?;
/// let after = quixo.play(&quixo.start(), mv);
/// assert_eq!(quixo.format_position(&after), "4X/5/5/5/5 O");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Game for Quixo {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::START
    }

    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    fn ended(&self, position: &Position) -> Option<Outcome> {
        self.ended_on(position.board)
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        self.moves_on(position.board).collect()
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        Position {
            board: self.play_on(position.board, mv),
            to_move: !position.to_move,
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        notation::parse_position(self.rules().size(), text)
    }

    fn format_position(&self, position: &Position) -> String {
        notation::format_position(self.rules().size(), position)
    }

    fn parse_move(&self, text: &str) -> Result<Move, NotationError> {
        notation::parse_move(self.rules().size(), text)
    }

    fn format_move(&self, mv: Move) -> String {
        notation::format_move(self.rules().size(), mv)
    }
}
