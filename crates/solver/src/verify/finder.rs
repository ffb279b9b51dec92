//! The verifier's own way from a board to the place of its value.
//!
//! It is built from the other direction: the format says which ring a block and
//! which core a lane stands for, and the symmetries of the rules say which other
//! boards are the same. Filling the tables shows that every ring and every core
//! is stored, and under one number only.

use quixotic_quixo::{Bits, Board, Rules, Symmetry};

use quixotic_tablebase::internal::index::{Counts, GridMap, Group, Index, Place};

/// Tables from boards to places, and from places to boards.
pub(super) struct Finder {
    size: u8,
    /// The cells of the ring.
    ring: Bits,
    /// For each byte of a bit set: the codes of the sets it can be.
    codes: Vec<[Code; 256]>,
    /// By ring code: where rings are stored, and turned how.
    rings: Vec<RingPlace>,
    /// By symmetry and core code: the lane of the core after the symmetry.
    lanes: [Vec<u16>; Symmetry::COUNT],
    /// By core counts and lane: the core.
    cores: GridMap<Vec<Board>>,
}

/// A block and lane in the group of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) block: usize,
    pub(super) lane: usize,
}

/// A number in base 3 for the ring and one for the core: digit i, of the i-th
/// cell of that part, is 1 for the mover's tile and 2 for the other's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Code {
    ring: u32,
    core: u32,
}

impl Code {
    fn plus(self, other: Code, times: u32) -> Code {
        Code {
            ring: self.ring + times * other.ring,
            core: self.core + times * other.core,
        }
    }
}

/// The number of a block, and the symmetry that takes a ring to the block's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RingPlace(u32);

impl RingPlace {
    const UNKNOWN: RingPlace = RingPlace(u32::MAX);

    fn new(block: usize, symmetry: Symmetry) -> RingPlace {
        RingPlace((block as u32) << 3 | symmetry.index() as u32)
    }

    fn block(self) -> usize {
        (self.0 >> 3) as usize
    }

    fn symmetry(self) -> usize {
        (self.0 & 7) as usize
    }
}

const NO_LANE: u16 = u16::MAX;

impl Finder {
    /// # Panics
    /// If the index stores a ring or a core twice or not at all, which is a
    /// fault of the program and not of a database.
    pub(super) fn new(index: &Index, rules: Rules) -> Finder {
        let size = rules.size();
        let inner = |cell: u8| {
            (1..size - 1).contains(&(cell / size)) && (1..size - 1).contains(&(cell % size))
        };
        let (core, ring): (Vec<u8>, Vec<u8>) = (0..rules.cells()).partition(|&cell| inner(cell));
        let mut finder = Finder {
            size,
            ring: ring.iter().fold(0, |set, cell| set | 1 << cell),
            codes: codes(rules.cells(), &ring, &core),
            rings: vec![RingPlace::UNKNOWN; 3_usize.pow(ring.len() as u32)],
            lanes: std::array::from_fn(|_| vec![NO_LANE; 3_usize.pow(core.len() as u32)]),
            cores: GridMap::new(core.len() as u8, |_| Vec::new()),
        };
        for counts in Counts::within(ring.len() as u8) {
            finder.add_rings(index, counts);
        }
        for counts in Counts::within(core.len() as u8) {
            finder.add_cores(index, counts);
        }
        let complete = !finder.rings.contains(&RingPlace::UNKNOWN)
            && finder.lanes.iter().all(|lanes| !lanes.contains(&NO_LANE));
        assert!(complete, "a ring or core has no place");
        finder
    }

    /// Notes where the rings with those counts are stored: they are the boards
    /// of that class with nothing in the core.
    fn add_rings(&mut self, index: &Index, counts: Counts) {
        let layout = index.layout(counts.class_with(Counts::NONE));
        let group = layout.groups.iter().find(|group| group.ring == counts);
        let group = group.expect("a group with an empty core");
        for block in 0..group.blocks {
            let ring = self.ring(index, group, block);
            for symmetry in Symmetry::all() {
                let image = self.code(ring.turned(symmetry, self.size));
                let place = &mut self.rings[image.ring as usize];
                // A symmetric ring has several ways to itself.
                if *place == RingPlace::UNKNOWN {
                    *place = RingPlace::new(block, symmetry.inverse());
                }
                assert_eq!(place.block(), block, "a ring is stored twice");
            }
        }
    }

    /// Notes the lanes of the cores with those counts: they are the boards of
    /// that class with nothing on the ring.
    fn add_cores(&mut self, index: &Index, counts: Counts) {
        let lanes = index.lanes.len(counts);
        let core = |lane| {
            let place = Place {
                ring: Counts::NONE,
                block: 0,
                lane,
            };
            index.board(Counts::NONE.class_with(counts), place)
        };
        self.cores[counts] = (0..lanes).map(core).collect();
        for (lane, &core) in self.cores[counts].iter().enumerate() {
            for symmetry in Symmetry::all() {
                let before = self.code(core.turned(symmetry.inverse(), self.size));
                let slot = &mut self.lanes[symmetry.index()][before.core as usize];
                assert_eq!(*slot, NO_LANE, "a core is stored twice");
                *slot = lane as u16;
            }
        }
    }

    /// The ring that a block of a group stands for.
    pub(super) fn ring(&self, index: &Index, group: &Group, block: usize) -> Board {
        let class = group.ring.class_with(group.core);
        let place = Place {
            ring: group.ring,
            block,
            lane: 0,
        };
        self.ring_part(index.board(class, place))
    }

    /// The cores that the lanes stand for.
    pub(super) fn cores(&self, counts: Counts) -> &[Board] {
        &self.cores[counts]
    }

    /// How many rings are mirror images of this one, itself included.
    pub(super) fn images(&self, ring: Board) -> u64 {
        let mut images: Vec<Board> = Symmetry::all()
            .map(|symmetry| ring.turned(symmetry, self.size))
            .collect();
        images.sort_unstable();
        images.dedup();
        images.len() as u64
    }

    /// The board without its core.
    #[inline]
    pub(super) fn ring_part(&self, board: Board) -> Board {
        let part = Board::new(board.mine() & self.ring, board.theirs() & self.ring);
        part.expect("a part of a board")
    }

    /// Where the value of a board is, in the group of its ring counts.
    #[inline]
    pub(super) fn find(&self, board: Board) -> Found {
        let code = self.code(board);
        let ring = self.rings[code.ring as usize];
        Found {
            block: ring.block(),
            lane: usize::from(self.lanes[ring.symmetry()][code.core as usize]),
        }
    }

    #[inline]
    fn code(&self, board: Board) -> Code {
        let (mine, theirs) = (board.mine().to_le_bytes(), board.theirs().to_le_bytes());
        let bytes = self.codes.iter().zip(mine.iter().zip(&theirs));
        bytes.fold(Code::default(), |code, (codes, (&mine, &theirs))| {
            let code = code.plus(codes[usize::from(mine)], 1);
            code.plus(codes[usize::from(theirs)], 2)
        })
    }
}

/// The tiles on a ring.
#[inline]
pub(super) fn ring_counts(ring: Board) -> Counts {
    let count = |tiles: Bits| tiles.count_ones() as u8;
    Counts::new(count(ring.mine()), count(ring.theirs()))
}

/// The board with that ring and core.
#[inline]
pub(super) fn join(ring: Board, core: Board) -> Board {
    Board::new(ring.mine() | core.mine(), ring.theirs() | core.theirs())
        .expect("ring and core are disjoint")
}

/// For each byte of a bit set, the code of each value it can have.
fn codes(cells: u8, ring: &[u8], core: &[u8]) -> Vec<[Code; 256]> {
    let weight = |part: &[u8], cell: u8| {
        let place = part.iter().position(|&c| c == cell);
        place.map_or(0, |place| 3_u32.pow(place as u32))
    };
    let of_cell = |cell: u8| Code {
        ring: weight(ring, cell),
        core: weight(core, cell),
    };
    let of_byte = |first: u8| {
        std::array::from_fn(|byte| {
            let in_byte = (0..8).filter(|bit| byte >> bit & 1 == 1);
            in_byte.fold(Code::default(), |code, bit| {
                code.plus(of_cell(first + bit), 1)
            })
        })
    };
    (0..cells).step_by(8).map(of_byte).collect()
}
