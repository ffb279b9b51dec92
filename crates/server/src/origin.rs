//! Who asks: this server's own page, a program, or the page of another site.
//!
//! Any web site can make a browser ask a server on the same machine. For look-ups that
//! is welcome. For searches it is not: a page that somebody has open in another tab could
//! keep the machine busy. So searches are refused to pages of other sites. There is no
//! header with which a site could ask for more; programs, which send neither `Origin` nor
//! `Sec-Fetch-Site`, are not affected.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};

use crate::refusal::Refusal;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asker {
    /// Our own page, a person who types an address, or a program.
    Own,
    /// A page of another site.
    OtherSite,
}

impl Asker {
    fn of(headers: &HeaderMap) -> Asker {
        match is_own_origin(headers) && is_own_site(headers) {
            true => Asker::Own,
            false => Asker::OtherSite,
        }
    }

    /// Whether a search may be started.
    pub(crate) fn may_search(self) -> Result<(), Refusal> {
        match self {
            Asker::Own => Ok(()),
            Asker::OtherSite => Err(Refusal::new(
                StatusCode::FORBIDDEN,
                "answers that take a search are not given to pages of other sites",
            )),
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Asker, Infallible> {
        Ok(Asker::of(&parts.headers))
    }
}

/// Whether the origin, if there is one, is the host that was asked. Behind a proxy the
/// scheme may differ.
fn is_own_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let origin = origin.to_str().ok().and_then(|text| text.split_once("://"));
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    match (origin, host) {
        (Some((_, origin)), Some(host)) => origin.eq_ignore_ascii_case(host),
        _ => false,
    }
}

/// Browsers send no origin with pictures and links, but say whether another site has
/// asked for them. A site on another port of the same machine is one too.
fn is_own_site(headers: &HeaderMap) -> bool {
    match headers.get(SEC_FETCH_SITE).map(HeaderValue::as_bytes) {
        None | Some(b"same-origin" | b"none") => true,
        Some(_) => false,
    }
}
