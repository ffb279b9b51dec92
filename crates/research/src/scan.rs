//! Looking for positions by their stored bytes, page by page on all threads.
//!
//! A class of 5×5 has up to billions of positions, and few of them are wanted. The
//! censuses say which classes have any at all. In these the bytes are looked at
//! first, and boards are made only of those that are wanted.

use quixotic_game::Budget;
use quixotic_quixo::{Board, Class};
use quixotic_tablebase::internal::format::{PagePlace, blocks_per_page};
use quixotic_tablebase::{Database, ProbeError};
use rayon::prelude::*;

/// The classes here that have positions of that byte, distances of wins included.
pub(crate) fn classes_with(database: &Database, byte: u8) -> Result<Vec<Class>, ProbeError> {
    let mut classes = Vec::new();
    for class in database.levels().into_iter().flat_map(Class::of_level) {
        if database.class_file(class)?.census().get(byte) > 0 {
            classes.push(class);
        }
    }
    Ok(classes)
}

/// What `choose` makes of the stored boards of a class whose bytes are `wanted`, in
/// stored order.
pub(crate) fn find_stored<T: Send>(
    database: &Database,
    budget: &Budget,
    class: Class,
    wanted: impl Fn(u8) -> bool + Sync,
    choose: impl Fn(Board, u8) -> Result<Option<T>, ProbeError> + Sync,
) -> Result<Vec<T>, ProbeError> {
    let file = database.class_file(class)?;
    let pages: Vec<PagePlace> = file.pages().collect();
    let of_page = |place: PagePlace| {
        budget.check(0)?;
        let group = &file.layout().groups[place.group];
        let first = place.page * blocks_per_page(group) * group.lanes;
        let mut found = Vec::new();
        for (offset, &byte) in database.read_page(file, place)?.iter().enumerate() {
            if wanted(byte) {
                let board = database.index().board(class, group.place(first + offset));
                found.extend(choose(board, byte)?);
            }
        }
        Ok(found)
    };
    let found: Result<Vec<Vec<T>>, ProbeError> = pages.into_par_iter().map(of_page).collect();
    Ok(found?.into_iter().flatten().collect())
}
