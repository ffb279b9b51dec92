//! Which class files an address has: a bucket is listed, a web server has a `manifest.json`.
//! Where a manifest has outlines of the files, a question does not take whole indices.

use std::collections::BTreeMap;

use object_store::path::Path;
use object_store::{ListResult, ObjectMeta};
use quixotic_quixo::{Class, Rules};
use quixotic_tablebase::internal::format::{Outline, parse_class_name};
use quixotic_tablebase::store::{Manifest, ManifestClass, ManifestError};

use crate::address::Address;
use crate::fetch::{Fetcher, Wanted, again, in_time};
use crate::trouble::Trouble;
use crate::version::Version;

/// The class files, with what is known of them.
#[derive(Debug)]
pub(crate) struct Files {
    pub(crate) versions: BTreeMap<Class, Version>,
    /// What is in them.
    manifest: Option<Manifest>,
}

impl Files {
    /// What is known of the file of a class under these rules, if the list is about it.
    pub(crate) fn outline(&self, rules: Rules, class: Class) -> Option<Outline> {
        let manifest = self.manifest.as_ref()?;
        let is_listed = self.versions.get(&class)?.length == Some(manifest.entry(class)?.bytes);
        manifest.outline(rules, class).filter(|_| is_listed)
    }
}

/// A longer list is none.
const LONGEST_MANIFEST: u64 = 16 << 20;

/// The file of a name at an address.
pub(crate) fn path_of(address: &Address, name: &str) -> Result<Path, Trouble> {
    match address {
        // The rest is in the address that the store was made with.
        Address::Web { .. } => Ok(Path::from(name)),
        Address::S3 { prefix, .. } => Ok(prefix_of(prefix)?.join(name)),
    }
}

fn prefix_of(prefix: &str) -> Result<Path, Trouble> {
    Path::from_url_path(prefix).map_err(|_| Trouble::Missing)
}

/// Lists the class files.
pub(crate) async fn list(fetcher: &Fetcher, address: &Address) -> Result<Files, Trouble> {
    let files = match address {
        Address::Web { .. } => manifest(fetcher, address).await?,
        Address::S3 { prefix, .. } => {
            let prefix = prefix_of(prefix)?;
            let listed = again(|| in_time(bucket(fetcher, &prefix))).await?;
            described(fetcher, listed.objects).await
        }
    };
    match files.versions.is_empty() {
        true => Err(Trouble::Empty),
        false => Ok(files),
    }
}

async fn bucket(fetcher: &Fetcher, prefix: &Path) -> Result<ListResult, Trouble> {
    let listed = fetcher.store().list_with_delimiter(Some(prefix)).await;
    listed.map_err(|error| match Trouble::of(&error) {
        Trouble::Missing => Trouble::NoBucket,
        trouble => trouble,
    })
}

/// The class files among what a bucket has.
async fn described(fetcher: &Fetcher, objects: Vec<ObjectMeta>) -> Files {
    let versions = objects.iter().filter_map(|object| {
        let class = parse_class_name(object.location.filename()?)?;
        Some((class, Version::of(object)))
    });
    let versions = versions.collect();
    let is_manifest = |object: &ObjectMeta| object.location.filename() == Some(Manifest::NAME);
    // The files can be read without it, so whatever is wrong with it is no trouble, nor that it
    // takes too long.
    let manifest = match objects.into_iter().find(is_manifest) {
        Some(object) => in_time(read_manifest(fetcher, object.location)).await.ok(),
        None => None,
    };
    Files { versions, manifest }
}

/// The list of a web server.
async fn manifest(fetcher: &Fetcher, address: &Address) -> Result<Files, Trouble> {
    let manifest = read_manifest(fetcher, path_of(address, Manifest::NAME)?).await?;
    let file = |file: &ManifestClass| (file.class(), Version::of_length(file.bytes));
    Ok(Files {
        versions: manifest.classes.iter().map(file).collect(),
        manifest: Some(manifest),
    })
}

/// A manifest. One that cannot be read may have been cut off on its way, so it is fetched once
/// more.
async fn read_manifest(fetcher: &Fetcher, path: Path) -> Result<Manifest, Trouble> {
    match fetch_manifest(fetcher, path.clone()).await {
        Err(Trouble::Manifest(_)) => fetch_manifest(fetcher, path).await,
        read => read,
    }
}

async fn fetch_manifest(fetcher: &Fetcher, path: Path) -> Result<Manifest, Trouble> {
    let wanted = Wanted {
        path,
        range: None,
        version: Version::default(),
        most: LONGEST_MANIFEST,
    };
    let found = fetcher.all(&[wanted]).await;
    let mut found = found.map_err(|(_, trouble)| match trouble {
        Trouble::Missing => Trouble::NoManifest,
        trouble => trouble,
    })?;
    let (_, bytes) = found.swap_remove(0);
    Manifest::from_bytes(&bytes).map_err(|error| {
        Trouble::Manifest(match error {
            // Not in the host's own words.
            ManifestError::Foreign(error) => {
                format!("line {}, column {}", error.line(), error.column())
            }
            error => error.to_string(),
        })
    })
}
