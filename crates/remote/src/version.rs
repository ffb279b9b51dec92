//! Which file it is that parts are handed out of: all parts have to come from the same one,
//! even if another takes its name on the host.

use object_store::ObjectMeta;

use crate::trouble::Trouble;

/// What is known of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Version {
    /// Its bytes.
    pub(crate) length: Option<u64>,
    /// The host's name for this version of it, if it has one.
    tag: Option<String>,
    /// When it was written, if the host says so: in seconds.
    modified: Option<i64>,
}

impl Version {
    /// A file of which only the length is known.
    pub(crate) fn of_length(length: u64) -> Version {
        Version {
            length: Some(length),
            ..Version::default()
        }
    }

    /// A file of which the host has said something.
    pub(crate) fn of(meta: &ObjectMeta) -> Version {
        Version {
            length: Some(meta.size),
            tag: meta.e_tag.clone(),
            // 0 is what object_store makes of nothing.
            modified: Some(meta.last_modified.timestamp()).filter(|&seconds| seconds != 0),
        }
    }

    /// The tag for `If-Match`, which never holds for weak ones.
    pub(crate) fn strong_tag(&self) -> Option<String> {
        self.tag.clone().filter(|tag| !tag.starts_with("W/"))
    }

    /// The version that the host tells, if it can be the same file.
    pub(crate) fn check(&self, meta: &ObjectMeta) -> Result<Version, Trouble> {
        let found = Version::of(meta);
        match (self.length, self.tag.is_some() || self.modified.is_some()) {
            // Nothing was read of it yet, so nothing was replaced.
            (Some(listed), false) if listed != meta.size => Err(Trouble::Length {
                found: meta.size,
                listed,
            }),
            _ if self.is_same(&found) => Ok(found),
            _ => Err(Trouble::Replaced),
        }
    }

    /// Whether two can be the same file: tags tell, where there are any, else the time.
    pub(crate) fn is_same(&self, other: &Version) -> bool {
        let agree = |a: Option<bool>| a.unwrap_or(true);
        let plain = |tag: &str| tag.trim_start_matches("W/").to_owned();
        let tags = self.tag.as_deref().zip(other.tag.as_deref());
        let tags = tags.map(|(a, b)| plain(a) == plain(b));
        let times = self.modified.zip(other.modified).map(|(a, b)| a == b);
        let lengths = self.length.zip(other.length).map(|(a, b)| a == b);
        agree(lengths) && agree(tags.or(times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(length: u64, tag: Option<&str>, modified: Option<i64>) -> Version {
        Version {
            length: Some(length),
            tag: tag.map(Into::into),
            modified,
        }
    }

    #[test]
    fn tags_tell_files_apart_and_otherwise_length_and_time() {
        let first = version(5, Some("\"a\""), Some(1));
        assert!(first.is_same(&version(5, Some("W/\"a\""), Some(2))));
        assert!(!first.is_same(&version(5, Some("\"b\""), Some(1))));
        assert!(!first.is_same(&version(6, Some("\"a\""), Some(1))));
        assert!(first.is_same(&version(5, None, Some(1))));
        assert!(!first.is_same(&version(5, None, Some(2))));
        assert!(first.is_same(&Version::of_length(5)));
        assert!(!first.is_same(&Version::of_length(6)));
    }

    #[test]
    fn only_strong_tags_are_sent() {
        assert_eq!(version(1, Some("W/\"a\""), None).strong_tag(), None);
        assert!(version(1, Some("\"a\""), None).strong_tag().is_some());
    }
}
