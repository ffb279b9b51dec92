//! Two stores as one: what the first does not have comes from the second.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

use quixotic_quixo::{Class, Rules};

use super::{Expected, ReadRequest, Store};
use crate::format::{FileError, Outline};

/// The class files of two stores, those of the first before those of the second. The
/// first may be empty or not there yet, as a directory that somebody makes later.
///
/// A class that was read from one of them stays with it, until it is forgotten.
#[derive(Debug)]
pub struct Layers<A, B> {
    first: A,
    second: B,
    /// The classes that were asked for.
    chosen: RwLock<HashMap<Class, Layer>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layer {
    First,
    Second,
}

impl<A: Store, B: Store> Layers<A, B> {
    /// The two as one.
    pub fn new(first: A, second: B) -> Layers<A, B> {
        Layers {
            first,
            second,
            chosen: RwLock::default(),
        }
    }

    fn store(&self, layer: Layer) -> &dyn Store {
        match layer {
            Layer::First => &self.first,
            Layer::Second => &self.second,
        }
    }

    /// The store that has a class; the first one if neither does, whose error tells most.
    fn layer(&self, class: Class) -> Layer {
        let chosen = self.chosen.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(&layer) = chosen.get(&class) {
            return layer;
        }
        drop(chosen);
        let is_missing = |found: Result<u64, FileError>| found.is_err_and(|e| e.is_missing());
        let layer = match is_missing(self.first.length(class)) {
            false => Layer::First,
            true if is_missing(self.second.length(class)) => return Layer::First,
            true => Layer::Second,
        };
        let mut chosen = self.chosen.write().unwrap_or_else(PoisonError::into_inner);
        // Whoever came first has read from it already.
        *chosen.entry(class).or_insert(layer)
    }
}

impl<A: Store, B: Store> Store for Layers<A, B> {
    fn classes(&self) -> Result<Vec<Class>, FileError> {
        let mut classes = match self.first.classes() {
            Err(error) if error.is_missing() => Vec::new(),
            found => found?,
        };
        classes.extend(self.second.classes()?);
        classes.sort_unstable();
        classes.dedup();
        Ok(classes)
    }

    fn name(&self, class: Class) -> PathBuf {
        self.store(self.layer(class)).name(class)
    }

    fn length(&self, class: Class) -> Result<u64, FileError> {
        self.store(self.layer(class)).length(class)
    }

    fn forget(&self, class: Class) {
        let mut chosen = self.chosen.write().unwrap_or_else(PoisonError::into_inner);
        chosen.remove(&class);
        self.first.forget(class);
        self.second.forget(class);
    }

    fn is_remote(&self) -> bool {
        self.first.is_remote() || self.second.is_remote()
    }

    fn outline(&self, rules: Rules, class: Class) -> Option<Outline> {
        self.store(self.layer(class)).outline(rules, class)
    }

    fn hash(&self, class: Class) -> Option<blake3::Hash> {
        self.store(self.layer(class)).hash(class)
    }

    fn expect(&self, reads: &[Expected]) {
        for layer in [Layer::First, Layer::Second] {
            let of_layer = reads.iter().filter(|e| self.layer(e.read.class) == layer);
            let of_layer: Vec<Expected> = of_layer.cloned().collect();
            self.store(layer).expect(&of_layer);
        }
    }

    /// One batch for each of the two.
    fn read_many(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        let layers: Vec<Layer> = reads.iter().map(|read| self.layer(read.class)).collect();
        let mut parts: Vec<Option<Cow<'_, [u8]>>> = vec![None; reads.len()];
        for layer in [Layer::First, Layer::Second] {
            let numbers = (0..reads.len()).filter(|&number| layers[number] == layer);
            let numbers: Vec<usize> = numbers.collect();
            if numbers.is_empty() {
                continue;
            }
            let asked: Vec<ReadRequest> = numbers.iter().map(|&n| reads[n].clone()).collect();
            let found = self.store(layer).read_many(&asked)?;
            for (&number, part) in numbers.iter().zip(found) {
                parts[number] = Some(part);
            }
        }
        // A store that hands out too few is found out by the length of what it did not.
        Ok(parts.into_iter().map(Option::unwrap_or_default).collect())
    }
}
