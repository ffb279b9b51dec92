//! The files of the page, all of them part of the program.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::refusal::Refusal;
use crate::results::ResultFiles;

/// `web/site`.
#[derive(RustEmbed)]
#[folder = "site"]
struct Site;

/// A picture has its style inside, and is nothing but a picture.
const PICTURE_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");

/// A part of a page has nothing to load: the page's own policy counts. Dozens of them come with a first view,
/// and each carries what is said here.
const PART_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'");

/// Answers any address outside the API.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Refusal::method();
    }
    match find(uri.path()) {
        Some((name, file)) => respond(&name, file, &headers),
        None => match Site::get("404.html") {
            Some(file) => {
                (StatusCode::NOT_FOUND, respond("404.html", file, &headers)).into_response()
            }
            None => Refusal::new(StatusCode::NOT_FOUND, "there is nothing here").into_response(),
        },
    }
}

/// The file at an address. `/` is `index.html` and `/ultimate` is `ultimate.html`, which
/// has that address, too: the page's own links are names of files, as in a folder without a server.
/// Names are looked up in a table, so there are no paths to climb.
fn find(path: &str) -> Option<(String, EmbeddedFile)> {
    let name = path.strip_prefix('/')?;
    if let Some(result) = name.strip_prefix("results/") {
        return Some((result.to_owned(), ResultFiles::get(result)?));
    }
    let name = match name {
        "" => "index.html".to_owned(),
        page if !page.contains('.') => format!("{page}.html"),
        file => file.to_owned(),
    };
    let file = Site::get(&name)?;
    Some((name, file))
}

fn respond(name: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let hex: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("W/\"{hex}\"");
    // A new version of the program has new files under the same names.
    let cache = HeaderValue::from_static("no-cache");
    let known = asked.get(header::IF_NONE_MATCH);
    if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (
            StatusCode::NOT_MODIFIED,
            [(header::CACHE_CONTROL, cache)],
            [(header::ETAG, tag)],
        )
            .into_response();
    }
    let kind = file.metadata.mimetype();
    let mut response = (
        [(header::CONTENT_TYPE, content_type(kind))],
        [(header::CACHE_CONTROL, cache)],
        [(header::ETAG, tag)],
        match name.ends_with(".html") {
            true => with_whole_addresses(file.data, asked),
            false => file.data,
        },
    )
        .into_response();
    if name.ends_with(".svg") && name != "icon.svg" {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, PICTURE_POLICY);
    } else if is_part(name) {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, PART_POLICY);
    }
    response
}

/// Whether a file is nothing but a part of a page. Workers have a policy of their own, for what they load.
fn is_part(name: &str) -> bool {
    let is_worker = name == "sw.js" || name.starts_with("js/engine/");
    !is_worker
        && [".js", ".css", ".woff2"]
            .iter()
            .any(|ending| name.ends_with(ending))
}

/// A page whose picture for others (`og:image`) has its whole address: who shows a link takes
/// no other, and only the request knows the name of this server. A proxy in front of it says
/// whether it speaks HTTPS.
fn with_whole_addresses(page: Cow<'static, [u8]>, asked: &HeaderMap) -> Cow<'static, [u8]> {
    const PICTURE: &str = "\"og:image\" content=\"";
    let text = |name| asked.get(name).and_then(|value| value.to_str().ok());
    // It was checked to be a host, which has no quotes.
    let (Some(host), Ok(html)) = (text(header::HOST), str::from_utf8(&page)) else {
        return page;
    };
    let forwarded = text(header::HeaderName::from_static("x-forwarded-proto"));
    let scheme = match forwarded {
        Some("https") => "https",
        _ => "http",
    };
    let whole = format!("{PICTURE}{scheme}://{}/", host.replace('&', "&amp;"));
    Cow::Owned(html.replace(PICTURE, &whole).into_bytes())
}

/// Text is UTF-8.
fn content_type(kind: &str) -> String {
    if kind.starts_with("text/") {
        format!("{kind}; charset=utf-8")
    } else {
        kind.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_names_its_picture_by_the_address_it_was_asked_for_at() {
        let page = || Cow::Borrowed(&br#"<meta property="og:image" content="social.png">"#[..]);
        let mut asked = HeaderMap::new();
        assert_eq!(with_whole_addresses(page(), &asked), page());
        asked.insert(header::HOST, HeaderValue::from_static("example.org:8080"));
        let whole = with_whole_addresses(page(), &asked);
        assert!(whole.ends_with(br#"content="http://example.org:8080/social.png">"#));
        asked.insert("x-forwarded-proto", HeaderValue::from_static("https"));
        let whole = with_whole_addresses(page(), &asked);
        assert!(whole.ends_with(br#"content="https://example.org:8080/social.png">"#));
    }
}
