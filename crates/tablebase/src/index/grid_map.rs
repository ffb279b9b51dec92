//! A map from counts of tiles, as a small square array.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use quixotic_quixo::Class;

use super::Counts;

/// What a [`GridMap`] is keyed by: numbers of tiles of the two players.
pub trait Tiles: Copy {
    /// All keys that fit into that many cells.
    fn within(cells: u8) -> impl Iterator<Item = Self>;
    /// Tiles of the mover and of the other player.
    fn tiles(self) -> [u8; 2];
}

impl Tiles for Counts {
    fn within(cells: u8) -> impl Iterator<Item = Counts> {
        Counts::within(cells)
    }

    #[inline]
    fn tiles(self) -> [u8; 2] {
        [self.mine, self.theirs]
    }
}

impl Tiles for Class {
    fn within(cells: u8) -> impl Iterator<Item = Class> {
        Class::within(cells)
    }

    #[inline]
    fn tiles(self) -> [u8; 2] {
        [self.mine, self.theirs]
    }
}

/// One value for each key, [`Counts`] or [`Class`], that fits into a number of cells.
#[derive(Clone, Debug)]
pub struct GridMap<T, K = Counts> {
    side: usize,
    values: Vec<Option<T>>,
    keys: PhantomData<fn(K)>,
}

impl<T, K: Tiles> GridMap<T, K> {
    /// Computes the value of each key that fits into `cells` cells.
    pub fn new(cells: u8, mut value: impl FnMut(K) -> T) -> GridMap<T, K> {
        let side = usize::from(cells) + 1;
        let values = (0..side * side).map(|_| None).collect();
        let mut map = GridMap {
            side,
            values,
            keys: PhantomData,
        };
        for key in K::within(cells) {
            let place = map.place(key).expect("a key that fits");
            map.values[place] = Some(value(key));
        }
        map
    }

    /// All values.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.values.iter().flatten()
    }

    /// The value of a key, if it fits.
    pub fn get(&self, key: K) -> Option<&T> {
        self.values[self.place(key)?].as_ref()
    }

    #[inline]
    fn place(&self, key: K) -> Option<usize> {
        let [mine, theirs] = key.tiles().map(usize::from);
        (mine + theirs < self.side).then_some(mine * self.side + theirs)
    }
}

impl<T, K: Tiles> Index<K> for GridMap<T, K> {
    type Output = T;

    fn index(&self, key: K) -> &T {
        self.get(key).expect("counts that fit into the cells")
    }
}

impl<T, K: Tiles> IndexMut<K> for GridMap<T, K> {
    fn index_mut(&mut self, key: K) -> &mut T {
        let value = self
            .place(key)
            .and_then(|place| self.values[place].as_mut());
        value.expect("counts that fit into the cells")
    }
}
