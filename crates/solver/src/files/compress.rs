//! Compression of pages. The contexts of zstd are costly to set up compared to
//! small pages, so each thread keeps its own.

use std::cell::RefCell;
use std::io;

use zstd::bulk::Compressor;

/// How long what is compressed will be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stay {
    /// For good, or in memory.
    Lasting,
    /// Until the level below is solved.
    Passing,
}

impl Stay {
    /// Compression level of zstd. Above 1 they cost more time than they save space
    /// (C(11,11) of 5×5 takes 1.233 bits for a position at level 1, 1.250 at 3).
    const fn level(self) -> i32 {
        match self {
            Stay::Lasting => 1,
            Stay::Passing => -3,
        }
    }
}

thread_local! {
    static COMPRESSORS: RefCell<[Option<Compressor<'static>>; 2]> = const { RefCell::new([None, None]) };
}

pub(crate) fn compress(bytes: &[u8], stay: Stay) -> io::Result<Vec<u8>> {
    COMPRESSORS.with_borrow_mut(|kept| match &mut kept[stay as usize] {
        Some(compressor) => compressor.compress(bytes),
        kept => kept.insert(Compressor::new(stay.level())?).compress(bytes),
    })
}
