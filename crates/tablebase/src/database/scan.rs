//! Looking for positions by their stored bytes, page by page on all threads.
//!
//! A class of 5×5 has up to billions of positions, and few of them are wanted. The
//! censuses tell which classes have any at all. In these the bytes are looked at
//! first, and boards are made only of those that are wanted.

use quixotic_quixo::{Board, Class};
use rayon::prelude::*;

use super::{Database, ProbeError};
use crate::format::{blocks_per_page, pages};

impl Database {
    /// The classes here that have positions of that byte, distances of wins
    /// included.
    pub(crate) fn classes_with(&self, byte: u8) -> Result<Vec<Class>, ProbeError> {
        let mut classes = Vec::new();
        for class in self.levels().into_iter().flat_map(Class::of_level) {
            if self.class(class)?.census().get(byte) > 0 {
                classes.push(class);
            }
        }
        Ok(classes)
    }

    /// What `choose` makes of the stored boards of a class whose bytes are `wanted`,
    /// in stored order.
    pub(crate) fn find_stored<T: Send>(
        &self,
        class: Class,
        wanted: impl Fn(u8) -> bool + Sync,
        choose: impl Fn(Board, u8) -> Result<Option<T>, ProbeError> + Sync,
    ) -> Result<Vec<T>, ProbeError> {
        let file = self.class(class)?;
        let groups = file.layout().groups.iter().enumerate();
        let all: Vec<(usize, usize)> = groups
            .flat_map(|(number, group)| (0..pages(group)).map(move |page| (number, page)))
            .collect();
        let of_page = |(number, page)| {
            let group = &file.layout().groups[number];
            let first = page * blocks_per_page(group) * group.lanes;
            let mut found = Vec::new();
            for (offset, &byte) in self.page(file, number, page)?.iter().enumerate() {
                if wanted(byte) {
                    let board = self.index.board(class, group.place(first + offset));
                    found.extend(choose(board, byte)?);
                }
            }
            Ok(found)
        };
        let found: Result<Vec<Vec<T>>, ProbeError> = all.into_par_iter().map(of_page).collect();
        Ok(found?.into_iter().flatten().collect())
    }
}
