//! What is in a database, in a file beside its class files, for hosts that cannot list what
//! they have.

use quixotic_quixo::Class;
use serde::{Deserialize, Serialize};

/// The content of `manifest.json`: the class files of a database. Fields that a later
/// version adds are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this list.
    pub format: u16,
    /// The class files.
    pub classes: Vec<ManifestClass>,
}

/// A class file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ManifestClass {
    /// Tiles of the player to move.
    pub mover: u8,
    /// Tiles of the other player.
    pub other: u8,
    /// Bytes of the file.
    pub bytes: u64,
}

impl Manifest {
    /// The name of the file.
    pub const NAME: &'static str = "manifest.json";

    /// The version of the list that is written, and the last that is read.
    pub const FORMAT: u16 = 1;
}

impl ManifestClass {
    /// Its class.
    pub fn class(&self) -> Class {
        Class::new(self.mover, self.other)
    }
}
