//! Large buffers of bytes.
//!
//! A run over 5×5 fills and drops some hundred gigabytes of them. Asked of the system in
//! huge pages, a buffer costs a page fault for every two megabytes instead of every four
//! kilobytes, and it goes back to the system as soon as it is dropped.

use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;

/// The unit of memory in messages.
pub(crate) const MIB: u64 = 1 << 20;

/// Bytes from which on a buffer is mapped by itself.
const LARGE: usize = 4 << 20;

/// Bytes that are zero at first; none by default.
pub(crate) struct Bytes(Memory);

enum Memory {
    Heap(Vec<u8>),
    Mapped(MmapMut),
}

impl Bytes {
    /// So many zeros.
    pub(crate) fn zeroed(length: usize) -> Bytes {
        let mapped = if length < LARGE {
            None
        } else {
            MmapMut::map_anon(length).ok()
        };
        Bytes(match mapped {
            Some(map) => {
                // Advice that is not taken does no harm.
                #[cfg(target_os = "linux")]
                let _ = map.advise(memmap2::Advice::HugePage);
                Memory::Mapped(map)
            }
            None => Memory::Heap(vec![0; length]),
        })
    }
}

impl Default for Bytes {
    fn default() -> Bytes {
        Bytes(Memory::Heap(Vec::new()))
    }
}

impl Clone for Bytes {
    fn clone(&self) -> Bytes {
        let mut clone = Bytes::zeroed(self.len());
        clone.copy_from_slice(self);
        clone
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Memory::Heap(bytes) => bytes,
            Memory::Mapped(map) => map,
        }
    }
}

impl DerefMut for Bytes {
    fn deref_mut(&mut self) -> &mut [u8] {
        match &mut self.0 {
            Memory::Heap(bytes) => bytes,
            Memory::Mapped(map) => map,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_of_any_length_are_zero_and_can_be_written() {
        for length in [0, 1, LARGE - 1, LARGE, LARGE + 5] {
            let mut bytes = Bytes::zeroed(length);
            assert_eq!(bytes.len(), length);
            assert!(bytes.iter().all(|&byte| byte == 0));
            bytes.fill(7);
            let clone = bytes.clone();
            bytes.fill(8);
            assert!(clone.iter().all(|&byte| byte == 7));
        }
        assert!(Bytes::default().is_empty());
    }
}
