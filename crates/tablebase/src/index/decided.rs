//! What a look one ply ahead decides: which lanes of a block are over, and in
//! which the mover completes a line at once.
//!
//! Both are questions about complete lines, now or after a push. A line after a
//! push is a set of cells before it: a cell on the path got what its successor
//! held, and the end got the mover's tile. Each such set has a part on the ring
//! and a part in the core. The ring decides which sets can be complete at all;
//! for those, the lanes whose core completes them are a table.

use quixotic_quixo::{Bits, Cell, DoubleLine, Quixo, Rules};

use super::lanes::Lanes;
use super::pattern::{MAX_RING, MINE, THEIRS, digits};
use super::rings::RingTiles;
use super::{Counts, Geometry, GridMap, LaneSet};

/// The tables for a rule set.
#[derive(Debug)]
pub struct Decided {
    double_line: DoubleLine,
    /// The lines as they are.
    lines: Lines,
    /// For each pattern of the other player's tiles on the low and the high half of the ring, the
    /// pushes that would take one of them.
    illegal: [Vec<Pushes>; 2],
    /// The lines of the mover after a push.
    my_lines: Lines,
    /// The lines of the other player after a push.
    their_lines: Lines,
    /// The same, by push.
    their_lines_after: Vec<Vec<Cells>>,
    /// The number of the core part without cells.
    nothing: usize,
    /// By core counts.
    complete: GridMap<CompleteCores>,
}

/// A set of pushes; there are at most 44.
type Pushes = u64;

/// Sets of cells which one symbol must hold to have a line.
#[derive(Debug)]
struct Lines {
    /// Those with the same part in the core are neighbours; those without one come first.
    lines: Vec<Line>,
    /// For each pattern of one symbol on the low and the high half of the ring,
    /// the lines whose part there it completes, as bits: `words` words for each pattern.
    halves: [Vec<u64>; 2],
    words: usize,
}

/// Cells which one symbol must hold to have a line after any of some pushes.
#[derive(Clone, Copy, Debug)]
struct Line {
    cells: Cells,
    pushes: Pushes,
    /// Those of its word of lines that have the same part in the core, as bits.
    alike: u64,
}

/// The most words that lines take.
const MAX_WORDS: usize = 8;

impl Lines {
    const HALF: u32 = MAX_RING as u32 / 2;

    fn new(mut lines: Vec<Line>, nothing: usize) -> Lines {
        lines.sort_by_key(|line| (line.cells.core != nothing, line.cells.core));
        for word in lines.chunks_mut(64) {
            let cores: Vec<usize> = word.iter().map(|line| line.cells.core).collect();
            for line in word {
                let alike = cores.iter().map(|core| u64::from(*core == line.cells.core));
                line.alike = as_bits(alike);
            }
        }
        let words = lines.len().div_ceil(64);
        assert!(words <= MAX_WORDS);
        let halves = [0, Lines::HALF].map(|shift| {
            let complete = |tiles: u32, line: &Line| {
                let part = line.cells.ring >> shift & ((1 << Lines::HALF) - 1);
                u64::from(part & !tiles == 0)
            };
            let bits = |tiles| {
                let word =
                    move |lines: &[Line]| as_bits(lines.iter().map(|line| complete(tiles, line)));
                lines.chunks(64).map(word)
            };
            (0..1 << Lines::HALF).flat_map(bits).collect()
        });
        Lines {
            lines,
            halves,
            words,
        }
    }

    /// The lines that a symbol with those tiles on the ring can have, as bits: words, each with
    /// its lines.
    #[inline]
    fn possible(&self, tiles: u32) -> impl Iterator<Item = (u64, &[Line])> {
        let [low, high] = halves_of(tiles).map(|half| self.words * half);
        let low = &self.halves[0][low..low + self.words];
        let high = &self.halves[1][high..high + self.words];
        let words = low.iter().zip(high).map(|(low, high)| low & high);
        words.zip(self.lines.chunks(64))
    }

    /// Does something with each line that a symbol with those tiles on the ring can have. A
    /// loop in a loop: as an iterator it would take twice the time.
    #[inline]
    fn each_possible(&self, tiles: u32, mut work: impl FnMut(&Line)) {
        for (word, lines) in self.possible(tiles) {
            for number in ones(word) {
                work(&lines[number]);
            }
        }
    }
}

/// Zeros and ones as the bits of a word, the lowest first.
fn as_bits(ones: impl DoubleEndedIterator<Item = u64>) -> u64 {
    ones.rev().fold(0, |word, bit| word << 1 | bit)
}

/// The low and the high half of tiles on the ring.
#[inline]
fn halves_of(tiles: u32) -> [usize; 2] {
    [tiles & ((1 << Lines::HALF) - 1), tiles >> Lines::HALF].map(|half| half as usize)
}

/// For each core part, the lanes whose core holds nothing but one symbol there.
#[derive(Debug)]
struct CompleteCores {
    /// Lanes of a block with such cores.
    lanes: usize,
    mine: Vec<LaneSet>,
    theirs: Vec<LaneSet>,
}

/// The lanes of a block in which the value needs no search.
#[derive(Clone, Debug, Default)]
pub struct DecidedLanes {
    /// The game is over and the mover has won.
    pub won: LaneSet,
    /// The game is over and the mover has lost.
    pub lost: LaneSet,
    /// The mover completes a line at once.
    pub wins_in_1: LaneSet,
}

impl DecidedLanes {
    /// How many lanes are decided.
    pub fn count(&self) -> usize {
        self.won.count() + self.lost.count() + self.wins_in_1.count()
    }

    /// The lanes of a block of `lanes` lanes that are not decided.
    pub fn open(&self, lanes: usize) -> LaneSet {
        let mut open = LaneSet::all(lanes);
        for decided in [&self.won, &self.lost, &self.wins_in_1] {
            open.remove(decided);
        }
        open
    }
}

/// A set of cells: its places on the ring, and the number of its core part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cells {
    ring: u32,
    core: usize,
}

impl Decided {
    pub fn new(rules: Rules, geometry: &Geometry, lanes: &Lanes) -> Decided {
        let quixo = Quixo::new(rules);
        let mut core_parts: Vec<Vec<usize>> = Vec::new();
        let mut cells = |set: Bits| {
            let places = Geometry::places(&geometry.core, set);
            let known = core_parts.iter().position(|part| *part == places);
            Cells {
                ring: Geometry::places(&geometry.ring, set)
                    .iter()
                    .fold(0, |ring, place| ring | 1 << place),
                core: known.unwrap_or_else(|| {
                    core_parts.push(places);
                    core_parts.len() - 1
                }),
            }
        };
        let nothing = cells(0).core;
        let line = |&line: &Bits| Line {
            cells: cells(line),
            pushes: 0,
            alike: 0,
        };
        let lines = quixo.lines().iter().map(line).collect();
        let mut pushes_from: Vec<Pushes> = vec![0; geometry.ring.len()];
        let (mut my_lines, mut their_lines) = (Vec::new(), Vec::new());
        let mut their_lines_after: Vec<Vec<Cells>> = Vec::new();
        for (number, (_, path)) in quixo.paths().enumerate() {
            let push: Pushes = 1 << number;
            let hole = geometry.ring.iter().position(|&cell| cell == path[0]);
            pushes_from[hole.expect("tiles are taken from the ring")] |= push;
            let end = bit(path[path.len() - 1]);
            let touched = path.iter().fold(0, |set, &cell| set | bit(cell));
            their_lines_after.push(Vec::new());
            // A line off the path is complete now if it is afterwards.
            for &line in quixo.lines().iter().filter(|&line| line & touched != 0) {
                let before = cells(unpush(line, &path));
                add_line(&mut my_lines, before, push);
                if line & end == 0 {
                    add_line(&mut their_lines, before, push);
                    their_lines_after[number].push(before);
                }
            }
        }
        let complete = GridMap::new(geometry.core.len() as u8, |counts| {
            let of_symbol = |symbol| {
                let marked = marked_lanes(lanes, counts, symbol);
                let all = LaneSet::all(lanes.len(counts));
                let of_part = |part: &Vec<usize>| {
                    let places = part.iter().map(|&place| &marked[place]);
                    places.fold(all.clone(), LaneSet::and)
                };
                core_parts.iter().map(of_part).collect()
            };
            CompleteCores {
                lanes: lanes.len(counts),
                mine: of_symbol(MINE),
                theirs: of_symbol(THEIRS),
            }
        });
        let illegal = [0, Lines::HALF].map(|shift| {
            let taken = |tiles: u32| {
                let places = pushes_from.iter().enumerate();
                let theirs = places.filter(|&(place, _)| tiles << shift >> place & 1 == 1);
                theirs.fold(0, |pushes, (_, from)| pushes | from)
            };
            (0..1 << Lines::HALF).map(taken).collect()
        });
        Decided {
            double_line: rules.double_line(),
            lines: Lines::new(lines, nothing),
            illegal,
            nothing,
            my_lines: Lines::new(my_lines, nothing),
            their_lines: Lines::new(their_lines, nothing),
            their_lines_after,
            complete,
        }
    }

    /// Finds the lanes in which the game is over; the others are left out.
    pub fn ended(&self, ring: RingTiles, core: Counts, found: &mut DecidedLanes) {
        let cores = &self.complete[core];
        let DecidedLanes {
            won,
            lost,
            wins_in_1,
        } = found;
        for lanes in [&mut *won, &mut *lost, wins_in_1] {
            lanes.clear(cores.lanes);
        }
        self.lines.each_possible(ring.mine, |line| {
            won.add(&cores.mine[line.cells.core]);
        });
        self.lines.each_possible(ring.theirs, |line| {
            lost.add(&cores.theirs[line.cells.core]);
        });
        match self.double_line {
            DoubleLine::OpponentWins => lost.remove(won),
            DoubleLine::MoverWins => won.remove(lost),
        }
    }

    /// Finds the lanes that need no search.
    pub fn lanes(&self, ring: RingTiles, core: Counts, found: &mut DecidedLanes) {
        self.ended(ring, core, found);
        self.add_completing(ring, core, &mut found.wins_in_1);
        found.wins_in_1.remove(&found.won);
        found.wins_in_1.remove(&found.lost);
    }

    /// Finds the lanes that need no search, whatever their value is: quicker than
    /// [`lanes`](Decided::lanes).
    pub fn any(&self, ring: RingTiles, core: Counts, found: &mut LaneSet) {
        let cores = &self.complete[core];
        found.clear(cores.lanes);
        self.lines.each_possible(ring.mine, |line| {
            found.add(&cores.mine[line.cells.core]);
        });
        self.lines.each_possible(ring.theirs, |line| {
            found.add(&cores.theirs[line.cells.core]);
        });
        self.add_completing(ring, core, found);
    }

    /// Adds the lanes in which a push completes a line for the mover.
    fn add_completing(&self, ring: RingTiles, core: Counts, lanes: &mut LaneSet) {
        let cores = &self.complete[core];
        let [low, high] = halves_of(ring.theirs);
        let legal = !(self.illegal[0][low] | self.illegal[1][high]);
        // Pushes that may complete a line of the other player as well.
        let mut contested = 0;
        if self.double_line == DoubleLine::OpponentWins {
            self.their_lines
                .each_possible(ring.theirs, |line| contested |= line.pushes);
        }
        let free = legal & !contested;
        // The lines that only contested pushes complete, as bits.
        let mut held = [0; MAX_WORDS];
        for (held, (mut word, lines)) in held.iter_mut().zip(self.my_lines.possible(ring.mine)) {
            while word != 0 {
                let number = word.trailing_zeros();
                let line = &lines[number as usize];
                if line.pushes & free != 0 {
                    lanes.add(&cores.mine[line.cells.core]);
                    if line.cells.core == self.nothing {
                        // Those are all lanes.
                        return;
                    }
                    word &= !line.alike;
                } else {
                    *held |= u64::from(line.pushes & legal != 0) << number;
                    word &= word - 1;
                }
            }
        }
        for (held, lines) in held.into_iter().zip(self.my_lines.lines.chunks(64)) {
            for line in ones(held).map(|number| &lines[number]) {
                let wins = &cores.mine[line.cells.core];
                if !lanes.contains(wins) {
                    for push in ones(line.pushes & legal) {
                        lanes.add(&self.uncontested(wins, push, ring, cores));
                    }
                }
            }
        }
    }

    /// The lanes of `wins` in which `push` completes no line of the other player.
    fn uncontested(
        &self,
        wins: &LaneSet,
        push: usize,
        ring: RingTiles,
        cores: &CompleteCores,
    ) -> LaneSet {
        let mut wins = wins.clone();
        for cells in &self.their_lines_after[push] {
            if cells.ring & !ring.theirs == 0 {
                wins.remove(&cores.theirs[cells.core]);
            }
        }
        wins
    }
}

/// The members of a set of pushes or lines.
#[inline]
fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}

/// Notes that `cells` make a line after `push`.
fn add_line(lines: &mut Vec<Line>, cells: Cells, push: Pushes) {
    match lines.iter_mut().find(|line| line.cells == cells) {
        Some(line) => line.pushes |= push,
        None => lines.push(Line {
            cells,
            pushes: push,
            alike: 0,
        }),
    }
}

/// For each place of the core, the lanes whose core holds a symbol there.
fn marked_lanes(lanes: &Lanes, counts: Counts, symbol: u8) -> Vec<LaneSet> {
    let mut marked = vec![LaneSet::none(lanes.len(counts)); lanes.cells()];
    for (lane, &core) in lanes.order(counts).iter().enumerate() {
        for (digit, marked) in digits(core).zip(&mut marked) {
            if digit == symbol {
                marked.insert(lane);
            }
        }
    }
    marked
}

/// The cells whose tiles are on `line` after a push along `path`; the tile that
/// is pushed in is left out.
fn unpush(line: Bits, path: &[Cell]) -> Bits {
    let on_path = path.iter().fold(0, |set, &cell| set | bit(cell));
    let came_from = path.windows(2).filter(|step| line & bit(step[0]) != 0);
    came_from.fold(line & !on_path, |set, step| set | bit(step[1]))
}

fn bit(cell: Cell) -> Bits {
    1 << cell
}
