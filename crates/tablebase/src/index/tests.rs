//! The index against the rules: every board has a place, the place has the board,
//! and what a look one ply ahead decides is what the rules say.

use std::borrow::Cow;
use std::sync::LazyLock;

use proptest::prelude::*;
use quixotic_game::Outcome;
use quixotic_quixo::{Bits, Board, Class, DoubleLine, Quixo, Rules, Symmetry, Ternary};

use super::decided::{Decided, DecidedLanes};
use super::lanes::Lanes;
use super::rings::RingTiles;
use super::{
    Counts, Geometry, GridMap, Index, LaneSet, MAX_LANES, Pattern, Place, digits, patterns,
};

static INDICES: LazyLock<[Index; 3]> =
    LazyLock::new(|| [3, 4, 5].map(|size| Index::new(Rules::official(size).unwrap())));

fn index(size: u8) -> &'static Index {
    &INDICES[usize::from(size) - 3]
}

/// A board's place holds the board or a mirror image of it, and the board that
/// is stored there has that place.
fn check_place(size: u8, board: Board) {
    let class = Class::of(board);
    let place = index(size).place(board);
    let layout = index(size).layout(class);
    let group = layout.groups.iter().find(|group| group.ring == place.ring);
    let group = group.expect("a group of the class");
    assert!(place.block < group.blocks && place.lane < group.lanes);
    let stored = index(size).board(class, place);
    let is_image = Symmetry::all().any(|symmetry| board.turned(symmetry, size) == stored);
    assert!(is_image, "{board:?} is stored as {stored:?}");
    assert_eq!(index(size).place(stored), place);
}

#[test]
fn every_board_of_3x3_has_a_place() {
    for board in Ternary::new(Rules::official(3).unwrap()).boards() {
        check_place(3, board);
    }
}

#[test]
fn every_place_of_3x3_and_4x4_has_a_board() {
    for size in [3, 4] {
        for class in Class::within(size * size) {
            for group in index(size).layout(class).groups {
                for at in 0..group.positions() {
                    let place = Place {
                        ring: group.ring,
                        block: at / group.lanes,
                        lane: at % group.lanes,
                    };
                    let board = index(size).board(class, place);
                    assert_eq!(Class::of(board), class);
                    // A symmetric ring has its own place by the identity.
                    assert_eq!(index(size).place(board), place);
                }
            }
        }
    }
}

#[test]
fn stored_positions_are_an_eighth_of_all_and_some() {
    for (size, positions) in [(3, 2_862), (4, 5_447_817), (5, 5_391_522 * 19_683)] {
        let classes = Class::within(size * size);
        let stored: u64 = classes
            .map(|class| index(size).layout(class).positions())
            .sum();
        assert_eq!(stored, positions);
    }
}

/// The canonical rings with those counts, by their definition.
fn smallest_images(geometry: &Geometry, counts: Counts) -> Vec<Pattern> {
    let cells = geometry.ring.len();
    let image = |mine: u32, theirs: u32, moved: &[usize]| {
        let places = (0..cells).map(|place| (place, patterns(moved[place])));
        let weigh =
            |(place, weight)| (mine >> place & 1) * weight + 2 * (theirs >> place & 1) * weight;
        places.map(weigh).sum::<Pattern>()
    };
    let sets =
        |tiles: u8| (0..1_u32 << cells).filter(move |set| set.count_ones() == u32::from(tiles));
    let theirs: Vec<u32> = sets(counts.theirs).collect();
    let mut smallest = Vec::new();
    for mine in sets(counts.mine) {
        for &theirs in theirs.iter().filter(|&theirs| theirs & mine == 0) {
            let images = geometry.ring_symmetry.each_ref();
            let images = images.map(|moved| image(mine, theirs, moved));
            let ring = image(mine, theirs, &(0..cells).collect::<Vec<_>>());
            if images.iter().all(|&image| image >= ring) {
                smallest.push(ring);
            }
        }
    }
    smallest.sort_unstable();
    smallest
}

/// Checks a group of a new index, ring by ring and as a list.
fn check_group(index: &Index, counts: Counts) {
    let expected = smallest_images(&index.geometry, counts);
    assert_eq!(index.rings.group_len(counts), expected.len(), "{counts:?}");
    let middle = expected.len() / 2;
    for numbers in [
        0..expected.len(),
        middle..expected.len(),
        0..middle,
        middle..middle,
    ] {
        let some = index.rings.some(counts, numbers.clone());
        assert!(
            matches!(some, Cow::Owned(_)),
            "{counts:?} is listed already"
        );
        assert_eq!(*some, expected[numbers], "{counts:?}");
    }
    for (number, &ring) in expected.iter().enumerate().step_by(1 + middle / 1000) {
        assert_eq!(index.rings.find(ring).number as usize, number);
    }
    assert_eq!(index.rings.group(counts), expected);
    assert_eq!(
        *index.rings.some(counts, middle..expected.len()),
        expected[middle..]
    );
}

#[test]
fn all_groups_of_3x3_and_4x4_hold_the_smallest_images() {
    for size in [3, 4] {
        let index = Index::new(Rules::official(size).unwrap());
        for counts in Counts::within(index.rings.cells() as u8) {
            check_group(&index, counts);
        }
    }
}

#[test]
fn groups_of_5x5_hold_the_smallest_images() {
    let index = Index::new(Rules::official(5).unwrap());
    for (mine, theirs) in [
        (0, 0),
        (1, 0),
        (2, 2),
        (0, 5),
        (4, 3),
        (3, 10),
        (12, 4),
        (16, 0),
    ] {
        check_group(&index, Counts::new(mine, theirs));
    }
}

/// By Burnside's lemma the rings up to symmetry are the mean, over the symmetries, of
/// those that a symmetry leaves as they are: all places of a cycle hold the same.
#[test]
fn groups_are_as_large_as_burnside_says() {
    for size in [3, 4, 5] {
        let rings = &index(size).rings;
        let cells = rings.cells();
        let mut fixed = GridMap::new(cells as u8, |_| 0);
        for moved in &index(size).geometry.ring_symmetry {
            let mut with = vec![(Counts::NONE, 1)];
            for cycle in cycles(moved) {
                let digits = (0..=2)
                    .map(|digit| (0..cycle).fold(Counts::NONE, |sum, _| sum.plus_digit(digit)));
                let digits: Vec<Counts> = digits.collect();
                let mut sum = GridMap::new(cells as u8, |_| 0);
                for (counts, number) in with {
                    for more in &digits {
                        sum[Counts::new(counts.mine + more.mine, counts.theirs + more.theirs)] +=
                            number;
                    }
                }
                with = Counts::within(cells as u8)
                    .map(|counts| (counts, sum[counts]))
                    .filter(|&(_, number)| number > 0)
                    .collect();
            }
            for (counts, number) in with {
                fixed[counts] += number;
            }
        }
        for counts in Counts::within(cells as u8) {
            assert_eq!(
                rings.group_len(counts) * Symmetry::COUNT,
                fixed[counts],
                "{counts:?}"
            );
        }
    }
}

/// The lengths of the cycles of a permutation.
fn cycles(moved: &[usize]) -> Vec<usize> {
    let length = |&start: &usize| {
        let cycle =
            std::iter::successors(Some(moved[start]), |&at| (at != start).then(|| moved[at]));
        let cycle: Vec<usize> = cycle.collect();
        // Each cycle is counted at its least place.
        (cycle.iter().min() == Some(&start)).then_some(cycle.len())
    };
    (0..moved.len())
        .filter_map(|start| length(&start))
        .collect()
}

#[test]
fn the_largest_block_fits() {
    let lanes = &index(5).lanes;
    let most = Counts::within(9).map(|counts| lanes.len(counts)).max();
    assert_eq!(most, Some(MAX_LANES));
}

/// Any contents of that many cells, most of them marked.
fn any_contents(cells: usize) -> impl Strategy<Value = Vec<u8>> {
    let digit = prop_oneof![1 => Just(0_u8), 2 => Just(1), 2 => Just(2)];
    prop::collection::vec(digit, cells)
}

/// The cells whose digit is `symbol`.
fn cells(contents: &[u8], symbol: u8) -> Bits {
    let marked = (0..contents.len()).filter(|&cell| contents[cell] == symbol);
    marked.fold(0, |set, cell| set | 1 << cell)
}

proptest! {
    #[test]
    fn any_board_of_4x4_has_a_place(contents in any_contents(16)) {
        check_place(4, Board::new(cells(&contents, 1), cells(&contents, 2)).unwrap());
    }

    #[test]
    fn any_board_of_5x5_has_a_place(contents in any_contents(25)) {
        check_place(5, Board::new(cells(&contents, 1), cells(&contents, 2)).unwrap());
    }
}

/// The look one ply ahead for one rule set.
struct Look {
    quixo: Quixo,
    geometry: Geometry,
    lanes: Lanes,
    decided: Decided,
}

static LOOKS: LazyLock<Vec<Look>> = LazyLock::new(|| {
    let lines = (3..=5).flat_map(|size| (3..=size).map(move |line| (size, line)));
    let rules = lines.flat_map(|(size, line)| {
        let rules = Rules::official(size).unwrap().with_line(line).unwrap();
        [DoubleLine::OpponentWins, DoubleLine::MoverWins].map(|who| rules.with_double_line(who))
    });
    rules.map(Look::new).collect()
});

impl Look {
    fn new(rules: Rules) -> Look {
        let geometry = Geometry::new(rules);
        let lanes = Lanes::new(&geometry);
        Look {
            quixo: Quixo::new(rules),
            decided: Decided::new(rules, &geometry, &lanes),
            geometry,
            lanes,
        }
    }

    /// The board with this ring and core, all digits by place.
    fn board(&self, ring: &[u8], core: u32) -> Board {
        let ring = self.geometry.ring.iter().zip(ring.iter().copied());
        let core = self.geometry.core.iter().zip(digits(core));
        let (mut mine, mut theirs) = (0, 0);
        for (&cell, digit) in ring.chain(core) {
            mine |= Bits::from(digit == 1) << cell;
            theirs |= Bits::from(digit == 2) << cell;
        }
        Board::new(mine, theirs).unwrap()
    }

    /// Compares every core in the ring with the rules.
    fn check(&self, ring: &[u8]) {
        let ring = &ring[..self.geometry.ring.len()];
        let tiles = RingTiles {
            mine: cells(ring, 1) as u32,
            theirs: cells(ring, 2) as u32,
        };
        for counts in Counts::within(self.lanes.cells() as u8) {
            let mut found = DecidedLanes::default();
            self.decided.lanes(tiles, counts, &mut found);
            let open = found.open(self.lanes.len(counts));
            for (lane, &core) in self.lanes.order(counts).iter().enumerate() {
                let board = self.board(ring, core);
                let ended = self.quixo.ended_on(board);
                let is_lost = |(_, child)| self.quixo.ended_on(child) == Some(Outcome::Loss);
                let wins_in_1 = self.quixo.children(board).any(is_lost);
                let expected = [
                    ended == Some(Outcome::Win),
                    ended == Some(Outcome::Loss),
                    wins_in_1,
                    ended.is_none() && !wins_in_1,
                ];
                let has = |set: &LaneSet| set.words()[lane / 64] >> (lane % 64) & 1 == 1;
                let found = [&found.won, &found.lost, &found.wins_in_1, &open].map(has);
                assert_eq!(found, expected, "{}, {board:?}", self.quixo.rules());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn decided_lanes_are_what_the_rules_say(
        look in 0..LOOKS.len(),
        ring in any_contents(16),
    ) {
        LOOKS[look].check(&ring);
    }
}
