//! Which file it is that parts are handed out of: all parts have to come from the same one,
//! even if another takes its name on the host.

use hyper::header::{ETAG, HeaderMap, HeaderName, LAST_MODIFIED};

use crate::bucket::Object;
use crate::error::FetchError;

/// What is known of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Version {
    /// Its bytes.
    pub(crate) length: Option<u64>,
    /// The host's name for this version of it, if it has one.
    tag: Option<String>,
    /// When it was written, if the host says so, in the host's words.
    modified: Option<String>,
}

impl Version {
    /// A file of which only the length is known.
    pub(crate) fn with_length(length: u64) -> Version {
        Version {
            length: Some(length),
            ..Version::default()
        }
    }

    /// A file in a bucket, as it is listed.
    pub(crate) fn of_object(object: &Object) -> Version {
        Version {
            length: Some(object.length),
            tag: object.tag.clone(),
            // It is written in another way there.
            modified: None,
        }
    }

    /// A file of which the host has sent something.
    pub(crate) fn of_answer(length: Option<u64>, headers: &HeaderMap) -> Version {
        let text = |name: HeaderName| {
            let value = headers.get(name)?;
            value.to_str().ok().map(Into::into)
        };
        Version {
            length,
            tag: text(ETAG),
            modified: text(LAST_MODIFIED),
        }
    }

    /// The tag for `If-Match`, which never holds for weak ones.
    pub(crate) fn strong_tag(&self) -> Option<String> {
        self.tag.clone().filter(|tag| !tag.starts_with("W/"))
    }

    /// Whether the file that the host has sent something of can be the same.
    pub(crate) fn check(&self, found: &Version) -> Result<(), FetchError> {
        let is_unread = self.tag.is_none() && self.modified.is_none();
        match self.length.zip(found.length) {
            // Nothing was read of it yet, so nothing was replaced.
            Some((listed, found)) if is_unread && listed != found => {
                Err(FetchError::LengthDiffers { found, listed })
            }
            _ if self.is_same(found) => Ok(()),
            _ => Err(FetchError::Replaced),
        }
    }

    /// Whether two can be the same file: tags tell, where there are any, else the time.
    pub(crate) fn is_same(&self, other: &Version) -> bool {
        let agree = |a: Option<bool>| a.unwrap_or(true);
        let plain = |tag: &str| tag.trim_start_matches("W/").to_owned();
        let tags = self.tag.as_deref().zip(other.tag.as_deref());
        let tags = tags.map(|(a, b)| plain(a) == plain(b));
        let times = self.modified.as_ref().zip(other.modified.as_ref());
        let times = times.map(|(a, b)| a == b);
        let lengths = self.length.zip(other.length).map(|(a, b)| a == b);
        agree(lengths) && agree(tags.or(times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(length: u64, tag: Option<&str>, modified: Option<&str>) -> Version {
        Version {
            length: Some(length),
            tag: tag.map(Into::into),
            modified: modified.map(Into::into),
        }
    }

    #[test]
    fn tags_tell_files_apart_and_otherwise_length_and_time() {
        let first = version(5, Some("\"a\""), Some("1"));
        assert!(first.is_same(&version(5, Some("W/\"a\""), Some("2"))));
        assert!(!first.is_same(&version(5, Some("\"b\""), Some("1"))));
        assert!(!first.is_same(&version(6, Some("\"a\""), Some("1"))));
        assert!(first.is_same(&version(5, None, Some("1"))));
        assert!(!first.is_same(&version(5, None, Some("2"))));
        assert!(first.is_same(&Version::with_length(5)));
        assert!(!first.is_same(&Version::with_length(6)));
    }

    #[test]
    fn only_strong_tags_are_sent() {
        assert_eq!(version(1, Some("W/\"a\""), None).strong_tag(), None);
        assert!(version(1, Some("\"a\""), None).strong_tag().is_some());
    }
}
