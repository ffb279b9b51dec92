//! A map from counts, as a small square array.

use std::ops::{Index, IndexMut};

use super::Counts;

/// One value for each [`Counts`] that fits into a number of cells.
#[derive(Clone, Debug)]
pub(crate) struct GridMap<T> {
    side: usize,
    values: Vec<Option<T>>,
}

impl<T> GridMap<T> {
    /// Computes the value of each counts that fit into `cells` cells.
    pub(crate) fn new(cells: u8, mut value: impl FnMut(Counts) -> T) -> GridMap<T> {
        let side = usize::from(cells) + 1;
        let mut values: Vec<Option<T>> = (0..side * side).map(|_| None).collect();
        for counts in Counts::within(cells) {
            values[usize::from(counts.mine) * side + usize::from(counts.theirs)] =
                Some(value(counts));
        }
        GridMap { side, values }
    }

    /// All values.
    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.values.iter().flatten()
    }

    /// The value of those counts, if they fit.
    pub(crate) fn get(&self, counts: Counts) -> Option<&T> {
        let (mine, theirs) = (usize::from(counts.mine), usize::from(counts.theirs));
        if mine + theirs >= self.side {
            return None;
        }
        self.values[mine * self.side + theirs].as_ref()
    }
}

impl<T> Index<Counts> for GridMap<T> {
    type Output = T;

    fn index(&self, counts: Counts) -> &T {
        self.get(counts).expect("counts that fit into the cells")
    }
}

impl<T> IndexMut<Counts> for GridMap<T> {
    fn index_mut(&mut self, counts: Counts) -> &mut T {
        let place = usize::from(counts.mine) * self.side + usize::from(counts.theirs);
        self.values[place]
            .as_mut()
            .expect("counts that fit into the cells")
    }
}
