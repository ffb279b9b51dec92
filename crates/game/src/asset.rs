//! Data shipped with the program: compiled into it or, in a browser, supplied by the host on
//! first use.
//!
//! A read of data that is not there yet returns `None` and records the name. After each question
//! the host looks at the recorded names. If there are any, it discards the answer, supplies the
//! data and asks again, so nothing in between has to know that data may come late.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Data by its name.
#[derive(Debug)]
pub struct Asset {
    name: &'static str,
    /// Its length in bytes, to refuse other data from the host.
    length: usize,
    embedded: Option<&'static [u8]>,
}

impl Asset {
    /// Data that the program contains.
    pub const fn embedded(name: &'static str, bytes: &'static [u8]) -> Asset {
        Asset {
            name,
            length: bytes.len(),
            embedded: Some(bytes),
        }
    }

    /// Data of that many bytes that the host supplies.
    pub const fn external(name: &'static str, length: usize) -> Asset {
        Asset {
            name,
            length,
            embedded: None,
        }
    }

    /// What it is called.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The data; `None`, and noted as wanted, if the host has not supplied it yet.
    pub fn bytes(&self) -> Option<&'static [u8]> {
        self.embedded.or_else(|| {
            let mut host = host();
            let supplied = host.supplied.get(self.name).copied();
            if supplied.is_none() {
                host.wanted.insert(self.name);
                host.lengths.insert(self.name, self.length);
            }
            supplied
        })
    }
}

/// An [`Asset`] with the name and the content of a file; without the content where the host
/// supplies it.
#[macro_export]
macro_rules! asset {
    ($name:literal, $path:literal) => {{
        #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
        {
            $crate::Asset::external($name, include_bytes!($path).len())
        }
        #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
        {
            $crate::Asset::embedded($name, include_bytes!($path))
        }
    }};
}

/// Supplies data that was wanted. Returns whether its length is right. It stays for as long as the
/// program runs; a second copy is ignored.
#[must_use]
pub fn supply(name: &str, bytes: Vec<u8>) -> bool {
    let mut host = host();
    if host.lengths.get(name) != Some(&bytes.len()) {
        return false;
    }
    if !host.supplied.contains_key(name) {
        host.supplied.insert(name.into(), bytes.leak());
    }
    true
}

/// The names of missing data recorded since the last call.
pub fn take_wanted() -> BTreeSet<&'static str> {
    std::mem::take(&mut host().wanted)
}

/// What the host has supplied, and what it still has to.
struct Host {
    supplied: BTreeMap<String, &'static [u8]>,
    wanted: BTreeSet<&'static str>,
    /// The bytes of all that was ever wanted.
    lengths: BTreeMap<&'static str, usize>,
}

fn host() -> MutexGuard<'static, Host> {
    static HOST: Mutex<Host> = Mutex::new(Host {
        supplied: BTreeMap::new(),
        wanted: BTreeSet::new(),
        lengths: BTreeMap::new(),
    });
    // Poisoning is harmless: all of it is whole at any time.
    HOST.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_data_is_recorded_until_it_is_supplied() {
        let asset = Asset::external("a test", 2);
        assert!(!supply("a test", vec![1, 2]), "nobody wants it yet");
        assert_eq!(asset.bytes(), None);
        assert!(take_wanted().contains("a test"));
        assert!(take_wanted().is_empty());
        assert!(!supply("a test", b"<html>".to_vec()));
        assert_eq!(asset.bytes(), None);
        assert!(take_wanted().contains("a test"));
        assert!(supply("a test", vec![1, 2]));
        assert!(supply("a test", vec![3, 4]));
        assert_eq!(asset.bytes(), Some(&[1, 2][..]));
        assert!(take_wanted().is_empty());
    }

    #[test]
    fn embedded_data_is_never_wanted() {
        let asset = Asset::embedded("embedded", &[7]);
        assert_eq!(asset.bytes(), Some(&[7][..]));
        assert!(!host().wanted.contains("embedded"));
    }
}
