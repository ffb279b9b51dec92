//! How many tiles of each player something holds: a board (then the counts name
//! its class), a ring or a core.

use std::fmt;

use quixotic_quixo::Board;

/// Tiles of the mover and of the other player.
///
/// As the counts of a whole board they name a *class*, C(mine, theirs) in the
/// papers' notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Counts {
    /// Tiles of the player to move.
    pub mine: u8,
    /// Tiles of the other player.
    pub theirs: u8,
}

/// The counts of a whole board.
pub type Class = Counts;

impl Counts {
    /// Counts of `mine` and `theirs` tiles.
    pub const fn new(mine: u8, theirs: u8) -> Counts {
        Counts { mine, theirs }
    }

    /// The class of a board.
    pub fn of(board: Board) -> Class {
        Class::new(
            board.mine().count_ones() as u8,
            board.theirs().count_ones() as u8,
        )
    }

    /// All tiles: the *level*, for a class.
    pub const fn total(self) -> u8 {
        self.mine + self.theirs
    }

    /// The same tiles seen by the other player.
    #[must_use]
    pub const fn swapped(self) -> Counts {
        Counts::new(self.theirs, self.mine)
    }

    /// The class of the positions after a move that marks an empty tile.
    #[must_use]
    pub const fn after_empty(self) -> Counts {
        Counts::new(self.theirs, self.mine + 1)
    }

    /// The class of the positions before a move that marked an empty tile; `None` if
    /// the player who moved has no tile.
    pub fn before_empty(self) -> Option<Counts> {
        Some(Counts::new(self.theirs.checked_sub(1)?, self.mine))
    }

    /// How many boards of that many cells hold such tiles: the positions of a class,
    /// mirror images included.
    pub fn boards(self, cells: u8) -> u64 {
        let ways = |of: u8, among: u8| {
            (0..u64::from(of)).fold(1, |ways, k| ways * (u64::from(among) - k) / (k + 1))
        };
        ways(self.mine, cells) * ways(self.theirs, cells - self.mine)
    }

    /// What is left when `part` is taken away; `None` if it holds more.
    pub fn minus(self, part: Counts) -> Option<Counts> {
        Some(Counts::new(
            self.mine.checked_sub(part.mine)?,
            self.theirs.checked_sub(part.theirs)?,
        ))
    }

    /// With one more tile of that digit (0 empty, 1 mine, 2 theirs).
    #[must_use]
    pub(crate) fn plus_digit(self, digit: u8) -> Counts {
        match digit {
            1 => Counts::new(self.mine + 1, self.theirs),
            2 => Counts::new(self.mine, self.theirs + 1),
            _ => self,
        }
    }

    /// With one tile of that digit less; `None` if there is none.
    pub(crate) fn minus_digit(self, digit: u8) -> Option<Counts> {
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

    /// All counts with that total, in ascending order: the classes of a level.
    pub fn of_total(total: u8) -> impl DoubleEndedIterator<Item = Counts> {
        (0..=total).map(move |mine| Counts::new(mine, total - mine))
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "C({},{})", self.mine, self.theirs)
    }
}
