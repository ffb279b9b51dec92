//! Addresses of databases, as they are typed after `--db`.

use std::fmt;
use std::path::Path;

use percent_encoding::percent_decode_str;
use thiserror::Error;
use url::Url;

use crate::settings::{S3Settings, SettingsError};

/// Where a database is on another machine. What is secret about it is never printed.
#[derive(Clone)]
pub(crate) enum Address {
    /// `https://host/path`: files on a web server.
    Web {
        /// Without a slash at its end, and without name and password.
        url: Url,
        login: Option<Login>,
    },
    /// `s3://bucket/prefix`: object storage.
    S3 {
        bucket: String,
        /// Without slashes around it; may be empty.
        prefix: String,
        settings: S3Settings,
    },
}

/// A name and a password for a web server.
#[derive(Clone)]
pub(crate) struct Login {
    pub(crate) name: String,
    pub(crate) password: String,
}

/// Why there is no database at an address. The address is not in the text: it may have a
/// password in it.
#[derive(Debug, Error)]
pub enum AddressError {
    /// Nobody here speaks that.
    #[error(
        "a database is in a directory or at an address that starts with s3://, https:// or http://, not with {0}://"
    )]
    Scheme(String),
    /// It cannot be read.
    #[error(
        "bad address of a database ({0}): it is like https://example.org/quixo5 or s3://bucket/quixo5"
    )]
    Bad(&'static str),
    /// The environment says something odd about S3.
    #[error(transparent)]
    Settings(#[from] SettingsError),
}

/// Whether a text is an address and not a path. Paths with `://` in them can be written in
/// another way.
pub fn is_address(path: &Path) -> bool {
    path.to_str().is_some_and(|text| scheme(text).is_some())
}

/// `https` of `https://…`.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, _) = text.split_once("://")?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    (!scheme.is_empty() && scheme.chars().all(is_plain)).then_some(scheme)
}

impl Address {
    /// Reads an address; `variable` looks up the environment.
    pub(crate) fn read(
        text: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Address, AddressError> {
        let scheme = scheme(text).unwrap_or_default().to_ascii_lowercase();
        if !["s3", "https", "http"].contains(&&*scheme) {
            return Err(AddressError::Scheme(scheme));
        }
        // `https:///path` would be taken for the host `path`, as browsers do.
        let no_host = text[scheme.len()..].starts_with(":///");
        if no_host && scheme != "s3" {
            return Err(AddressError::Bad("it names no host"));
        }
        let url = Url::parse(text).map_err(|_| AddressError::Bad("it cannot be read"))?;
        if url.query().is_some() || url.fragment().is_some() {
            return Err(AddressError::Bad("it has a ? or # in it"));
        }
        if scheme == "s3" {
            s3(&url, variable)
        } else {
            web(url)
        }
    }
}

fn s3(url: &Url, variable: impl Fn(&str) -> Option<String>) -> Result<Address, AddressError> {
    let bucket = url.host_str().unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    if bucket.is_empty() || !bucket.chars().all(is_plain) {
        return Err(AddressError::Bad("it names no bucket"));
    }
    if !url.username().is_empty() || url.password().is_some() || url.port().is_some() {
        return Err(AddressError::Bad(
            "a bucket has no port and no login, which S3 takes from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
        ));
    }
    Ok(Address::S3 {
        bucket: bucket.into(),
        prefix: url.path().trim_matches('/').into(),
        settings: S3Settings::read(variable)?,
    })
}

fn web(mut url: Url) -> Result<Address, AddressError> {
    if url.host_str().is_none_or(str::is_empty) {
        return Err(AddressError::Bad("it names no host"));
    }
    let login = match (url.username(), url.password()) {
        ("", None) => None,
        (name, password) => Some(Login {
            name: decoded(name),
            password: decoded(password.unwrap_or_default()),
        }),
    };
    // Neither fails for addresses that have a host.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    let path = url.path().trim_end_matches('/').to_owned();
    url.set_path(&path);
    Ok(Address::Web { url, login })
}

/// A part of an address, without its percent signs.
fn decoded(part: &str) -> String {
    percent_decode_str(part).decode_utf8_lossy().into_owned()
}

impl fmt::Display for Address {
    /// Without name and password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Web { url, .. } => f.write_str(url.as_str().trim_end_matches('/')),
            Address::S3 { bucket, prefix, .. } if prefix.is_empty() => write!(f, "s3://{bucket}"),
            Address::S3 { bucket, prefix, .. } => write!(f, "s3://{bucket}/{prefix}"),
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Address, AddressError> {
        Address::read(text, |_| None)
    }

    #[test]
    fn addresses_are_written_in_one_way() {
        for (text, told) in [
            ("https://example.org/quixo5", "https://example.org/quixo5"),
            ("HTTPS://Example.org/a/b//", "https://example.org/a/b"),
            ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
            ("http://127.0.0.1:8000/", "http://127.0.0.1:8000"),
            ("https://[::1]/x", "https://[::1]/x"),
            ("s3://bucket", "s3://bucket"),
            ("s3://bucket/", "s3://bucket"),
            ("s3://my.bucket/a/b/", "s3://my.bucket/a/b"),
        ] {
            assert_eq!(read(text).unwrap().to_string(), told);
        }
    }

    #[test]
    fn bad_addresses_are_refused_in_a_line_without_what_was_typed() {
        for text in [
            "gs://se:cret@bucket/x",
            "file:///se:cret",
            "s3://",
            "s3:///prefix",
            "s3://se:cret@bucket/x",
            "s3://bucket:80/x",
            "s3://bucket/x?versionId=secret",
            "https://",
            "https:///secret",
            "https://se:cret@/x",
            "https://host/x?token=secret",
            "https://host/x#secret",
            "https://host:99999/secret",
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(!error.contains("cret"), "{text}: {error}");
            assert!(!error.contains('\n'), "{text}: {error}");
        }
    }

    #[test]
    fn a_login_is_kept_and_never_printed() {
        let address = read("https://m%40e:s%3Acret%2F@example.org/x").unwrap();
        assert_eq!(address.to_string(), "https://example.org/x");
        assert_eq!(format!("{address:?}"), "https://example.org/x");
        let Address::Web {
            login: Some(login), ..
        } = address
        else {
            panic!("it has a login");
        };
        assert_eq!((&*login.name, &*login.password), ("m@e", "s:cret/"));
    }

    #[test]
    fn paths_are_no_addresses() {
        for path in [
            "/data/quixo5",
            "quixo5",
            "c:\\x",
            "://x",
            "a b://x",
            "s3:/bucket",
            "",
        ] {
            assert!(!is_address(Path::new(path)), "{path}");
        }
        for address in ["s3://bucket", "https://x", "gs://x"] {
            assert!(is_address(Path::new(address)), "{address}");
        }
    }
}
