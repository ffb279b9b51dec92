//! The database of 5×5 on a host of plain files.

use std::path::Path;
use std::sync::Arc;

use quixotic_catalog::{Catalog, Games, Setup};
use quixotic_quixo::Rules;
use quixotic_tablebase::Store as _;
use quixotic_tablebase::internal::format::{class_path, parse_class_name};
use quixotic_tablebase::store::{Manifest, OnDemand, Part, Place};

use crate::reply::WantedRange;

/// Bytes of compressed pages that are kept: those of some hundred questions.
const KEPT: usize = 32 << 20;
/// Bytes of unpacked pages that are kept.
const CACHE: u64 = 24 << 20;

/// The host and what was read of it.
#[derive(Default)]
pub(crate) struct HostedDatabase {
    store: Option<Arc<OnDemand>>,
    /// Why there is no manifest, until it is reported.
    error: Option<String>,
}

impl HostedDatabase {
    /// The game that it is about.
    pub(crate) const GAME: &str = "quixo5";
    /// The file that says what there is.
    pub(crate) const MANIFEST: &str = Manifest::NAME;

    /// Whether nothing is known yet, not even that the host is away.
    pub(crate) fn wants_manifest(&self) -> bool {
        self.store.is_none() && self.error.is_none()
    }

    /// All games, with the database of a manifest.
    pub(crate) fn open(&mut self, manifest: &[u8]) -> Result<Games, String> {
        let unusable = |error: &dyn std::fmt::Display| {
            format!("The manifest of the database cannot be used: {error}.")
        };
        let rules = Rules::official(5).map_err(|error| unusable(&error))?;
        let manifest = Manifest::read(manifest, rules).map_err(|error| unusable(&error))?;
        let store = Arc::new(OnDemand::new(manifest, KEPT));
        let setup = Setup {
            db: Some(Place::Store {
                name: "a host".into(),
                store: Arc::clone(&store) as _,
            }),
            cache: Some(CACHE),
            ..Setup::default()
        };
        let games = Games::new(Catalog::standard(), &setup).map_err(|error| unusable(&error))?;
        self.store = Some(store);
        Ok(games)
    }

    /// Does without, until the next question.
    pub(crate) fn go_without(&mut self, why: String) {
        self.error = Some(why);
    }

    /// Why there is no manifest; then it will be asked for again.
    pub(crate) fn take_error(&mut self) -> Option<String> {
        self.error.take()
    }

    /// The missing parts.
    pub(crate) fn take_wanted(&self) -> Vec<WantedRange> {
        let Some(store) = &self.store else {
            return Vec::new();
        };
        let range = |read: quixotic_tablebase::store::ReadRequest| WantedRange {
            file: store.name(read.class).display().to_string(),
            from: read.range.start,
            to: read.range.end,
            page: read.part == Part::Page,
        };
        store.take_wanted().into_iter().map(range).collect()
    }

    /// Takes a part of a file: `c05-06.qxc:64-1000`.
    pub(crate) fn supply(&self, name: &str, bytes: Vec<u8>) -> Result<(), String> {
        let read = || {
            let (file, range) = name.split_once(':')?;
            let class = parse_class_name(file)?;
            let (from, to) = range.split_once('-')?;
            let (from, to): (u64, u64) = (from.parse().ok()?, to.parse().ok()?);
            (from + bytes.len() as u64 == to).then_some((class, from))
        };
        let (class, from) = read().ok_or_else(|| format!("{name} is not what was wanted"))?;
        let store = self.store.as_ref().ok_or("there is no manifest yet")?;
        let supplied = store.supply(class, from, bytes);
        supplied.map_err(|error| format!("{}: {error}", class_path(Path::new(""), class).display()))
    }

    /// Drops parts beyond the limit, between two questions.
    pub(crate) fn tidy(&self) {
        if let Some(store) = &self.store {
            store.tidy();
        }
    }
}
