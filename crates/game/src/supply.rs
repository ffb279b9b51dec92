//! Data that comes along with the program: compiled into it or, in a browser, brought by
//! the host when it is first needed.
//!
//! Who asks for data that was not brought yet gets none, and goes on as if there were
//! none; the name is noted. The host looks at what was noted after each question. If there
//! is something, the answer is worth nothing: the host brings what is wanted and asks again.
//! So nothing in between has to know that data may come late.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Data by its name.
#[derive(Debug)]
pub struct Supply {
    name: &'static str,
    /// Its bytes, for a host that brings something else.
    length: usize,
    contained: Option<&'static [u8]>,
}

impl Supply {
    /// Data that the program contains.
    pub const fn contained(name: &'static str, bytes: &'static [u8]) -> Supply {
        Supply {
            name,
            length: bytes.len(),
            contained: Some(bytes),
        }
    }

    /// Data of so many bytes that the host brings.
    pub const fn brought(name: &'static str, length: usize) -> Supply {
        Supply {
            name,
            length,
            contained: None,
        }
    }

    /// What it is called.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The data; `None`, and noted as wanted, if it was not brought yet.
    pub fn bytes(&self) -> Option<&'static [u8]> {
        self.contained.or_else(|| {
            let mut host = host();
            let brought = host.brought.get(self.name).copied();
            if brought.is_none() {
                host.wanted.insert(self.name);
                host.lengths.insert(self.name, self.length);
            }
            brought
        })
    }
}

/// A [`Supply`] with the name and the content of a file; without the content where the host
/// brings it.
#[macro_export]
macro_rules! supply {
    ($name:literal, $path:literal) => {{
        #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
        {
            $crate::Supply::brought($name, include_bytes!($path).len())
        }
        #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
        {
            $crate::Supply::contained($name, include_bytes!($path))
        }
    }};
}

/// Brings data that was wanted; whether it can be that, by its length. It stays for as long as the
/// program runs; what came first stays.
#[must_use]
pub fn bring(name: &str, bytes: Vec<u8>) -> bool {
    let mut host = host();
    if host.lengths.get(name) != Some(&bytes.len()) {
        return false;
    }
    if !host.brought.contains_key(name) {
        host.brought.insert(name.into(), bytes.leak());
    }
    true
}

/// What was asked for and not there since this was last called, by name.
pub fn take_wanted() -> BTreeSet<&'static str> {
    std::mem::take(&mut host().wanted)
}

/// What the host brought, and what it is to bring.
struct Host {
    brought: BTreeMap<String, &'static [u8]>,
    wanted: BTreeSet<&'static str>,
    /// The bytes of all that was ever wanted.
    lengths: BTreeMap<&'static str, usize>,
}

fn host() -> MutexGuard<'static, Host> {
    static HOST: Mutex<Host> = Mutex::new(Host {
        brought: BTreeMap::new(),
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
    fn what_is_not_there_is_noted_until_it_is_brought() {
        let supply = Supply::brought("a test", 2);
        assert!(!bring("a test", vec![1, 2]), "nobody wants it yet");
        assert_eq!(supply.bytes(), None);
        assert!(take_wanted().contains("a test"));
        assert!(take_wanted().is_empty());
        assert!(!bring("a test", b"<html>".to_vec()));
        assert_eq!(supply.bytes(), None);
        assert!(take_wanted().contains("a test"));
        assert!(bring("a test", vec![1, 2]));
        assert!(bring("a test", vec![3, 4]));
        assert_eq!(supply.bytes(), Some(&[1, 2][..]));
        assert!(take_wanted().is_empty());
    }

    #[test]
    fn what_is_contained_is_never_wanted() {
        let supply = Supply::contained("contained", &[7]);
        assert_eq!(supply.bytes(), Some(&[7][..]));
        assert!(!host().wanted.contains("contained"));
    }
}
