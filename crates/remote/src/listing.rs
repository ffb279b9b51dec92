//! Which class files an address has: a bucket is listed, a web server has a `manifest.json`.

use std::collections::BTreeMap;

use object_store::path::Path;
use quixotic_quixo::Class;
use quixotic_tablebase::internal::format::parse_class_name;
use quixotic_tablebase::store::{Manifest, ManifestClass};

use crate::address::Address;
use crate::fetch::{Fetcher, Wanted, again, in_time};
use crate::trouble::Trouble;
use crate::version::Version;

/// The class files, with what is known of them.
pub(crate) type Files = BTreeMap<Class, Version>;

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
            again(|| in_time(bucket(fetcher, &prefix))).await?
        }
    };
    match files.is_empty() {
        true => Err(Trouble::Empty),
        false => Ok(files),
    }
}

async fn bucket(fetcher: &Fetcher, prefix: &Path) -> Result<Files, Trouble> {
    let listed = fetcher.store().list_with_delimiter(Some(prefix)).await;
    let listed = listed.map_err(|error| match Trouble::of(&error) {
        Trouble::Missing => Trouble::NoBucket,
        trouble => trouble,
    })?;
    let files = listed.objects.iter().filter_map(|object| {
        let class = parse_class_name(object.location.filename()?)?;
        Some((class, Version::of(object)))
    });
    Ok(files.collect())
}

/// The list of a web server. One that cannot be read may have been cut off on its way, so it is
/// fetched once more.
async fn manifest(fetcher: &Fetcher, address: &Address) -> Result<Files, Trouble> {
    match read_manifest(fetcher, address).await {
        Err(Trouble::Manifest(_)) => read_manifest(fetcher, address).await,
        read => read,
    }
}

async fn read_manifest(fetcher: &Fetcher, address: &Address) -> Result<Files, Trouble> {
    let wanted = Wanted {
        path: path_of(address, Manifest::NAME)?,
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
    let manifest: Manifest = serde_json::from_slice(&bytes).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        Trouble::Manifest(format!("line {line}, column {column}"))
    })?;
    if manifest.format > Manifest::FORMAT {
        return Err(Trouble::Manifest(format!(
            "format {}, but this program reads format {}",
            manifest.format,
            Manifest::FORMAT
        )));
    }
    let file = |file: &ManifestClass| (file.class(), Version::of_length(file.bytes));
    Ok(manifest.classes.iter().map(file).collect())
}
