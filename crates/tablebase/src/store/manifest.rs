//! What is in a database, in a file beside its class files: for hosts that cannot list what
//! they have, and for readers who want little of it.
//!
//! An index of a large class has 800 KB, of which a question needs a few entries. With the
//! outlines of all files, some 150 KB, who reads from afar knows where the parts of the
//! indices are, and the checksums of these parts.
//!
//! An archive has the class files in a few large ones, its volumes. Its manifest says where in them
//! each class file is, and what its hash in the hash tree is.

use std::collections::BTreeSet;
use std::path::Path;

use quixotic_quixo::{Class, Rules};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Store;
use crate::format::{ClassFile, FileError, Outline, class_path, root};
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
    /// The files of an archive; none where each class has a file of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub volumes: Vec<Volume>,
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
    /// Where it is in an archive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<VolumePlace>,
}

/// A file of an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volume {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}

/// Where a class file is in an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VolumePlace {
    /// The number of the volume, from 0.
    pub volume: usize,
    /// Where it begins there.
    pub offset: u64,
    /// Where its hashes begin in the file of the hash tree.
    pub hashes: u64,
    /// Its hash in the tree, in hexadecimal.
    pub hash: String,
}

/// A part of a file of a database, wherever class files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The name of the file.
    pub file: String,
    /// Where the part begins.
    pub start: u64,
    /// The bytes of the whole file.
    pub bytes: u64,
}

/// Why a manifest is of no use.
#[derive(Debug, Error)]
pub enum ManifestError {
    /// It is something else.
    #[error("it is not the manifest of a database: {0}")]
    Foreign(#[from] serde_json::Error),
    /// It was written by a later version.
    #[error(
        "it is of version {0}, but this program reads versions up to {max}: use a newer version of this program",
        max = Manifest::FORMAT
    )]
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
    /// It contradicts itself.
    #[error("it names a file or a place that an archive cannot have")]
    Contradictory,
    /// It is of an archive, where a folder of class files was looked for.
    #[error(
        "it is of an archive: the page needs the folder that `quixotic export` makes without --archive"
    )]
    Archive,
    /// It does not say what is in the files.
    #[error("it does not say what is in {0}: make it with `quixotic export`")]
    NoOutline(Class),
}

impl Manifest {
    /// The name of the file.
    pub const NAME: &'static str = "manifest.json";

    /// The file of an archive with the hashes of all pages.
    pub const HASHES: &'static str = "hashes.qxh";

    /// The last version of the list that is read.
    pub const FORMAT: u16 = 2;

    /// The version that is written where each class has a file of its own, so that older programs
    /// read it. That of an archive is 2.
    const FOLDER: u16 = 1;

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
                place: None,
            })
        };
        let manifest = Manifest {
            format: Manifest::FOLDER,
            game: game_of(rules),
            rules: rules.options(),
            classes: classes.map(entry).collect::<Result<_, FileError>>()?,
            ..Manifest::default()
        };
        Ok(manifest.sealed())
    }

    /// The manifest of an archive: of these volumes, with the class files where `places` says.
    #[must_use]
    pub fn archived(mut self, volumes: Vec<Volume>, places: Vec<VolumePlace>) -> Manifest {
        for (entry, place) in self.classes.iter_mut().zip(places) {
            entry.place = Some(place);
        }
        self.volumes = volumes;
        self.format = Manifest::FORMAT;
        self.sealed()
    }

    /// The manifest of other files than class files: certificates.
    pub fn of_files(game: &str, volumes: Vec<Volume>) -> Manifest {
        let manifest = Manifest {
            game: game.into(),
            ..Manifest::default()
        };
        manifest.archived(volumes, Vec::new())
    }

    fn sealed(self) -> Manifest {
        Manifest {
            blake3: self.checksum(),
            ..self
        }
    }

    /// Reads a manifest, whatever it is about. Who has only a list of files may write one
    /// without outlines, and without a checksum.
    pub fn from_bytes(bytes: &[u8]) -> Result<Manifest, ManifestError> {
        let manifest: Manifest = serde_json::from_slice(bytes)?;
        if manifest.format > Manifest::FORMAT {
            return Err(ManifestError::Version(manifest.format));
        }
        let has_outlines = manifest.classes.iter().any(|entry| entry.outline.is_some());
        let is_checked = has_outlines || manifest.is_archive() || !manifest.blake3.is_empty();
        if is_checked && manifest.blake3 != manifest.checksum() {
            return Err(ManifestError::Damaged);
        }
        match manifest.is_consistent() {
            true => Ok(manifest),
            false => Err(ManifestError::Contradictory),
        }
    }

    /// Whether the files of an archive have plain names, and all places are within them.
    fn is_consistent(&self) -> bool {
        let is_plain = |name: &str| {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
            name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(is_plain)
        };
        let is_within = |entry: &ManifestClass| {
            let Some(place) = &entry.place else {
                return !self.is_archive();
            };
            let volume = self.volumes.get(place.volume);
            let end = place.offset.checked_add(entry.bytes);
            volume
                .zip(end)
                .is_some_and(|(volume, end)| end <= volume.bytes)
                && blake3::Hash::from_hex(&place.hash).is_ok()
        };
        self.volumes.iter().all(|volume| is_plain(&volume.name))
            && self.classes.iter().all(is_within)
    }

    /// Whether the class files are in volumes.
    pub fn is_archive(&self) -> bool {
        !self.volumes.is_empty()
    }

    /// Where the file of a class is.
    pub fn piece(&self, class: Class) -> Option<Piece> {
        let entry = self.entry(class)?;
        Some(match &entry.place {
            None => Piece {
                file: class_path(Path::new(""), class).display().to_string(),
                start: 0,
                bytes: entry.bytes,
            },
            Some(place) => {
                let volume = self.volumes.get(place.volume)?;
                Piece {
                    file: volume.name.clone(),
                    start: place.offset,
                    bytes: volume.bytes,
                }
            }
        })
    }

    /// Where the hashes of a class are, if it is an archive.
    pub fn hashes(&self, class: Class) -> Option<Piece> {
        let place = self.entry(class)?.place.as_ref()?;
        let mut volumes = self.volumes.iter();
        let volume = volumes.find(|volume| volume.name == Manifest::HASHES)?;
        Some(Piece {
            file: volume.name.clone(),
            start: place.hashes,
            bytes: volume.bytes,
        })
    }

    /// The hash of a class in the hash tree of an archive.
    pub fn hash(&self, class: Class) -> Option<blake3::Hash> {
        let place = self.entry(class)?.place.as_ref()?;
        blake3::Hash::from_hex(&place.hash).ok()
    }

    /// The root of the hash tree of an archive.
    pub fn root(&self) -> Option<blake3::Hash> {
        let hashes = self.classes.iter().map(|entry| self.hash(entry.class()));
        let hashes: Vec<blake3::Hash> = hashes.collect::<Option<_>>()?;
        (!hashes.is_empty()).then(|| root(&hashes))
    }

    /// Reads a manifest with outlines of a folder with a database under these rules.
    pub fn read(bytes: &[u8], rules: Rules) -> Result<Manifest, ManifestError> {
        let manifest = Manifest::from_bytes(bytes)?;
        manifest.check_outlines(rules)?;
        match manifest.is_archive() {
            true => Err(ManifestError::Archive),
            false => Ok(manifest),
        }
    }

    /// Checks that it is of a database under these rules, and says what is in the files.
    pub fn check_outlines(&self, rules: Rules) -> Result<(), ManifestError> {
        if !self.is_of(rules) {
            let named = |game: &str, rules: Option<&str>| match rules {
                Some(rules) => format!("{game} {rules}"),
                None => game.into(),
            };
            return Err(ManifestError::Other {
                found: named(&self.game, self.rules.as_deref()),
                wanted: named(&game_of(rules), rules.options().as_deref()),
            });
        }
        let all: BTreeSet<Class> = Class::within(rules.cells()).collect();
        let is_unusable =
            |entry: &&ManifestClass| entry.outline.is_none() || !all.contains(&entry.class());
        match self.classes.iter().find(is_unusable) {
            Some(entry) => Err(ManifestError::NoOutline(entry.class())),
            None => Ok(()),
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
