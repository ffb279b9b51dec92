//! Compression of pages. The contexts of zstd are costly to set up compared to
//! small pages, so each thread keeps its own.

use std::cell::RefCell;
use std::io;

use zstd::bulk::Compressor;

/// Compression level of zstd: higher ones cost more time than they save space
/// (C(11,11) of 5×5 takes 1.233 bits for a position at level 1, 1.250 at 3).
const LEVEL: i32 = 1;

thread_local! {
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
}

pub(crate) fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    COMPRESSOR.with_borrow_mut(|kept| match kept {
        Some(compressor) => compressor.compress(bytes),
        None => kept.insert(Compressor::new(LEVEL)?).compress(bytes),
    })
}
