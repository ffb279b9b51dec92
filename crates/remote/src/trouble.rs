//! What goes wrong between here and a host, in words. Nothing in it comes from a request or
//! from the text of an answer, so that nothing secret can be in it.

use std::error::Error;
use std::time::Duration;

use object_store::client::HttpError;
use reqwest::StatusCode;

/// Why a part of a file did not arrive.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum Trouble {
    #[error("there is no such file on the host")]
    Missing,
    #[error("there is no such bucket")]
    NoBucket,
    #[error("there are no class files here")]
    Empty,
    #[error(
        "there is no manifest.json here, which lists the class files: `quixotic export` writes one"
    )]
    NoManifest,
    #[error("the host refuses access ({0}){hint}", hint = .1.unwrap_or_default())]
    Refused(StatusCode, Option<&'static str>),
    #[error("the host answers {0}")]
    Status(StatusCode),
    #[error("the host sends us on to another address ({0}), which is not followed")]
    Elsewhere(StatusCode),
    #[error("the bucket is in another region: set AWS_REGION")]
    Region,
    #[error("the host does not send parts of files (HTTP range requests)")]
    Whole,
    #[error("the host changes what it sends (Content-Encoding)")]
    Encoded,
    #[error("the answer of the host ends too early")]
    Short,
    #[error("the host sends something else than was asked for")]
    Odd,
    #[error("the file was replaced on the host while it was read: start the program again")]
    Replaced,
    #[error("the file has {found} bytes on the host, but {listed} in the list of files")]
    Length { found: u64, listed: u64 },
    #[error("the host does not answer within {} s", .0.as_secs())]
    Slow(Duration),
    #[error("cannot be reached: {0}")]
    Unreachable(String),
    #[error("an answer of {found} bytes, where at most {most} are expected")]
    Large { found: u64, most: u64 },
    #[error("manifest.json is not a list of class files: {0}")]
    Manifest(String),
    #[error("a request to another host than the one that was named")]
    OtherHost,
}

impl Trouble {
    /// Whether asking again can help.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Trouble::Status(status) => {
                status.is_server_error()
                    || [StatusCode::TOO_MANY_REQUESTS, StatusCode::REQUEST_TIMEOUT].contains(status)
            }
            Trouble::Whole
            | Trouble::Encoded
            | Trouble::Short
            | Trouble::Odd
            | Trouble::Slow(_)
            | Trouble::Unreachable(_) => true,
            Trouble::Missing
            | Trouble::NoBucket
            | Trouble::Empty
            | Trouble::NoManifest
            | Trouble::Refused(..)
            | Trouble::Elsewhere(_)
            | Trouble::Region
            | Trouble::Replaced
            | Trouble::Length { .. }
            | Trouble::Large { .. }
            | Trouble::Manifest(_)
            | Trouble::OtherHost => false,
        }
    }

    /// What an error of object_store says. Its own text is not used but for what the system
    /// says of connections: it may quote requests and answers.
    pub(crate) fn of(error: &object_store::Error) -> Trouble {
        match error {
            object_store::Error::NotFound { .. } => return Trouble::Missing,
            object_store::Error::Precondition { .. } => return Trouble::Replaced,
            object_store::Error::NotSupported { .. } => return Trouble::Whole,
            _ => {}
        }
        let mut source: Option<&(dyn Error + 'static)> = Some(error);
        while let Some(error) = source {
            if let Some(trouble) = error.downcast_ref::<Trouble>() {
                return trouble.clone();
            }
            if error.is::<HttpError>() {
                return Trouble::transport(error);
            }
            source = error.source();
        }
        Trouble::Odd
    }

    /// The innermost reason why an exchange with a host failed: "Connection refused".
    pub(crate) fn transport(error: &(dyn Error + 'static)) -> Trouble {
        let mut innermost = error;
        while let Some(source) = innermost.source() {
            if let Some(trouble) = source.downcast_ref::<Trouble>() {
                return trouble.clone();
            }
            innermost = source;
        }
        Trouble::Unreachable(innermost.to_string())
    }
}
