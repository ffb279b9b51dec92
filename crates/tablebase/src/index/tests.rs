//! The index against the rules: every board has a place, the place has the board,
//! and what a look one ply ahead decides is what the rules say.

use std::sync::LazyLock;

use proptest::prelude::*;
use quixotic_game::Outcome;
use quixotic_quixo::{Bits, Board, Class, DoubleLine, Quixo, Rules, Symmetry, Ternary};

use super::decided::{Decided, DecidedLanes};
use super::lanes::Lanes;
use super::rings::RingTiles;
use super::{Counts, Geometry, Index, LaneSet, MAX_LANES, Place, digits};

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
