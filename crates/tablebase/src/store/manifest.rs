//! What is in a database, in a file beside its class files: for hosts that cannot list what
//! they have, and for readers who want little of it.
//!
//! An index of a large class has 800 KB, of which a question needs a few entries. With the
//! outlines of all files, some 150 KB, who reads from afar knows where the parts of the
//! indices are, and the checksums of these parts.

use std::collections::BTreeSet;

use quixotic_quixo::{Class, Rules};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Store;
use crate::format::{ClassFile, FileError, Outline};
use crate::index::Index;
use crate::store::{Part, ReadRequest};

/// The content of `manifest.json`: the class files of a database. Fields that a later
/// version adds are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this list.
    pub format: u16,
    /// The game: `quixo5`.
    #[serde(default)]
    pub game: String,
    /// Its rules, if they are not the usual ones: `--line 4`.
    #[serde(default)]
    pub rules: Option<String>,
    /// The class files.
    pub classes: Vec<ManifestClass>,
    /// The BLAKE3 of the rest: of the same list with nothing here, as compact JSON.
    #[serde(default)]
    pub blake3: String,
}

/// A class file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestClass {
    /// Tiles of the player to move.
    pub mover: u8,
    /// Tiles of the other player.
    pub other: u8,
    /// Bytes of the file.
    pub bytes: u64,
    /// What is in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<Outline>,
}

/// Why a manifest is of no use.
#[derive(Debug, Error)]
pub enum ManifestError {
    /// It is something else.
    #[error("it is not the manifest of a database: {0}")]
    Foreign(#[from] serde_json::Error),
    /// It was written by a later version.
    #[error("it is of version {0}, and this program reads version {max}", max = Manifest::FORMAT)]
    Version(u16),
    /// It is about something else.
    #[error("it is of {found}, not of {wanted}")]
    Other {
        /// The game and rules that it is about.
        found: String,
        /// Those that were looked for.
        wanted: String,
    },
    /// Something in it was changed.
    #[error("it does not match its checksum")]
    Damaged,
    /// It does not say what is in the files.
    #[error("it does not say what is in {0}: make it with `quixotic export`")]
    NoOutline(Class),
}

impl Manifest {
    /// The name of the file.
    pub const NAME: &'static str = "manifest.json";

    /// The version of the list that is written, and the last that is read.
    pub const FORMAT: u16 = 1;

    /// The manifest of the levels in a store, whose headers and tails are read and checked.
    ///
    /// # Errors
    /// If a file is unusable.
    pub fn of(store: &dyn Store, rules: Rules, levels: &[u8]) -> Result<Manifest, FileError> {
        let index = Index::new(rules);
        let classes = Class::within(rules.cells());
        let classes = classes.filter(|class| levels.contains(&class.level()));
        let entry = |class: Class| {
            let file = ClassFile::open(store, rules, &index, class)?;
            let read = ReadRequest {
                class,
                range: file.after_index(),
                part: Part::Tail,
            };
            Ok(ManifestClass {
                mover: class.mine,
                other: class.theirs,
                bytes: file.length(),
                outline: Some(file.outline(&store.read(read)?)),
            })
        };
        let manifest = Manifest {
            format: Manifest::FORMAT,
            game: game_of(rules),
            rules: rules.options(),
            classes: classes.map(entry).collect::<Result<_, FileError>>()?,
            blake3: String::new(),
        };
        Ok(Manifest {
            blake3: manifest.checksum(),
            ..manifest
        })
    }

    /// Reads a manifest, whatever it is about. Who has only a list of files may write one
    /// without outlines, and without a checksum.
    pub fn from_bytes(bytes: &[u8]) -> Result<Manifest, ManifestError> {
        let manifest: Manifest = serde_json::from_slice(bytes)?;
        if manifest.format > Manifest::FORMAT {
            return Err(ManifestError::Version(manifest.format));
        }
        let has_outlines = manifest.classes.iter().any(|entry| entry.outline.is_some());
        let is_checked = has_outlines || !manifest.blake3.is_empty();
        match is_checked && manifest.blake3 != manifest.checksum() {
            true => Err(ManifestError::Damaged),
            false => Ok(manifest),
        }
    }

    /// Reads a manifest with outlines of a database under these rules.
    pub fn read(bytes: &[u8], rules: Rules) -> Result<Manifest, ManifestError> {
        let manifest = Manifest::from_bytes(bytes)?;
        if !manifest.is_of(rules) {
            let named = |game: &str, rules: Option<&str>| match rules {
                Some(rules) => format!("{game} {rules}"),
                None => game.into(),
            };
            return Err(ManifestError::Other {
                found: named(&manifest.game, manifest.rules.as_deref()),
                wanted: named(&game_of(rules), rules.options().as_deref()),
            });
        }
        let all: BTreeSet<Class> = Class::within(rules.cells()).collect();
        let is_unusable =
            |entry: &&ManifestClass| entry.outline.is_none() || !all.contains(&entry.class());
        match manifest.classes.iter().find(is_unusable) {
            Some(entry) => Err(ManifestError::NoOutline(entry.class())),
            None => Ok(manifest),
        }
    }

    /// Whether it is about a database under these rules.
    pub fn is_of(&self, rules: Rules) -> bool {
        (&self.game, &self.rules) == (&game_of(rules), &rules.options())
    }

    /// What it says of a class.
    pub fn entry(&self, class: Class) -> Option<&ManifestClass> {
        self.classes.iter().find(|entry| entry.class() == class)
    }

    /// What it says of the file of a class under these rules, if it is about them.
    pub fn outline(&self, rules: Rules, class: Class) -> Option<Outline> {
        let entry = self.entry(class).filter(|_| self.is_of(rules))?;
        entry.outline.clone()
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a list of numbers")
    }

    fn checksum(&self) -> String {
        let rest = Manifest {
            blake3: String::new(),
            ..self.clone()
        };
        blake3::hash(&rest.to_bytes()).to_hex().to_string()
    }
}

fn game_of(rules: Rules) -> String {
    format!("quixo{}", rules.size())
}

impl ManifestClass {
    /// Its class.
    pub fn class(&self) -> Class {
        Class::new(self.mover, self.other)
    }
}
