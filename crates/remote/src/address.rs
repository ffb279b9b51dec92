//! Addresses of databases, as they are typed after `--db`.

use std::env;
use std::fmt;
use std::path::Path;

use percent_encoding::percent_decode_str;
use thiserror::Error;

use crate::settings::{S3Settings, SettingsError};
use crate::url::{HttpUrl, Login, encode_key, split_path};

/// Where a database is on another machine. What is secret about it is never printed.
#[derive(Clone)]
pub(crate) enum Address {
    /// `https://host/path`: files on a web server.
    Web { url: HttpUrl, login: Option<Login> },
    /// `s3://bucket/prefix`: object storage.
    S3(S3Address),
}

/// The objects of a bucket whose keys begin alike.
#[derive(Clone)]
pub(crate) struct S3Address {
    bucket: String,
    /// With a slash at its end, or empty.
    pub(crate) prefix: String,
    pub(crate) settings: S3Settings,
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
    /// Reads an address, with what the environment says of object storage.
    pub(crate) fn of_environment(text: &str) -> Result<Address, AddressError> {
        Address::read(text, |name| env::var(name).ok())
    }

    /// Reads an address; `variable` looks up the environment.
    pub(crate) fn read(
        text: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Address, AddressError> {
        let scheme = scheme(text).unwrap_or_default().to_ascii_lowercase();
        match &*scheme {
            "s3" => S3Address::read(&text["s3://".len()..], variable).map(Address::S3),
            "https" | "http" => {
                let (url, login) = HttpUrl::parse(text).map_err(AddressError::Bad)?;
                Ok(Address::Web { url, login })
            }
            _ => Err(AddressError::Scheme(scheme)),
        }
    }

    /// The server that is asked.
    pub(crate) fn server(&self) -> &HttpUrl {
        match self {
            Address::Web { url, .. } => url,
            Address::S3(address) => &address.settings.endpoint,
        }
    }

    /// The path of a file on the server.
    pub(crate) fn path_of(&self, name: &str) -> String {
        match self {
            Address::Web { url, .. } => format!("{}/{name}", url.path),
            Address::S3(address) => {
                let prefix = encode_key(&address.prefix);
                format!("{}/{prefix}{name}", address.bucket_path())
            }
        }
    }
}

impl S3Address {
    /// Reads `bucket/prefix`.
    fn read(
        text: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<S3Address, AddressError> {
        let (bucket, prefix) = split_path(text).map_err(AddressError::Bad)?;
        if bucket.contains(['@', ':']) {
            return Err(AddressError::Bad(
                "a bucket has no port and no login, which S3 takes from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
            ));
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
        if bucket.is_empty() || !bucket.chars().all(is_plain) {
            return Err(AddressError::Bad("it names no bucket"));
        }
        let prefix = percent_decode_str(prefix.trim_matches('/')).decode_utf8();
        let mut prefix = prefix
            .map_err(|_| AddressError::Bad("its prefix is not text in UTF-8"))?
            .into_owned();
        if !prefix.is_empty() {
            prefix.push('/');
        }
        Ok(S3Address {
            bucket: bucket.into(),
            prefix,
            settings: S3Settings::read(variable)?,
        })
    }

    /// The path of the bucket on the server.
    pub(crate) fn bucket_path(&self) -> String {
        format!("{}/{}", self.settings.endpoint.path, self.bucket)
    }
}

impl fmt::Display for Address {
    /// Without name and password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Web { url, .. } => url.fmt(f),
            Address::S3(S3Address { bucket, prefix, .. }) => {
                let prefix = encode_key(prefix).to_string();
                let address = format!("s3://{bucket}/{prefix}");
                f.write_str(address.trim_end_matches('/'))
            }
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
        for (text, message) in [
            ("https://example.org/quixo5", "https://example.org/quixo5"),
            ("HTTPS://Example.org/a/b//", "https://example.org/a/b"),
            ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
            ("http://127.0.0.1:8000/", "http://127.0.0.1:8000"),
            ("https://[::1]/x", "https://[::1]/x"),
            ("https://[::1]:8443/x", "https://[::1]:8443/x"),
            (
                "https://example.org:443/a b/ü%20",
                "https://example.org/a%20b/%C3%BC%20",
            ),
            ("s3://bucket", "s3://bucket"),
            ("s3://bucket/", "s3://bucket"),
            ("s3://my.bucket/a/b/", "s3://my.bucket/a/b"),
            ("s3://bucket/a b%25/ü", "s3://bucket/a%20b%25/%C3%BC"),
        ] {
            assert_eq!(read(text).unwrap().to_string(), message);
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
            "https://host:+80/secret",
            "https://[secret]/x",
            "https://[::1/secret",
            "https://s cret/x",
            "https://sécret/x",
            "https://host/../secret",
            "s3://bucket/secret/../x",
            "s3://bucket/secret%ff",
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
    fn files_are_below_the_path_of_their_address() {
        for (text, path) in [
            ("https://host", "/manifest.json"),
            ("https://host/a%20b/", "/a%20b/manifest.json"),
            ("s3://bucket", "/bucket/manifest.json"),
            ("s3://bucket/a b/c+/", "/bucket/a%20b/c%2B/manifest.json"),
        ] {
            assert_eq!(read(text).unwrap().path_of("manifest.json"), path);
        }
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
