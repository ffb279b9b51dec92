//! How many tiles of each player a part of the board holds: a ring or a core.

use quixotic_quixo::Class;

/// Tiles of the mover and of the other player on a ring or in a core. What a whole
/// board holds is its [`Class`], a type of its own, lest they be mixed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Counts {
    /// Tiles of the player to move.
    pub mine: u8,
    /// Tiles of the other player.
    pub theirs: u8,
}

impl Counts {
    /// No tile.
    pub const NONE: Counts = Counts::new(0, 0);

    /// Counts of `mine` and `theirs` tiles.
    pub const fn new(mine: u8, theirs: u8) -> Counts {
        Counts { mine, theirs }
    }

    /// What is left of the tiles of a class when one part of the board holds `part`;
    /// `None` if that is more than there are.
    pub fn rest(class: Class, part: Counts) -> Option<Counts> {
        Counts::new(class.mine, class.theirs).minus(part)
    }

    /// The class of the boards whose two parts hold these tiles.
    pub const fn class_with(self, other: Counts) -> Class {
        Class::new(self.mine + other.mine, self.theirs + other.theirs)
    }

    /// All tiles.
    pub const fn total(self) -> u8 {
        self.mine + self.theirs
    }

    /// The same tiles seen by the other player.
    #[must_use]
    pub const fn swapped(self) -> Counts {
        Counts::new(self.theirs, self.mine)
    }

    /// Without the tiles of a part; `None` if that has more.
    pub(super) fn minus(self, part: Counts) -> Option<Counts> {
        Some(Counts::new(
            self.mine.checked_sub(part.mine)?,
            self.theirs.checked_sub(part.theirs)?,
        ))
    }

    /// With one more tile of that digit (0 empty, 1 mine, 2 theirs).
    #[must_use]
    pub fn plus_digit(self, digit: u8) -> Counts {
        match digit {
            1 => Counts::new(self.mine + 1, self.theirs),
            2 => Counts::new(self.mine, self.theirs + 1),
            _ => self,
        }
    }

    /// With one tile of that digit less; `None` if there is none.
    pub fn minus_digit(self, digit: u8) -> Option<Counts> {
        match digit {
            1 => self.minus(Counts::new(1, 0)),
            2 => self.minus(Counts::new(0, 1)),
            _ => Some(self),
        }
    }

    /// All counts that fit into that many cells, in ascending order.
    pub fn within(cells: u8) -> impl Iterator<Item = Counts> {
        (0..=cells).flat_map(move |mine| (0..=cells - mine).map(move |t| Counts::new(mine, t)))
    }
}
