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
use super::pattern::{MAX_RING, MINE, Pattern, THEIRS, contents, digits};
use super::{Counts, Geometry, GridMap, LaneSet};

/// The tables for a rule set.
#[derive(Debug)]
pub(crate) struct Decided {
    double_line: DoubleLine,
    /// The lines as they are.
    lines: Vec<Cells>,
    pushes: Vec<PushLines>,
    /// By core counts.
    complete: GridMap<CompleteCores>,
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
#[derive(Clone, Debug)]
pub(crate) struct DecidedLanes {
    /// The game is over and the mover has won.
    pub(crate) won: LaneSet,
    /// The game is over and the mover has lost.
    pub(crate) lost: LaneSet,
    /// The mover completes a line at once.
    pub(crate) wins_in_1: LaneSet,
}

impl DecidedLanes {
    /// The lanes of a block of `lanes` lanes that are not decided.
    pub(crate) fn open(&self, lanes: usize) -> LaneSet {
        let mut open = LaneSet::all(lanes);
        for decided in [&self.won, &self.lost, &self.wins_in_1] {
            open.remove(decided);
        }
        open
    }
}

/// A set of cells: its places on the ring, and the number of its core part.
#[derive(Clone, Copy, Debug)]
struct Cells {
    ring: u32,
    core: usize,
}

/// The lines after a push, as the cells that make them before it.
#[derive(Debug)]
struct PushLines {
    /// The place of the tile that is taken.
    hole: u32,
    /// Complete for the mover if these are hers.
    mine: Vec<Cells>,
    /// Complete for the other player if these are hers.
    theirs: Vec<Cells>,
}

impl Decided {
    pub(crate) fn new(rules: Rules, geometry: &Geometry, lanes: &Lanes) -> Decided {
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
        let lines = quixo.lines().iter().map(|&line| cells(line)).collect();
        let pushes = quixo
            .paths()
            .map(|(_, path)| {
                let hole = cells(bit(path[0])).ring;
                let end = bit(path[path.len() - 1]);
                let touched = path.iter().fold(0, |set, &cell| set | bit(cell));
                // A line off the path is complete now if it is afterwards.
                let lines = quixo.lines().iter().filter(|&line| line & touched != 0);
                let before = lines.map(|&line| (line & end != 0, unpush(line, &path)));
                let (with_end, without): (Vec<_>, Vec<_>) = before.partition(|&(end, _)| end);
                let mut part = |sets: &[(bool, Bits)]| {
                    sets.iter().map(|&(_, set)| cells(set)).collect::<Vec<_>>()
                };
                let theirs = part(&without);
                let mine = [part(&with_end), theirs.clone()].concat();
                PushLines { hole, mine, theirs }
            })
            .collect();
        let complete = GridMap::new(geometry.core.len() as u8, |counts| {
            let of_symbol = |symbol| {
                let of_part = |part: &Vec<usize>| complete_lanes(lanes, counts, symbol, part);
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
            lines,
            pushes,
            complete,
        }
    }

    /// The lanes in which the game is over: won and lost.
    pub(crate) fn ended(&self, ring: Pattern, core: Counts) -> (LaneSet, LaneSet) {
        let (mine, theirs) = tiles(ring);
        let cores = &self.complete[core];
        let mut won = LaneSet::none(cores.lanes);
        let mut lost = LaneSet::none(cores.lanes);
        add_complete(&mut won, &self.lines, mine, &cores.mine);
        add_complete(&mut lost, &self.lines, theirs, &cores.theirs);
        match self.double_line {
            DoubleLine::OpponentWins => lost.remove(&won),
            DoubleLine::MoverWins => won.remove(&lost),
        }
        (won, lost)
    }

    /// The lanes that need no search.
    pub(crate) fn lanes(&self, ring: Pattern, core: Counts) -> DecidedLanes {
        let (mine, theirs) = tiles(ring);
        let cores = &self.complete[core];
        let (won, lost) = self.ended(ring, core);
        let mut wins_in_1 = LaneSet::none(cores.lanes);
        for push in self.pushes.iter().filter(|push| push.hole & theirs == 0) {
            let possible = |set: &Cells| set.ring & !theirs == 0;
            if self.double_line == DoubleLine::OpponentWins && push.theirs.iter().any(possible) {
                let mut wins = LaneSet::none(cores.lanes);
                let mut loses = LaneSet::none(cores.lanes);
                add_complete(&mut wins, &push.mine, mine, &cores.mine);
                add_complete(&mut loses, &push.theirs, theirs, &cores.theirs);
                wins.remove(&loses);
                wins_in_1.add(&wins);
            } else {
                add_complete(&mut wins_in_1, &push.mine, mine, &cores.mine);
            }
        }
        wins_in_1.remove(&won);
        wins_in_1.remove(&lost);
        DecidedLanes {
            won,
            lost,
            wins_in_1,
        }
    }
}

/// Adds the lanes in which one of the sets holds nothing but one symbol, whose
/// tiles on the ring are `ring`.
#[inline]
fn add_complete(lanes: &mut LaneSet, sets: &[Cells], ring: u32, cores: &[LaneSet]) {
    for set in sets {
        if set.ring & !ring == 0 {
            lanes.add(&cores[set.core]);
        }
    }
}

/// The places of the mover's tiles and of the other player's.
fn tiles(ring: Pattern) -> (u32, u32) {
    let (mut mine, mut theirs) = (0, 0);
    for (place, digit) in digits(ring).take(MAX_RING).enumerate() {
        mine |= u32::from(digit == MINE) << place;
        theirs |= u32::from(digit == THEIRS) << place;
    }
    (mine, theirs)
}

fn complete_lanes(lanes: &Lanes, counts: Counts, symbol: u8, part: &[usize]) -> LaneSet {
    let mut complete = LaneSet::none(lanes.len(counts));
    for (lane, &core) in lanes.order(counts).iter().enumerate() {
        let contents = contents(core, lanes.cells());
        if part.iter().all(|&place| contents[place] == symbol) {
            complete.insert(lane);
        }
    }
    complete
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
