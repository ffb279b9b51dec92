//! A position: eighty-one spots, who owns which field, and where to play.

use quixotic_game::Player;

use crate::grid::{self, Cells};
use crate::{Move, Ruleset, Symmetry};

/// A position. Only positions that a game can come to by its counts and its active
/// field can be made from outside: by playing, or by reading them.
///
/// Who owns a field is kept, since it does not follow from the marks: a won field
/// that is still open may later hold lines of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    marks: [[Cells; 9]; 2],
    owned: [Cells; 2],
    /// The field to play in, or [`Position::ANYWHERE`].
    active: u8,
    plies: u8,
}

impl Position {
    /// The empty board, where X may play anywhere.
    pub const START: Position = Position {
        marks: [[0; 9]; 2],
        owned: [0; 2],
        active: Position::ANYWHERE,
        plies: 0,
    };

    const ANYWHERE: u8 = 9;

    /// A position from its parts, which have to fit.
    pub(crate) fn from_parts(
        marks: [[Cells; 9]; 2],
        owned: [Cells; 2],
        active: Option<u8>,
    ) -> Position {
        let plies: u32 = marks.iter().flatten().map(|cells| cells.count_ones()).sum();
        Position {
            marks,
            owned,
            active: active.unwrap_or(Position::ANYWHERE),
            plies: plies as u8,
        }
    }

    /// Moves that were made.
    pub fn plies(&self) -> u8 {
        self.plies
    }

    /// Who is to move: X after an even number of plies.
    pub fn to_move(&self) -> Player {
        if self.plies.is_multiple_of(2) {
            Player::X
        } else {
            Player::O
        }
    }

    /// The field that has to be played in; `None` if every open one may be.
    pub fn active(&self) -> Option<u8> {
        (self.active != Position::ANYWHERE).then_some(self.active)
    }

    /// The spots of a field that hold a player's marks.
    pub fn marks(&self, player: Player, field: u8) -> Cells {
        self.marks[player as usize][usize::from(field)]
    }

    /// Whether a spot holds a player's mark.
    pub fn has(&self, player: Player, mv: Move) -> bool {
        self.marks(player, mv.field) >> mv.spot & 1 == 1
    }

    /// The spots of a field that are taken.
    pub fn taken(&self, field: u8) -> Cells {
        self.marks(Player::X, field) | self.marks(Player::O, field)
    }

    /// The spots of a field that are free.
    pub fn free(&self, field: u8) -> Cells {
        grid::ALL & !self.taken(field)
    }

    /// Whether a spot is free.
    pub fn is_free(&self, mv: Move) -> bool {
        self.free(mv.field) >> mv.spot & 1 == 1
    }

    /// Whether every spot of a field is taken.
    pub fn is_full(&self, field: u8) -> bool {
        self.free(field) == 0
    }

    /// The fields that a player has won.
    pub fn owned(&self, player: Player) -> Cells {
        self.owned[player as usize]
    }

    /// Who has won a field.
    pub fn owner(&self, field: u8) -> Option<Player> {
        [Player::X, Player::O]
            .into_iter()
            .find(|&player| self.owned(player) >> field & 1 == 1)
    }

    /// Who has won the game.
    pub fn winner(&self) -> Option<Player> {
        [Player::X, Player::O]
            .into_iter()
            .find(|&player| grid::has_line(self.owned(player)))
    }

    /// Whether nobody can play in a field any more.
    pub fn is_closed(&self, ruleset: Ruleset, field: u8) -> bool {
        self.is_full(field)
            || ruleset == Ruleset::WonClosed && (self.owned[0] | self.owned[1]) >> field & 1 == 1
    }

    /// The fields that the player to move may play in, whether or not the game is over.
    pub(crate) fn choice(&self, ruleset: Ruleset) -> Cells {
        match self.active() {
            Some(field) => 1 << field,
            None => (0..9)
                .filter(|&field| !self.is_closed(ruleset, field))
                .fold(0, |fields, field| fields | 1 << field),
        }
    }

    /// The moves in those fields, by field and spot ascending, whether or not the game
    /// is over.
    pub(crate) fn moves(&self, ruleset: Ruleset) -> impl Iterator<Item = Move> + use<> {
        let free = std::array::from_fn::<Cells, 9, _>(|field| self.free(field as u8));
        grid::members(self.choice(ruleset)).flat_map(move |field| {
            grid::members(free[usize::from(field)]).map(move |spot| Move { field, spot })
        })
    }

    /// The position after a move, which has to be legal.
    pub(crate) fn after(&self, ruleset: Ruleset, mv: Move) -> Position {
        let mut after = *self;
        let player = self.to_move() as usize;
        let marks = &mut after.marks[player][usize::from(mv.field)];
        *marks |= 1 << mv.spot;
        if self.owner(mv.field).is_none() && grid::has_line(*marks) {
            after.owned[player] |= 1 << mv.field;
        }
        after.plies += 1;
        after.active = if after.is_closed(ruleset, mv.spot) {
            Position::ANYWHERE
        } else {
            mv.spot
        };
        after
    }

    /// The position turned or mirrored.
    pub fn turned(&self, symmetry: Symmetry) -> Position {
        let mut moved = *self;
        for player in [Player::X, Player::O] {
            for field in 0..9 {
                moved.marks[player as usize][usize::from(symmetry.cell(3, field))] =
                    grid::turned(symmetry, self.marks(player, field));
            }
            moved.owned[player as usize] = grid::turned(symmetry, self.owned(player));
        }
        if let Some(field) = self.active() {
            moved.active = symmetry.cell(3, field);
        }
        moved
    }
}
