//! A link: what the kernel has to know of a move that a ring allows.

use quixotic_quixo::Symmetry;

use quixotic_tablebase::internal::index::{Geometry, RingId};

/// A move of a ring, packed so that sorting groups what is handled together:
/// from the top 3 bits symmetry, 9 bits kind, 20 bits number of the child ring
/// in its group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Link(u32);

impl Link {
    const KIND_SHIFT: u32 = 20;
    const SYMMETRY_SHIFT: u32 = 29;

    pub(crate) fn new(child: RingId, kind: Kind) -> Link {
        assert!(child.number < 1 << Self::KIND_SHIFT, "too large a group");
        let symmetry = child.symmetry.index() as u32;
        Link(symmetry << Self::SYMMETRY_SHIFT | kind.0 << Self::KIND_SHIFT | child.number)
    }

    /// Number of the child ring among those with its counts.
    #[inline]
    pub(crate) fn number(self) -> usize {
        (self.0 & ((1 << Self::KIND_SHIFT) - 1)) as usize
    }

    #[inline]
    pub(crate) fn kind(self) -> Kind {
        let kinds = 1 << (Self::SYMMETRY_SHIFT - Self::KIND_SHIFT);
        Kind(self.0 >> Self::KIND_SHIFT & (kinds - 1))
    }

    /// The number of its kind and symmetry together.
    #[inline]
    pub(crate) fn short_plan(self) -> usize {
        self.kind().index() * Symmetry::COUNT + self.symmetry()
    }

    /// The symmetry that takes the child ring to its canonical form.
    #[inline]
    pub(crate) fn symmetry(self) -> usize {
        (self.0 >> Self::SYMMETRY_SHIFT) as usize
    }
}

/// What a move does to the core: nothing, or which crossing with which contents
/// entering and leaving, all as the child sees it (turned by the symmetry of the
/// link, colours swapped).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Kind(u32);

/// The parts of a [`Kind`] that crosses the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CoreShift {
    pub(crate) crossing: usize,
    pub(crate) enters: u8,
    pub(crate) leaves: u8,
}

impl Kind {
    /// A push along the border.
    pub(crate) const BORDER: Kind = Kind(0);

    pub(crate) fn crossing(shift: CoreShift) -> Kind {
        Kind(1 + 9 * shift.crossing as u32 + 3 * u32::from(shift.enters) + u32::from(shift.leaves))
    }

    /// All kinds on a board, in ascending order.
    pub(crate) fn all(geometry: &Geometry) -> impl Iterator<Item = Kind> {
        (0..=9 * geometry.crossings.len() as u32).map(Kind)
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// How the core is shifted; `None` for a push along the border.
    pub(crate) fn shift(self) -> Option<CoreShift> {
        let rest = self.0.checked_sub(1)?;
        Some(CoreShift {
            crossing: (rest / 9) as usize,
            enters: (rest / 3 % 3) as u8,
            leaves: (rest % 3) as u8,
        })
    }
}
