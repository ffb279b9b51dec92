//! The transposition table: what was found out about positions, by their keys.

/// How a value in the table is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The true value is this or more.
    AtLeast,
    /// The true value is this or less.
    AtMost,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub(super) value: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The number of the best move in the list of moves.
    pub(super) best: u16,
}

/// A table of fixed size, in which a new entry takes the place of another one with
/// the same low bits.
pub(super) struct Table(Vec<Option<Entry>>);

impl Table {
    /// 2¹⁸ entries of 24 bytes: small enough that every game of an arena can have
    /// its own, large enough for some seconds of search.
    const ENTRIES: usize = 1 << 18;

    pub(super) fn new() -> Table {
        Table(vec![None; Table::ENTRIES])
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.0[Table::slot(key)].filter(|entry| entry.key == key)
    }

    pub(super) fn put(&mut self, key: u64, depth: u8, value: i32, bound: Bound, best: usize) {
        self.0[Table::slot(key)] = Some(Entry {
            key,
            value,
            depth,
            bound,
            best: best as u16,
        });
    }

    fn slot(key: u64) -> usize {
        key as usize & (Table::ENTRIES - 1)
    }
}
