//! Classes: the boards with so many tiles of each player, `C(m,t)` in the papers'
//! notation. Solvers work class by class, and databases keep a file for each.

use std::fmt;

use crate::Board;

/// The boards with so many tiles of the mover and of the other player.
///
/// ```
/// use quixotic_quixo::{Board, Class};
///
/// let class = Class::of(Board::new(0b0011, 0b0100).expect("no cell is claimed twice"));
/// assert_eq!(class, Class::new(2, 1));
/// assert_eq!(class.level(), 3);
/// // Taking an own tile leads to the other class of the pair, an empty one further.
/// assert_eq!(class.swapped(), Class::new(1, 2));
/// assert_eq!(class.after_empty(), Class::new(1, 3));
/// assert_eq!(class.to_string(), "C(2,1)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    /// Tiles of the player to move.
    pub mine: u8,
    /// Tiles of the other player.
    pub theirs: u8,
}

impl Class {
    /// The boards with `mine` and `theirs` tiles.
    pub const fn new(mine: u8, theirs: u8) -> Class {
        Class { mine, theirs }
    }

    /// The class of a board.
    pub fn of(board: Board) -> Class {
        Class::new(
            board.mine().count_ones() as u8,
            board.theirs().count_ones() as u8,
        )
    }

    /// Its level: how many cells are marked.
    pub const fn level(self) -> u8 {
        self.mine + self.theirs
    }

    /// The same tiles seen by the other player: where the moves that take an own tile
    /// lead, and where they come from.
    #[must_use]
    pub const fn swapped(self) -> Class {
        Class::new(self.theirs, self.mine)
    }

    /// Where the moves that take an empty tile lead.
    #[must_use]
    pub const fn after_empty(self) -> Class {
        Class::new(self.theirs, self.mine + 1)
    }

    /// Where the moves that took an empty tile come from; `None` if the player who
    /// moved has no tile.
    pub fn before_empty(self) -> Option<Class> {
        Some(Class::new(self.theirs.checked_sub(1)?, self.mine))
    }

    /// How many boards of that many cells it holds, mirror images included; 0 if its
    /// tiles do not fit.
    pub fn boards(self, cells: u8) -> u64 {
        let ways = |of: u8, among: u8| {
            (0..u64::from(of)).fold(1, |ways, k| {
                ways * u64::from(among).saturating_sub(k) / (k + 1)
            })
        };
        ways(self.mine, cells) * ways(self.theirs, cells.saturating_sub(self.mine))
    }

    /// All classes of boards of that many cells, in ascending order.
    pub fn within(cells: u8) -> impl Iterator<Item = Class> {
        (0..=cells).flat_map(move |mine| (0..=cells - mine).map(move |t| Class::new(mine, t)))
    }

    /// The classes of a level, in ascending order.
    pub fn of_level(level: u8) -> impl DoubleEndedIterator<Item = Class> {
        (0..=level).map(move |mine| Class::new(mine, level - mine))
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "C({},{})", self.mine, self.theirs)
    }
}
