//! What goes wrong between here and a host, in words. Nothing in it comes from a request or
//! from the text of an answer, so that nothing secret can be in it.

use std::error::Error;
use std::time::Duration;

use hyper::StatusCode;

/// Why a part of a file did not arrive.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum FetchError {
    #[error("there is no such file on the host")]
    NotFound,
    #[error("there is no such bucket")]
    NoBucket,
    #[error("there are no class files here")]
    NoClassFiles,
    #[error(
        "there is no manifest.json here, which lists the class files: `quixotic export` writes one"
    )]
    NoManifest,
    #[error("the host refuses access ({0}){hint}", hint = .1.unwrap_or_default())]
    AccessDenied(StatusCode, Option<&'static str>),
    #[error("the host answers {0}")]
    Status(StatusCode),
    #[error("the host sends us on to another address ({0}), which is not followed")]
    Redirected(StatusCode),
    #[error("the bucket is in another region: set AWS_REGION")]
    WrongRegion,
    #[error("the host does not send parts of files (HTTP range requests)")]
    RangeIgnored,
    #[error("the host changes what it sends (Content-Encoding)")]
    ContentEncoded,
    #[error("the answer of the host ends too early")]
    Truncated,
    #[error("the host sends something else than was asked for")]
    UnexpectedAnswer,
    #[error("the file was replaced on the host while it was read: start the program again")]
    Replaced,
    #[error("the file has {found} bytes on the host, but {listed} in the list of files")]
    LengthDiffers { found: u64, listed: u64 },
    #[error("the host does not answer within {} s", .0.as_secs())]
    TimedOut(Duration),
    #[error("cannot be reached: {0}")]
    Unreachable(String),
    #[error("the proxy of the environment is not like http://proxy.example.org:3128")]
    BadProxy,
    #[error("the proxy refuses to connect ({0})")]
    ProxyRefused(StatusCode),
    #[error(
        "cannot be reached: the system has no certificates to trust: install ca-certificates, or set SSL_CERT_FILE"
    )]
    NoCertificates,
    #[error("the answer has more than {limit} bytes, which is too long for what was asked")]
    AnswerTooLong { limit: u64 },
    #[error(
        "the bucket has too many other files beside the class files: put these below a prefix of their own"
    )]
    ListingTooLong,
    #[error("manifest.json is not a list of class files: {0}")]
    BadManifest(String),
}

impl FetchError {
    /// Whether asking again can help.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            FetchError::Status(status) | FetchError::ProxyRefused(status) => {
                status.is_server_error()
                    || [StatusCode::TOO_MANY_REQUESTS, StatusCode::REQUEST_TIMEOUT].contains(status)
            }
            FetchError::RangeIgnored
            | FetchError::ContentEncoded
            | FetchError::Truncated
            | FetchError::UnexpectedAnswer
            | FetchError::TimedOut(_)
            | FetchError::Unreachable(_) => true,
            FetchError::NotFound
            | FetchError::NoBucket
            | FetchError::NoClassFiles
            | FetchError::NoManifest
            | FetchError::AccessDenied(..)
            | FetchError::Redirected(_)
            | FetchError::WrongRegion
            | FetchError::Replaced
            | FetchError::LengthDiffers { .. }
            | FetchError::BadProxy
            | FetchError::NoCertificates
            | FetchError::AnswerTooLong { .. }
            | FetchError::ListingTooLong
            | FetchError::BadManifest(_) => false,
        }
    }

    /// The innermost reason why an exchange with a host failed: "Connection refused".
    pub(crate) fn unreachable(error: impl Error + 'static) -> FetchError {
        let mut innermost: &(dyn Error + 'static) = &error;
        while let Some(source) = innermost.source() {
            innermost = source;
        }
        FetchError::Unreachable(innermost.to_string())
    }
}
