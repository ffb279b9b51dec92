//! Databases on other machines: in object storage (`s3://bucket/prefix`), or as files of a web
//! server (`https://host/path`).
//!
//! [`place`] turns what somebody typed into a place for a database, whose store fetches
//! what is asked of it together in one go: parts that are near each other as one request,
//! up to 128 requests at a time. What fails is tried again, for a limited time.
//!
//! Nothing is asked of a host that was not named: no other address is followed, and no
//! service for credentials is looked for. Without keys in the environment, requests to S3
//! are not signed. What is secret is in no error and in no text for debugging.
//!
//! ```
//! use quixotic_remote::place;
//!
//! let here = place("/data/quixo5".as_ref())?;
//! let there = place("https://me:secret@example.org/quixo5/".as_ref())?;
//! assert_eq!(here.to_string(), "/data/quixo5");
//! assert_eq!(there.to_string(), "https://example.org/quixo5");
//! # Ok::<(), quixotic_remote::AddressError>(())
//! ```
#![forbid(unsafe_code)]

mod address;
mod bucket;
mod client;
mod connection;
mod error;
mod fetch;
mod listing;
mod plan;
mod session;
mod settings;
mod sign;
mod store;
mod url;
mod version;

use std::path::Path;
use std::sync::Arc;

use quixotic_tablebase::store::Place;

use address::Address;

pub use address::{AddressError, is_address};
pub use settings::SettingsError;
pub use store::Remote;

/// The place that a path or an address names. Nothing is asked of a host yet.
pub fn place(path: &Path) -> Result<Place, AddressError> {
    let text = path.to_str().filter(|_| is_address(path));
    let Some(text) = text else {
        return Ok(path.into());
    };
    let address = Address::of_environment(text)?;
    Ok(Place::Store {
        name: address.to_string(),
        store: Arc::new(Remote::new(address)),
    })
}
