//! The only way out: requests to the host that was named, and to no other.

use std::ops::Range;
use std::time::SystemTime;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::StatusCode;
use hyper::body::Incoming;
use hyper::header::{
    ACCEPT_ENCODING, AUTHORIZATION, CONTENT_ENCODING, HOST, HeaderMap, HeaderName, HeaderValue,
    IF_MATCH, LOCATION, RANGE, USER_AGENT,
};
use tracing::trace;

use crate::address::{Address, S3Address};
use crate::connection::{Connections, Sender};
use crate::error::FetchError;
use crate::sign::Signer;
use crate::url::Login;

/// Redirections within the host that are followed.
const REDIRECTIONS: usize = 5;

/// What to do about a bucket that refuses access.
const KEYS: &str = "; keys are taken from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";

/// Sends requests to one host.
pub(crate) struct Client {
    connections: Connections,
    host: HeaderValue,
    /// `https://example.org`.
    origin: String,
    access: Access,
}

/// How requests say who asks, if they do.
enum Access {
    /// A web server: by a name and a password.
    Web(Option<HeaderValue>),
    /// Object storage: by a signature.
    S3(Option<Signer>),
}

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Get {
    /// Encoded, with a slash before it.
    pub(crate) path: String,
    /// Encoded, by the names of its parameters; may be empty.
    pub(crate) query: String,
    /// `None` for all of it.
    pub(crate) range: Option<Range<u64>>,
    /// Which version of it.
    pub(crate) tag: Option<String>,
}

/// The beginning of an answer to go on with.
pub(crate) struct Answer<'a> {
    pub(crate) headers: HeaderMap,
    body: Incoming,
    sender: Sender,
    connections: &'a Connections,
}

impl Client {
    pub(crate) fn new(address: &Address) -> Result<Client, FetchError> {
        let access = match address {
            Address::Web { login, .. } => Access::Web(login.as_ref().map(basic)),
            Address::S3(S3Address { settings, .. }) => {
                let keys = settings.keys.as_ref();
                Access::S3(keys.map(|keys| Signer::new(keys, &settings.region)))
            }
        };
        let server = address.server();
        let host = HeaderValue::try_from(server.authority());
        Ok(Client {
            connections: Connections::new(server)?,
            host: host.map_err(FetchError::unreachable)?,
            origin: server.origin(),
            access,
        })
    }

    /// Asks for something.
    pub(crate) async fn get(&self, get: &Get) -> Result<Answer<'_>, FetchError> {
        let headers = self.headers(get)?;
        let mut path = match &*get.query {
            "" => get.path.clone(),
            query => format!("{}?{query}", get.path),
        };
        let mut redirections = 0;
        let (response, sender) = loop {
            let request = self.connections.request(&path, headers.clone())?;
            let mut sender = self.connections.get().await?;
            let response = sender.send_request(request).await;
            let response = response.map_err(FetchError::unreachable)?;
            // Neither headers nor query: they may have secrets in them.
            let (range, status) = (&get.range, response.status());
            trace!(host = self.origin, path = get.path, ?range, %status, "asked a host");
            match self.redirection(response.status(), response.headers()) {
                Some(other) if redirections < REDIRECTIONS => path = other,
                _ => break (response, sender),
            }
            redirections += 1;
        };
        self.check(response.status(), response.headers(), get.range.is_some())?;
        let (head, body) = response.into_parts();
        Ok(Answer {
            headers: head.headers,
            body,
            sender,
            connections: &self.connections,
        })
    }

    fn headers(&self, get: &Get) -> Result<HeaderMap, FetchError> {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, self.host.clone());
        let value = |text: &str| HeaderValue::from_str(text).map_err(FetchError::unreachable);
        if let Some(range) = &get.range {
            let bytes = format!("bytes={}-{}", range.start, range.end - 1);
            headers.insert(RANGE, value(&bytes)?);
        }
        if let Some(tag) = &get.tag {
            headers.insert(IF_MATCH, value(tag)?);
        }
        match &self.access {
            Access::Web(None) | Access::S3(None) => {}
            Access::Web(Some(login)) => drop(headers.insert(AUTHORIZATION, login.clone())),
            Access::S3(Some(signer)) => {
                signer.sign(SystemTime::now(), &get.path, &get.query, &mut headers);
            }
        }
        // Those may be changed on the way, so they are not signed.
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        let agent = concat!("quixotic/", env!("CARGO_PKG_VERSION"));
        headers.insert(USER_AGENT, HeaderValue::from_static(agent));
        Ok(headers)
    }

    /// The path where a web server sends us on to, if it stays within the host.
    fn redirection(&self, status: StatusCode, headers: &HeaderMap) -> Option<String> {
        let is_web = matches!(self.access, Access::Web(_));
        let location = headers.get(LOCATION)?.to_str().ok()?;
        let path = location.strip_prefix(&*self.origin).unwrap_or(location);
        let is_within = path.starts_with('/') && !path.starts_with("//");
        (is_web && status.is_redirection() && is_within).then(|| path.into())
    }

    /// Whether an answer is one to go on with.
    fn check(
        &self,
        status: StatusCode,
        headers: &HeaderMap,
        is_part: bool,
    ) -> Result<(), FetchError> {
        const BUCKET_REGION: HeaderName = HeaderName::from_static("x-amz-bucket-region");
        let is_identity = |value: &HeaderValue| value == "identity";
        let hint = match self.access {
            Access::Web(_) => None,
            Access::S3(_) => Some(KEYS),
        };
        Err(match status {
            StatusCode::OK if is_part => FetchError::RangeIgnored,
            _ if status.is_success() => match headers.get(CONTENT_ENCODING).is_none_or(is_identity)
            {
                true => return Ok(()),
                false => FetchError::ContentEncoded,
            },
            StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => FetchError::NotFound,
            StatusCode::PRECONDITION_FAILED | StatusCode::RANGE_NOT_SATISFIABLE => {
                FetchError::Replaced
            }
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                FetchError::AccessDenied(status, hint)
            }
            _ if headers.contains_key(BUCKET_REGION) => FetchError::WrongRegion,
            _ if status.is_redirection() => FetchError::Redirected(status),
            _ => FetchError::Status(status),
        })
    }
}

/// The header of a name and a password.
fn basic(login: &Login) -> HeaderValue {
    let pair = format!("{}:{}", login.name, login.password);
    let header = format!("Basic {}", BASE64_STANDARD.encode(pair));
    let mut header = HeaderValue::from_str(&header).expect("base64 is plain text");
    header.set_sensitive(true);
    header
}

impl Answer<'_> {
    /// All bytes of the answer, if they are not more than expected. The connection is kept for
    /// the next request.
    pub(crate) async fn bytes(mut self, limit: u64) -> Result<Bytes, FetchError> {
        let mut bytes = Vec::new();
        while let Some(frame) = self.body.frame().await {
            let frame = frame.map_err(|_| FetchError::Truncated)?;
            let Ok(data) = frame.into_data() else {
                continue;
            };
            // Not whatever the host likes to send.
            if data.len() as u64 > limit - bytes.len() as u64 {
                return Err(FetchError::AnswerTooLong { limit });
            }
            bytes.extend_from_slice(&data);
        }
        self.connections.keep(self.sender);
        Ok(bytes.into())
    }
}
