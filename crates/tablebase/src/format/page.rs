//! Decompression of pages: by zstd's own code, which is the fastest, or by one in
//! plain Rust in the browser, where C code does not come along. A test compares both.

#[cfg(any(test, target_arch = "wasm32"))]
mod plain {
    //! In plain Rust.

    use std::io;

    use ruzstd::decoding::FrameDecoder;

    /// Decompresses what is at most `capacity` bytes long.
    pub(in crate::format) fn decompress(bytes: &[u8], capacity: usize) -> io::Result<Vec<u8>> {
        // `decode_all` fills what it is given and tells how much of it.
        let mut page = vec![0; capacity];
        let length = FrameDecoder::new()
            .decode_all(bytes, &mut page)
            .map_err(io::Error::other)?;
        page.truncate(length);
        Ok(page)
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod native {
    //! By zstd's own code. Its contexts are costly to set up compared to small pages,
    //! so each thread keeps its own.

    use std::cell::RefCell;
    use std::io;

    use zstd::bulk::Decompressor;

    thread_local! {
        static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
    }

    /// Decompresses what is at most `capacity` bytes long.
    pub(in crate::format) fn decompress(bytes: &[u8], capacity: usize) -> io::Result<Vec<u8>> {
        DECOMPRESSOR.with_borrow_mut(|kept| match kept {
            Some(decompressor) => decompressor.decompress(bytes, capacity),
            None => kept
                .insert(Decompressor::new()?)
                .decompress(bytes, capacity),
        })
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) use native::decompress;
#[cfg(target_arch = "wasm32")]
pub(super) use plain::decompress;

#[cfg(test)]
mod tests {
    use quixotic_quixo::Rules;

    use super::*;
    use crate::format::{ClassFile, PAGE, PagePlace, pages};
    use crate::index::Index;
    use crate::store::{Bundle, Store};

    #[test]
    fn both_decompressors_agree_on_every_page_of_the_bundles() {
        let mut compared = 0;
        for size in [3, 4] {
            let rules = Rules::official(size).unwrap();
            let (store, index) = (Bundle::embedded(rules).unwrap(), Index::new(rules));
            for (class, _) in store.files() {
                let file = ClassFile::open(&store, rules, &index, class).unwrap();
                for (group, of_group) in file.layout().groups.iter().enumerate() {
                    for page in 0..pages(of_group) {
                        let read = file.page_read(PagePlace { group, page });
                        let bytes = &store.read_many(&[read]).unwrap()[0];
                        let expected = native::decompress(bytes, PAGE).unwrap();
                        assert!(
                            plain::decompress(bytes, PAGE).unwrap() == expected,
                            "{class}"
                        );
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 1000, "{compared}");
    }

    #[test]
    fn neither_writes_more_than_is_asked_for_or_panics_on_nonsense() {
        let page = zstd::bulk::compress(&[7; 1000], 1).unwrap();
        for decompress in [native::decompress, plain::decompress] {
            assert_eq!(decompress(&page, 1000).unwrap(), [7; 1000]);
            assert!(decompress(&page, 999).is_err());
            for length in 0..page.len() {
                assert!(decompress(&page[..length], 1000).is_err() || length == 0);
            }
            assert!(decompress(b"nonsense", 1000).is_err());
        }
    }
}
