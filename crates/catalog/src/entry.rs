//! What the catalog wants to know of a game beyond what agents want.

use quixotic_agents::Playable;
use quixotic_game::Player;

use crate::{Error, More};

/// A game that can be shown, and written as numbers for those who count and learn: the part of
/// [`AnyGame`](crate::AnyGame) that only the game itself knows.
///
/// A position is an array of small numbers, a move is a place in a list. Arrays are always seen from
/// the player to move: what is hers is positive, what is her opponent's is negative, 0 is nobody's.
/// So the same array has the same value whoever is to move.
pub trait Entry: Playable {
    /// The shape of the array of a position.
    fn shape(&self) -> Vec<usize>;

    /// Writes a position into an array of zeros, row by row.
    fn write_numbers(&self, position: &Self::Position, numbers: &mut [i8]);

    /// Reads a position. `to_move` says who is to move where the array does not; the first player
    /// if nobody says so.
    fn read_numbers(
        &self,
        numbers: &[i8],
        to_move: Option<Player>,
    ) -> Result<Self::Position, Error>;

    /// Every move that exists in some position. Its place is the number of the move.
    fn numbered_moves(&self) -> Vec<Self::Move>;

    /// The agents that are worth offering, the weakest first.
    fn offers(&self) -> &'static [Offer];

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

    /// What every answer says of the rules, beyond their name.
    fn more(&self) -> More {
        More::new()
    }

    /// The name of a player in answers.
    fn player(&self, player: Player) -> &'static str {
        match player {
            Player::X => "X",
            Player::O => "O",
        }
    }

    /// The same within a sentence.
    fn player_in_words(&self, player: Player) -> String {
        self.player(player).into()
    }
}

/// An agent that is worth offering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// As it is written: `minimax:3`.
    pub agent: &'static str,
    /// The same for people.
    pub title: &'static str,
    /// What it sees and what it misses, in a sentence.
    pub about: Option<&'static str>,
    /// Its Elo rating in docs/results/levels.md, where the weakest has 0.
    pub rating: Option<i16>,
    /// The only player whose moves it is worth offering for, if there is one.
    pub side: Option<Player>,
}

impl Offer {
    /// An offer, for tables of them.
    pub const fn new(agent: &'static str, title: &'static str) -> Offer {
        Offer {
            agent,
            title,
            about: None,
            rating: None,
            side: None,
        }
    }

    /// The same with its measured rating, and what it is like.
    #[must_use]
    pub const fn rated(self, rating: i16, about: &'static str) -> Offer {
        Offer {
            about: Some(about),
            rating: Some(rating),
            ..self
        }
    }

    /// The same for one player's moves only.
    #[must_use]
    pub const fn only_as(self, player: Player) -> Offer {
        Offer {
            side: Some(player),
            ..self
        }
    }
}
