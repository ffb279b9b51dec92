//! What the induction knows about a board while its class is being solved, in
//! two bytes.

use quixotic_game::Value;

/// The state of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing is known: it may be a win, a loss or a draw.
    Unknown,
    /// Not a loss, since a move to a drawn board exists.
    WinOrDraw,
    /// A win in at most that many plies.
    Win(u16),
    /// A loss in that many plies.
    Loss(u16),
}

/// A [`State`], packed: the two low bits are its kind, the rest the plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry(u16);

impl Entry {
    pub(super) const UNKNOWN: Entry = Entry::new(State::Unknown);

    pub(super) const fn new(state: State) -> Entry {
        Entry(match state {
            State::Unknown => 0,
            State::WinOrDraw => 1,
            State::Win(plies) => plies << 2 | 2,
            State::Loss(plies) => plies << 2 | 3,
        })
    }

    pub(super) const fn state(self) -> State {
        match self.0 & 3 {
            0 => State::Unknown,
            1 => State::WinOrDraw,
            2 => State::Win(self.0 >> 2),
            _ => State::Loss(self.0 >> 2),
        }
    }

    /// The value, once the class is solved: what is still open is a draw.
    pub(super) const fn value(self) -> Value {
        match self.state() {
            State::Unknown | State::WinOrDraw => Value::DRAW,
            State::Win(plies) => Value::win(plies),
            State::Loss(plies) => Value::loss(plies),
        }
    }
}
