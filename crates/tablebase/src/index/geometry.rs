//! Ring and core: the two parts of the board that the index keeps apart.
//!
//! All tiles that can be taken lie on the *ring*, the 4N−4 border cells; the
//! other (N−2)² cells are the *core*. A push either runs along the border and
//! leaves the core alone, or crosses it: one core cell leaves to the ring at the
//! hole, the core cells of that row or column shift, and the ring cell at the
//! far end enters.

use quixotic_quixo::{Bits, Cell, Quixo, Rules, Symmetry};

/// A cell's place in the order of the ring or of the core.
pub(super) type Place = usize;

/// The board of a size, cut into ring and core.
#[derive(Debug)]
pub struct Geometry {
    /// Ring cells, clockwise from the top left.
    pub ring: Vec<Cell>,
    /// Core cells from the centre outwards, clockwise from the top left where
    /// they are equally far from it: centre, edges, corners on 5×5.
    pub core: Vec<Cell>,
    /// Where each symmetry sends the places of the ring.
    pub ring_symmetry: [Vec<Place>; Symmetry::COUNT],
    /// Where each symmetry sends the places of the core.
    pub core_symmetry: [Vec<Place>; Symmetry::COUNT],
    /// Pushes along the border: ring places from the hole to the end.
    pub border: Vec<Vec<Place>>,
    /// Pushes across the core.
    pub crossings: Vec<Crossing>,
    /// By symmetry, what each crossing is turned into.
    moved_crossings: [Vec<usize>; Symmetry::COUNT],
}

/// A push across the core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Ring place of the tile that is taken; the first core cell moves there.
    pub hole: Place,
    /// Ring place where the tile re-enters; what it held enters the core.
    pub end: Place,
    /// Core places from the hole to the end.
    pub path: Vec<Place>,
}

impl Geometry {
    /// Cuts the board of these rules.
    pub fn new(rules: Rules) -> Geometry {
        let size = rules.size();
        let quixo = Quixo::new(rules);
        let ring = shell(size, 0);
        let core = core(size);
        let place = |cells: &[Cell], cell| cells.iter().position(|&c| c == cell);
        let moved = |cells: &[Cell]| {
            std::array::from_fn(|symmetry| {
                let symmetry = Symmetry::new(symmetry);
                cells
                    .iter()
                    .map(|&cell| place(cells, symmetry.cell(size, cell)).expect("an invariant set"))
                    .collect()
            })
        };
        let mut border = Vec::new();
        let mut crossings = Vec::new();
        for (_, path) in quixo.paths() {
            let on_ring: Vec<Place> = path.iter().filter_map(|&c| place(&ring, c)).collect();
            let in_core: Vec<Place> = path.iter().filter_map(|&c| place(&core, c)).collect();
            if in_core.is_empty() {
                border.push(on_ring);
            } else {
                crossings.push(Crossing {
                    hole: on_ring[0],
                    end: on_ring[1],
                    path: in_core,
                });
            }
        }
        let ring_symmetry: [Vec<Place>; Symmetry::COUNT] = moved(&ring);
        let moved_crossings = ring_symmetry.each_ref().map(|moved| {
            let is_moved = |from: &Crossing, to: &Crossing| to.hole == moved[from.hole];
            let number = |from| crossings.iter().position(|to| is_moved(from, to));
            let numbers = crossings.iter().map(number);
            numbers.collect::<Option<_>>().expect("an invariant set")
        });
        Geometry {
            ring_symmetry,
            core_symmetry: moved(&core),
            ring,
            core,
            border,
            crossings,
            moved_crossings,
        }
    }

    /// The number of the crossing that `symmetry` turns crossing `number` into.
    pub fn moved_crossing(&self, number: usize, symmetry: Symmetry) -> usize {
        self.moved_crossings[symmetry.index()][number]
    }

    /// The places of `cells` whose cell is in the set.
    pub fn places(cells: &[Cell], set: Bits) -> Vec<Place> {
        (0..cells.len())
            .filter(|&place| set >> cells[place] & 1 == 1)
            .collect()
    }
}

/// The cells at that distance from the border, clockwise from the top left.
fn shell(size: u8, depth: u8) -> Vec<Cell> {
    let (first, last) = (depth, size - 1 - depth);
    if first == last {
        return vec![first * size + first];
    }
    let top = (first..last).map(|column| first * size + column);
    let right = (first..last).map(|row| row * size + last);
    let bottom = (first + 1..=last).rev().map(|column| last * size + column);
    let left = (first + 1..=last).rev().map(|row| row * size + first);
    top.chain(right).chain(bottom).chain(left).collect()
}

/// The core cells from the centre outwards.
fn core(size: u8) -> Vec<Cell> {
    let mut cells: Vec<Cell> = (1..size.div_ceil(2))
        .flat_map(|depth| shell(size, depth))
        .collect();
    cells.sort_by_key(|cell| {
        let from_centre = |place: u8| (2 * place).abs_diff(size - 1);
        let (row, column) = (from_centre(cell / size), from_centre(cell % size));
        row * row + column * column
    });
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry(size: u8) -> Geometry {
        Geometry::new(Rules::official(size).unwrap())
    }

    #[test]
    fn ring_and_core_share_out_the_board() {
        for size in 3..=5 {
            let geometry = geometry(size);
            let mut cells = [geometry.ring.clone(), geometry.core.clone()].concat();
            cells.sort_unstable();
            assert_eq!(cells, (0..size * size).collect::<Vec<_>>());
            assert_eq!(geometry.ring.len(), 4 * usize::from(size) - 4);
        }
        assert_eq!(geometry(5).core, [12, 7, 13, 17, 11, 6, 8, 18, 16]);
        assert_eq!(geometry(4).core, [5, 6, 10, 9]);
        assert_eq!(geometry(3).core, [4]);
    }

    #[test]
    fn pushes_of_5x5_are_32_along_the_border_and_12_across() {
        let geometry = geometry(5);
        assert_eq!(geometry.border.len(), 32);
        assert_eq!(geometry.crossings.len(), 12);
        assert!(geometry.crossings.iter().all(|c| c.path.len() == 3));
    }

    #[test]
    fn symmetries_move_crossings_as_a_whole() {
        for size in 3..=5 {
            let geometry = geometry(size);
            for symmetry in Symmetry::all() {
                let ring = &geometry.ring_symmetry[symmetry.index()];
                let core = &geometry.core_symmetry[symmetry.index()];
                for (number, crossing) in geometry.crossings.iter().enumerate() {
                    let moved = Crossing {
                        hole: ring[crossing.hole],
                        end: ring[crossing.end],
                        path: crossing.path.iter().map(|&place| core[place]).collect(),
                    };
                    let number = geometry.moved_crossing(number, symmetry);
                    assert_eq!(moved, geometry.crossings[number]);
                }
            }
        }
    }
}
