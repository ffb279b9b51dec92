//! Which stored positions can occur in play, class by class.
//!
//! `quixotic_quixo::Reachable` answers the same question with a plain search
//! forward from the empty board. This is the second way, and it shares nothing
//! with the first but the rules: it asks backward. A position can occur if it is
//! the start, or if one of its predecessors can. A move that took an empty tile
//! came from the level below, one that took an own tile from the other class of
//! the pair C(a,b), C(b,a). So the levels are done in ascending order and the
//! pairs of a level one by one: the open positions of a pair are asked for a
//! reachable predecessor again and again until no answer changes.
//!
//! Only stored positions are asked, and each counts as often as its ring has
//! images. A symmetric ring stores a position and its images under the ring's own
//! symmetries in several lanes of a block, while [`Index::place`] leads to just
//! one of them. Asking backward that does no harm: the predecessors of an image
//! are the images of the predecessors. If all lanes of every predecessor have the
//! right answer, then so do all lanes of the position, and the start has one lane.

use quixotic_quixo::{Board, Quixo, Rules, Taken};
use rayon::prelude::*;

use crate::index::{Class, Counts, GridMap, Index, Layout, Place};

/// Counts, for each class in ascending order, the positions that legal play from
/// the empty board can lead to. Mirror images count as positions of their own; a
/// finished game counts, and is not played on.
///
/// 4×4 takes a few seconds. A byte is kept for each stored position, which are too
/// many on 5×5.
///
/// # Panics
/// If the board is larger than 5×5.
pub fn count_reachable(rules: Rules) -> Vec<(Class, u64)> {
    let mut search = Search::new(rules);
    search.run();
    Counts::within(rules.cells())
        .map(|class| (class, search.count(class)))
        .collect()
}

/// The answer of [`count_reachable`] that ships with the program: for the official
/// rules on 3×3 and 4×4.
pub fn reachable_by_class(rules: Rules) -> Option<Vec<(Class, u64)>> {
    let game = format!("quixo{}", rules.size());
    let rows = SHIPPED
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1);
    let of_game = rows.filter_map(|row| row.strip_prefix(&game)?.strip_prefix(','));
    let classes: Vec<(Class, u64)> = of_game.map(parse_class).collect();
    (rules.is_official() && !classes.is_empty()).then_some(classes)
}

/// How many positions legal play from the empty board can lead to: the sum of
/// [`reachable_by_class`].
pub fn reachable_positions(rules: Rules) -> Option<u64> {
    let classes = reachable_by_class(rules)?;
    Some(classes.iter().map(|&(_, reachable)| reachable).sum())
}

/// Lines `game,mover,other,reachable` after a comment and a heading.
const SHIPPED: &str = include_str!("../data/reachable.csv");

/// Reads `mover,other,reachable`.
fn parse_class(row: &str) -> (Class, u64) {
    let numbers: Option<Vec<u64>> = row.split(',').map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[mine, theirs, reachable]) => (Class::new(mine as u8, theirs as u8), reachable),
        _ => panic!("data/reachable.csv: bad row `{row}`"),
    }
}

/// Which stored positions are known to be reachable.
struct Search {
    quixo: Quixo,
    index: Index,
    classes: GridMap<ClassSet>,
}

/// The stored positions of a class that are known to be reachable.
struct ClassSet {
    layout: Layout,
    /// By ring counts, the number of the first position with such a ring.
    starts: GridMap<usize>,
    /// By number of the stored position.
    reached: Vec<bool>,
}

/// A stored position that is not known to be reachable.
struct Open {
    board: Board,
    class: Class,
    number: usize,
}

impl Search {
    fn new(rules: Rules) -> Search {
        let index = Index::new(rules);
        Search {
            quixo: Quixo::new(rules),
            classes: GridMap::new(rules.cells(), |class| ClassSet::none(&index, class)),
            index,
        }
    }

    fn run(&mut self) {
        let start = Class::of(Board::EMPTY);
        self.classes[start].reached.fill(true);
        for level in 1..=self.quixo.rules().cells() {
            for class in Class::of_total(level).filter(|class| class.mine <= class.theirs) {
                self.close(class);
            }
        }
    }

    /// Finds the reachable positions of a class and its partner, given those of
    /// the level below.
    fn close(&mut self, class: Class) {
        let mut open = self.open(class);
        if class != class.swapped() {
            open.extend(self.open(class.swapped()));
        }
        loop {
            let (reached, unknown): (Vec<Open>, Vec<Open>) = open
                .into_par_iter()
                .partition(|open| self.has_reached_predecessor(open.board));
            if reached.is_empty() {
                return;
            }
            for Open { class, number, .. } in reached {
                self.classes[class].reached[number] = true;
            }
            open = unknown;
        }
    }

    fn open(&self, class: Class) -> Vec<Open> {
        let places = self.classes[class].places().enumerate();
        let open = places.map(|(number, place)| Open {
            board: self.index.board(class, place),
            class,
            number,
        });
        open.collect()
    }

    fn has_reached_predecessor(&self, board: Board) -> bool {
        // Most reachable positions have one in the level below, which is complete.
        [Taken::Empty, Taken::Own].into_iter().any(|taken| {
            let mut before = self.quixo.predecessors_taking(board, taken);
            before.any(|(_, before)| self.is_reached(before))
        })
    }

    fn is_reached(&self, board: Board) -> bool {
        let set = &self.classes[Class::of(board)];
        set.reached[set.number(self.index.place(board))]
    }

    /// Reachable positions of a class, images under the symmetries included.
    fn count(&self, class: Class) -> u64 {
        let set = &self.classes[class];
        let reached = set
            .places()
            .zip(&set.reached)
            .filter(|&(_, &reached)| reached);
        let images = reached.map(|(place, _)| {
            let ring = self.index.rings.group(place.ring)[place.block];
            self.index.rings.orbit(ring) as u64
        });
        images.sum()
    }
}

impl ClassSet {
    fn none(index: &Index, class: Class) -> ClassSet {
        let layout = index.layout(class);
        let mut starts = GridMap::new(index.rings.cells() as u8, |_| 0);
        let mut len = 0;
        for group in &layout.groups {
            starts[group.ring] = len;
            len += group.len();
        }
        ClassSet {
            layout,
            starts,
            reached: vec![false; len],
        }
    }

    /// Every place, in the order of their numbers.
    fn places(&self) -> impl Iterator<Item = Place> + '_ {
        self.layout
            .groups
            .iter()
            .flat_map(|group| (0..group.len()).map(|number| group.place(number)))
    }

    /// The number of the stored position at a place.
    fn number(&self, place: Place) -> usize {
        let group = self
            .layout
            .number(place.ring)
            .expect("a group of the class");
        let lanes = self.layout.groups[group].lanes;
        self.starts[place.ring] + place.block * lanes + place.lane
    }
}
