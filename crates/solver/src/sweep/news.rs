//! What is new in the blocks of a class, for those who look whether they have to be
//! evaluated.

/// What is new in a block, for the blocks that link to it: the strength of what can change them by
/// itself, and whether there is something that can change them only together with all their
/// other links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct News(u8);

/// How strong news must be to change a block by itself: its strength must be below this (lower is
/// stronger).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Limit(u8);

const JOINT: u8 = 0x80;
/// The strength of nothing.
const NO_STRENGTH: u8 = 0x7f;

impl Limit {
    /// News of that strength or weaker changes nothing; at 0, no news does.
    #[inline]
    pub(crate) fn at(strength: u8) -> Limit {
        Limit(strength.min(NO_STRENGTH))
    }
}

impl News {
    const NONE: News = News(NO_STRENGTH);

    /// The lower the strength, the stronger; from 127 on, nothing counts by itself.
    #[inline]
    pub(crate) fn new(strength: u8, joint: bool) -> News {
        let joint = if joint { JOINT } else { 0 };
        News(strength.min(NO_STRENGTH) | joint)
    }

    /// Whether something can change a block only together with all its other links.
    #[inline]
    pub(super) fn is_joint(self) -> bool {
        self.0 & JOINT != 0
    }

    /// Whether something can change a block with that limit by itself.
    #[inline]
    pub(crate) fn can_change(self, limit: Limit) -> bool {
        self.0 & NO_STRENGTH < limit.0
    }

    /// This and other news.
    #[inline]
    fn merged(self, other: News) -> News {
        let strength = (self.0 & NO_STRENGTH).min(other.0 & NO_STRENGTH);
        News(strength | (self.0 | other.0) & JOINT)
    }
}

/// What is new in the blocks of a group: for each of them, and for all together.
#[derive(Clone, Default)]
pub(super) struct GroupNews {
    /// What is known from the start: every reader has to see it once.
    first: Vec<News>,
    combined_first: News,
    /// What the last sweep has changed.
    last: Vec<News>,
    combined_last: News,
}

/// What a reader has not seen of a group yet.
#[derive(Clone, Copy)]
pub(super) struct Unseen<'a> {
    /// `None` if that was seen before.
    first: Option<&'a [News]>,
    last: &'a [News],
    /// What is new in all blocks together.
    pub(super) combined: News,
}

impl Unseen<'_> {
    /// What is new in a block.
    #[inline]
    pub(super) fn of(&self, block: usize) -> News {
        let last = self.last[block];
        self.first.map_or(last, |first| first[block].merged(last))
    }
}

impl GroupNews {
    /// What is new at the start.
    pub(super) fn new(first: Vec<News>) -> GroupNews {
        GroupNews {
            last: vec![News::NONE; first.len()],
            combined_last: News::NONE,
            combined_first: first.iter().copied().collect(),
            first,
        }
    }

    /// The news of a sweep, by block.
    pub(super) fn last_mut(&mut self) -> &mut [News] {
        &mut self.last
    }

    /// A sweep is over; tells whether it changed anything.
    pub(super) fn swept(&mut self) -> bool {
        self.combined_last = self.last.iter().copied().collect();
        self.combined_last != News::NONE
    }

    /// A sweep had nothing to do.
    pub(super) fn clear(&mut self) {
        if self.combined_last != News::NONE {
            self.combined_last = News::NONE;
            self.last.fill(News::NONE);
        }
    }

    /// What a reader has not seen yet, who has seen the first news or not; `None` if that is
    /// nothing.
    pub(super) fn unseen(&self, seen_first: bool) -> Option<Unseen<'_>> {
        let first = if seen_first {
            News::NONE
        } else {
            self.combined_first
        };
        let combined = first.merged(self.combined_last);
        (combined != News::NONE).then_some(Unseen {
            first: (first != News::NONE).then_some(&*self.first),
            last: &self.last,
            combined,
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
        news.into_iter().fold(News::NONE, News::merged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_and_joint_news_do_not_mix() {
        let news = News::new(3, true);
        assert!(news.is_joint() && !News::new(3, false).is_joint());
        assert!(news.can_change(Limit::at(4)) && !news.can_change(Limit::at(3)));
        assert!(News::new(126, false).can_change(Limit::at(255)));
        assert!(!News::new(127, true).can_change(Limit::at(255)));
        assert!(!News::new(0, true).can_change(Limit::at(0)));
    }

    #[test]
    fn together_the_strongest_counts() {
        let both = [News::new(5, false), News::new(9, true)];
        assert_eq!(News::from_iter(both), News::new(5, true));
        assert_eq!(News::from_iter([]), News::NONE);
    }

    #[test]
    fn what_is_known_from_the_start_is_seen_once() {
        let (known, new) = (News::new(7, false), News::new(3, true));
        let mut group = GroupNews::new(vec![known, News::NONE]);
        assert!(group.unseen(true).is_none());
        assert!(!group.swept());
        group.last_mut()[1] = new;
        assert!(group.swept());
        let unseen = |group: &GroupNews, seen_first| {
            let unseen = group.unseen(seen_first)?;
            Some((unseen.of(0), unseen.of(1), unseen.combined))
        };
        assert_eq!(unseen(&group, false), Some((known, new, new)));
        assert_eq!(unseen(&group, true), Some((News::NONE, new, new)));
        group.clear();
        assert_eq!(unseen(&group, false), Some((known, News::NONE, known)));
        assert_eq!(unseen(&group, true), None);
    }
}
