//! What is new in the blocks of a class, for those who look whether they have to be
//! evaluated.

/// What is new in a block to those who are linked to it, in a byte: whether there is something
/// that counts jointly with all else they are linked to, and the strength of what counts by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct News(u8);

/// How strong news must be to change a block by themselves: of a strength below this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Limit(u8);

const JOINT: u8 = 0x80;
/// The strength of nothing.
const NO_STRENGTH: u8 = 0x7f;

impl Limit {
    /// News of that strength change nothing, and neither do weaker ones; 0 if none do.
    #[inline]
    pub(crate) fn at(strength: u8) -> Limit {
        Limit(strength.min(NO_STRENGTH))
    }
}

impl News {
    const NONE: News = News(NO_STRENGTH);

    /// News of a strength: the lower, the stronger; above 126, none count by themselves.
    #[inline]
    pub(crate) fn new(strength: u8, joint: bool) -> News {
        let joint = if joint { JOINT } else { 0 };
        News(strength.min(NO_STRENGTH) | joint)
    }

    /// Whether something counts together with all else that a block is linked to.
    #[inline]
    pub(super) fn is_joint(self) -> bool {
        self.0 & JOINT != 0
    }

    /// Whether something changes a block with that limit, whatever else that is linked to.
    #[inline]
    pub(super) fn decides(self, limit: Limit) -> bool {
        self.0 & NO_STRENGTH < limit.0
    }

    /// These and others.
    #[inline]
    fn and(self, other: News) -> News {
        let strength = (self.0 & NO_STRENGTH).min(other.0 & NO_STRENGTH);
        News(strength | (self.0 | other.0) & JOINT)
    }
}

/// What is new in the blocks of a group: for each of them, and for all together.
#[derive(Clone, Default)]
pub(super) struct GroupNews {
    /// What is known from the start: everybody has to hear it once.
    first: Vec<News>,
    all_first: News,
    /// What the last sweep has changed.
    last: Vec<News>,
    all_last: News,
}

/// What somebody has not heard of a group.
#[derive(Clone, Copy)]
pub(super) struct Unheard<'a> {
    /// `None` if that was heard before.
    first: Option<&'a [News]>,
    last: &'a [News],
    /// What is new in all blocks together.
    pub(super) all: News,
}

impl Unheard<'_> {
    /// What is new in a block.
    #[inline]
    pub(super) fn of(&self, block: usize) -> News {
        let last = self.last[block];
        self.first.map_or(last, |first| first[block].and(last))
    }
}

impl GroupNews {
    /// What is new at the start.
    pub(super) fn new(first: Vec<News>) -> GroupNews {
        GroupNews {
            last: vec![News::NONE; first.len()],
            all_last: News::NONE,
            all_first: first.iter().copied().collect(),
            first,
        }
    }

    /// The news of a sweep, by block.
    pub(super) fn last_mut(&mut self) -> &mut [News] {
        &mut self.last
    }

    /// A sweep is over; tells whether it changed anything.
    pub(super) fn swept(&mut self) -> bool {
        self.all_last = self.last.iter().copied().collect();
        self.all_last != News::NONE
    }

    /// A sweep had nothing to do.
    pub(super) fn clear(&mut self) {
        if self.all_last != News::NONE {
            self.all_last = News::NONE;
            self.last.fill(News::NONE);
        }
    }

    /// What somebody has not heard yet, who has heard the first news or not; `None` if that is
    /// nothing.
    pub(super) fn unheard(&self, heard_first: bool) -> Option<Unheard<'_>> {
        let first = if heard_first {
            News::NONE
        } else {
            self.all_first
        };
        let all = first.and(self.all_last);
        (all != News::NONE).then_some(Unheard {
            first: (first != News::NONE).then_some(&*self.first),
            last: &self.last,
            all,
        })
    }
}

impl Default for News {
    fn default() -> News {
        News::NONE
    }
}

/// All of them together.
impl FromIterator<News> for News {
    fn from_iter<I: IntoIterator<Item = News>>(news: I) -> News {
        news.into_iter().fold(News::NONE, News::and)
    }
}
