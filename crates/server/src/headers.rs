//! Headers that every response has.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

/// Nothing but our own files, and no script or style inside a document. A response
/// that needs less strictness says so itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const SECURE: [(HeaderName, HeaderValue); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(POLICY),
    ),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Adds the headers that are not there yet.
pub(crate) async fn secure(mut response: Response) -> Response {
    for (name, value) in SECURE {
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}
