//! Addresses of web servers: `https://example.org:8443/quixo5`.

use std::borrow::Cow;
use std::fmt;
use std::net::Ipv6Addr;

use percent_encoding::{
    AsciiSet, CONTROLS, NON_ALPHANUMERIC, PercentEncode, percent_decode_str, utf8_percent_encode,
};

/// What a path of an address cannot hold as it is. A percent sign stays: it is part of what is
/// encoded already.
const NOT_IN_PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// What S3 wants to be encoded in queries.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The same in keys, whose slashes separate.
const RESERVED_IN_KEY: &AsciiSet = &RESERVED.remove(b'/');

/// The value of a parameter of a query, encoded as S3 signs it.
pub(crate) fn encode_value(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, RESERVED)
}

/// The key of an object, encoded as S3 signs it.
pub(crate) fn encode_key(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, RESERVED_IN_KEY)
}

/// An address with `http` or `https`. The login that it may be written with is kept apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HttpUrl {
    pub(crate) is_https: bool,
    /// A name in lower case, or an IP address; one of version 6 without its brackets.
    pub(crate) host: String,
    pub(crate) port: u16,
    /// Encoded; either empty, or with a slash before it and none after it.
    pub(crate) path: String,
}

/// A name and a password for a web server.
#[derive(Clone)]
pub(crate) struct Login {
    pub(crate) name: String,
    pub(crate) password: String,
}

impl HttpUrl {
    /// Reads an address, or says what is wrong with it, without quoting it.
    pub(crate) fn parse(text: &str) -> Result<(HttpUrl, Option<Login>), &'static str> {
        const UNREADABLE: &str = "it cannot be read";
        let (scheme, rest) = text.split_once("://").ok_or(UNREADABLE)?;
        let is_https = scheme.eq_ignore_ascii_case("https");
        if !is_https && !scheme.eq_ignore_ascii_case("http") {
            return Err(UNREADABLE);
        }
        let (authority, path) = split_path(rest)?;
        let (login, authority) = match authority.rsplit_once('@') {
            Some((login, authority)) => (Login::parse(login), authority),
            None => (None, authority),
        };
        // The colons within brackets are not that of a port.
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, port),
            _ => (authority, ""),
        };
        let is_number = port.bytes().all(|byte| byte.is_ascii_digit());
        let port = match port {
            "" => default_port(is_https),
            _ => port.parse().ok().filter(|_| is_number).ok_or(UNREADABLE)?,
        };
        if host.is_empty() {
            return Err("it names no host");
        }
        let is_name = |host: &str| {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
            host.chars().all(is_plain)
        };
        let in_brackets = host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'));
        let host = match in_brackets {
            Some(address) if address.parse::<Ipv6Addr>().is_ok() => address,
            None if is_name(host) => host,
            _ => return Err("its host is not a name in ASCII and not an IP address"),
        };
        let url = HttpUrl {
            is_https,
            host: host.to_ascii_lowercase(),
            port,
            path: utf8_percent_encode(path.trim_end_matches('/'), NOT_IN_PATH).to_string(),
        };
        Ok((url, login))
    }

    /// `example.org:8443`: with the port where it is not the usual one.
    pub(crate) fn authority(&self) -> String {
        let host = self.host_in_brackets();
        match self.port == default_port(self.is_https) {
            true => host.into_owned(),
            false => format!("{host}:{}", self.port),
        }
    }

    /// The host as it is before a port: an address of version 6 has brackets around it.
    pub(crate) fn host_in_brackets(&self) -> Cow<'_, str> {
        match self.host.contains(':') {
            true => format!("[{}]", self.host).into(),
            false => (&*self.host).into(),
        }
    }

    /// `https://example.org:8443`.
    pub(crate) fn origin(&self) -> String {
        let scheme = if self.is_https { "https" } else { "http" };
        format!("{scheme}://{}", self.authority())
    }
}

impl fmt::Display for HttpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.origin(), self.path)
    }
}

impl Login {
    /// The part before the `@`; `None` if there is nothing in it.
    fn parse(text: &str) -> Option<Login> {
        let decoded = |part: &str| percent_decode_str(part).decode_utf8_lossy().into_owned();
        let (name, password) = text.split_once(':').unwrap_or((text, ""));
        (!text.is_empty()).then(|| Login {
            name: decoded(name),
            password: decoded(password),
        })
    }
}

fn default_port(is_https: bool) -> u16 {
    if is_https { 443 } else { 80 }
}

/// `host` and `/path` of `host/path`.
pub(crate) fn split_path(text: &str) -> Result<(&str, &str), &'static str> {
    if text.contains(['?', '#']) {
        return Err("it has a ? or # in it");
    }
    let (authority, path) = text.split_at(text.find('/').unwrap_or(text.len()));
    // They would mean another place than what is written.
    match path.split('/').any(|part| part == "." || part == "..") {
        true => Err("it has a . or .. in its path"),
        false => Ok((authority, path)),
    }
}
