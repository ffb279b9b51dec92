//! A bundle: class files in one, that come with the program: all of a small board, or those
//! of the first levels of a large one.
//!
//! For each class of the board in ascending order: the length of its file as a
//! little-endian `u32`, 0 if it is not here, then the file.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use quixotic_game::Asset;
use quixotic_quixo::{Class, Rules};

use super::{ReadRequest, Store, missing, part_of};
use crate::format::{FileError, Problem, class_path};

/// Class files of a board in one.
#[derive(Clone)]
pub struct Bundle {
    name: &'static str,
    rules: Rules,
    /// Known before the files are.
    classes: Vec<Class>,
    /// Where the files come from, if they are not here from the start.
    asset: Option<&'static Asset>,
    files: OnceLock<Files>,
}

type Files = BTreeMap<Class, &'static [u8]>;

impl Bundle {
    /// The first levels of a rule set, up to `last`; the files are looked for when they are
    /// needed.
    pub(super) fn from_asset(
        name: &'static str,
        asset: &'static Asset,
        rules: Rules,
        last: u8,
    ) -> Bundle {
        let classes = Class::within(rules.cells()).filter(|class| class.level() <= last);
        Bundle {
            name,
            rules,
            classes: classes.collect(),
            asset: Some(asset),
            files: OnceLock::new(),
        }
    }

    /// A bundle of a rule set from its bytes; `name` is what errors call it.
    pub fn new(
        name: &'static str,
        bytes: &'static [u8],
        rules: Rules,
    ) -> Result<Bundle, FileError> {
        let files = Bundle::unpack(name, bytes, rules)?;
        Ok(Bundle {
            name,
            rules,
            classes: files.keys().copied().collect(),
            asset: None,
            files: OnceLock::from(files),
        })
    }

    fn unpack(name: &str, bytes: &'static [u8], rules: Rules) -> Result<Files, FileError> {
        let corrupt = |what| FileError::new(Path::new(name), Problem::Corrupt(what));
        let mut files = Files::new();
        let mut rest = bytes;
        for class in Class::within(rules.cells()) {
            let file = rest.split_first_chunk().and_then(|(length, files)| {
                files.split_at_checked(u32::from_le_bytes(*length) as usize)
            });
            let Some((file, others)) = file else {
                return Err(corrupt(format!("the bundle ends before {class}")));
            };
            if !file.is_empty() {
                files.insert(class, file);
            }
            rest = others;
        }
        match rest {
            [] => Ok(files),
            _ => Err(corrupt("the bundle goes on after the last class".into())),
        }
    }

    /// The bytes of a bundle with these class files of a rule set.
    ///
    /// # Panics
    /// If a file is longer than 4 GiB.
    pub fn pack(files: &BTreeMap<Class, Vec<u8>>, rules: Rules) -> Vec<u8> {
        let mut bundle = Vec::new();
        for class in Class::within(rules.cells()) {
            let file = files.get(&class).map_or(&[][..], Vec::as_slice);
            let length = u32::try_from(file.len()).expect("a small file");
            bundle.extend(length.to_le_bytes());
            bundle.extend(file);
        }
        bundle
    }

    /// The rules it is about.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether all classes are here.
    pub fn is_complete(&self) -> bool {
        self.classes.len() == Class::within(self.rules.cells()).count()
    }

    /// Whether it has the file of a class, loaded or not.
    pub fn has(&self, class: Class) -> bool {
        self.classes.contains(&class)
    }

    /// The class files, as far as they are loaded.
    pub fn files(&self) -> impl Iterator<Item = (Class, &'static [u8])> {
        let files = self.loaded().ok().into_iter().flatten();
        files.map(|(&class, &file)| (class, file))
    }

    fn loaded(&self) -> Result<&Files, FileError> {
        if let Some(files) = self.files.get() {
            return Ok(files);
        }
        let bytes = self.asset.and_then(Asset::bytes);
        let bytes = bytes.ok_or_else(|| FileError::new(Path::new(self.name), Problem::Awaited))?;
        let files = Bundle::unpack(self.name, bytes, self.rules)?;
        Ok(self.files.get_or_init(|| files))
    }

    fn file(&self, class: Class) -> Result<&'static [u8], FileError> {
        let file = match self.has(class) {
            true => self.loaded()?.get(&class).copied(),
            false => None,
        };
        file.ok_or_else(|| missing(&self.name(class)))
    }
}

impl Store for Bundle {
    fn classes(&self) -> Result<Vec<Class>, FileError> {
        Ok(self.classes.clone())
    }

    fn name(&self, class: Class) -> PathBuf {
        class_path(Path::new(self.name), class)
    }

    fn length(&self, class: Class) -> Result<u64, FileError> {
        Ok(self.file(class)?.len() as u64)
    }

    fn read_many(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        let part =
            |read: &ReadRequest| part_of(self.file(read.class)?, read, || self.name(read.class));
        reads.iter().map(part).collect()
    }
}

impl fmt::Debug for Bundle {
    /// Without the bytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Bundle").field(&self.name).finish()
    }
}
