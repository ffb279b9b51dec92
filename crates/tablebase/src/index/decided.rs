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
    /// By place of the ring, the pushes that take the tile there.
    pushes_from: Vec<Pushes>,
    /// The lines of the mover after a push.
    my_lines: Lines,
    /// The lines of the other player after a push.
    their_lines: Lines,
    /// The same, by push.
    their_lines_after: Vec<Vec<Cells>>,
    /// By core counts.
    complete: GridMap<CompleteCores>,
}

/// A set of pushes; there are at most 44.
type Pushes = u64;

/// Sets of cells which one symbol must hold to have a line.
#[derive(Debug)]
struct Lines {
    lines: Vec<Line>,
    /// For each pattern of one symbol on the low and the high half of the ring,
    /// the lines whose part there it completes, as bits.
    halves: [Vec<Vec<u64>>; 2],
}

/// Cells which one symbol must hold to have a line after any of some pushes.
#[derive(Clone, Copy, Debug)]
struct Line {
    cells: Cells,
    pushes: Pushes,
}

impl Lines {
    const HALF: u32 = MAX_RING as u32 / 2;

    fn new(lines: Vec<Line>) -> Lines {
        let halves = [0, Lines::HALF].map(|shift| {
            let complete = |tiles: u32, line: &Line| {
                let part = line.cells.ring >> shift & ((1 << Lines::HALF) - 1);
                u64::from(part & !tiles == 0)
            };
            let bits = |tiles| {
                let word = |lines: &[Line]| {
                    let bits = lines.iter().map(|line| complete(tiles, line));
                    bits.rev().fold(0, |word, bit| word << 1 | bit)
                };
                lines.chunks(64).map(word).collect()
            };
            (0..1 << Lines::HALF).map(bits).collect()
        });
        Lines { lines, halves }
    }

    /// The lines that a symbol with those tiles on the ring can have.
    #[inline]
    fn possible(&self, tiles: u32) -> impl Iterator<Item = &Line> {
        let [low, high] = &self.halves;
        let low = &low[(tiles & ((1 << Lines::HALF) - 1)) as usize];
        let high = &high[(tiles >> Lines::HALF) as usize];
        let words = low.iter().zip(high).zip(self.lines.chunks(64));
        words.flat_map(|((low, high), lines)| ones(low & high).map(|number| &lines[number]))
    }
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
    /// The lanes of a block of `lanes` lanes that are not decided.
    pub fn open(&self, lanes: usize) -> LaneSet {
        let mut open = LaneSet::all(lanes);
        for decided in [&self.won, &self.lost, &self.wins_in_1] {
            open.remove(decided);
        }
        open
    }

    /// How many lanes of a block of `lanes` lanes are not decided.
    pub fn open_count(&self, lanes: usize) -> usize {
        // No lane is in two of the sets.
        let decided = [&self.won, &self.lost, &self.wins_in_1];
        lanes - decided.map(LaneSet::count).iter().sum::<usize>()
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
        let line = |&line: &Bits| Line {
            cells: cells(line),
            pushes: 0,
        };
        let lines = quixo.lines().iter().map(line).collect();
        let mut pushes_from = vec![0; geometry.ring.len()];
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
        Decided {
            double_line: rules.double_line(),
            lines: Lines::new(lines),
            pushes_from,
            my_lines: Lines::new(my_lines),
            their_lines: Lines::new(their_lines),
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
        for line in self.lines.possible(ring.mine) {
            won.add(&cores.mine[line.cells.core]);
        }
        for line in self.lines.possible(ring.theirs) {
            lost.add(&cores.theirs[line.cells.core]);
        }
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

    /// Adds the lanes in which a push completes a line for the mover.
    fn add_completing(&self, ring: RingTiles, core: Counts, lanes: &mut LaneSet) {
        let cores = &self.complete[core];
        let illegal = self.pushes_from.iter().enumerate();
        let illegal = illegal.filter(|&(place, _)| ring.theirs >> place & 1 == 1);
        let legal = illegal.fold(Pushes::MAX, |legal, (_, pushes)| legal & !pushes);
        // Pushes that may complete a line of the other player as well.
        let contested = match self.double_line {
            DoubleLine::MoverWins => 0,
            DoubleLine::OpponentWins => {
                let theirs = self.their_lines.possible(ring.theirs);
                theirs.fold(0, |pushes, line| pushes | line.pushes)
            }
        };
        let mine = || {
            let possible = self.my_lines.possible(ring.mine);
            possible.filter(|line| line.pushes & legal != 0)
        };
        let mut any_contested = false;
        for line in mine() {
            if line.pushes & legal & !contested != 0 {
                lanes.add(&cores.mine[line.cells.core]);
            } else {
                any_contested = true;
            }
        }
        if any_contested {
            for line in mine().filter(|line| line.pushes & legal & !contested == 0) {
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
