//! The `Host` of a request: there has to be exactly one, and on a server that listens to
//! this machine only it has to be a name of this machine.
//!
//! The latter is against DNS rebinding: a web site whose name suddenly means 127.0.0.1
//! would otherwise be taken for our own page by the browser, and may do what that may.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};

use crate::headers;
use crate::refusal::Refusal;

/// Which hosts are answered.
#[derive(Clone, Debug)]
pub(crate) enum Hosts {
    /// Names of this machine, with any port, and those that a proxy on it is known by.
    Loopback(Arc<[String]>),
    /// All: who listens to others is known to them by names that we cannot know.
    Any,
}

impl Hosts {
    /// The same with names that a proxy on this machine is known by.
    pub(crate) fn or_named(self, names: Arc<[String]>) -> Hosts {
        match self {
            Hosts::Loopback(_) => Hosts::Loopback(names),
            Hosts::Any => Hosts::Any,
        }
    }

    fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let bad = |error: &str| Refusal::new(StatusCode::BAD_REQUEST, error);
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Err(bad("a request has to have exactly one `Host`"));
        };
        let Some(host) = host.to_str().ok().and_then(host_name) else {
            return Err(bad("the `Host` is not a valid host name"));
        };
        let is_named = |names: &[String]| {
            let mut names = names.iter();
            names.any(|name| name.eq_ignore_ascii_case(host))
        };
        if let Hosts::Loopback(names) = self
            && !is_loopback(host)
            && !is_named(names)
        {
            return Err(Refusal::new(
                StatusCode::MISDIRECTED_REQUEST,
                "this server listens to its own machine only: ask for localhost, 127.0.0.1 or [::1]",
            ));
        }
        Ok(())
    }
}

/// The name in `name`, `name:port`, `[address]` or `[address]:port`; `None` for anything else. The
/// syntax of addresses has room for more, such as users and text after a bracket.
fn host_name(text: &str) -> Option<&str> {
    let end = match text.starts_with('[') {
        true => text.find(']')? + 1,
        false => text.find(':').unwrap_or(text.len()),
    };
    let (name, port) = text.split_at(end);
    let is_port =
        |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    let is_name = match name.strip_prefix('[') {
        Some(address) => address[..address.len() - 1].parse::<Ipv6Addr>().is_ok(),
        None => {
            let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
            !name.is_empty() && name.bytes().all(is_part)
        }
    };
    let is_whole = is_name && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port));
    is_whole.then_some(name)
}

fn is_loopback(host: &str) -> bool {
    let bare = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    let address = bare.unwrap_or(host).parse::<IpAddr>();
    host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// The same application, for requests to these hosts.
pub(crate) fn guard(app: Router, hosts: Hosts) -> Router {
    app.layer(middleware::from_fn_with_state(hosts, check))
        .layer(middleware::map_response(headers::secure))
}

async fn check(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    match hosts.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_for_its_own_machine_has_the_names_of_that() {
        for (host, loopback, any) in [
            ("localhost", 0, 0),
            ("LocalHost:8080", 0, 0),
            ("127.0.0.1:80", 0, 0),
            ("[::1]:8080", 0, 0),
            ("example.org", 421, 0),
            ("localhost.example.org", 421, 0),
            ("127.0.0.1.example.org:8080", 421, 0),
            ("192.168.0.2:8080", 421, 0),
            ("", 400, 400),
            ("localhost@example.org", 400, 400),
            ("example.org@localhost", 400, 400),
            ("a b", 400, 400),
            ("[::1]evil.example", 400, 400),
            ("[::1]:80evil.example", 400, 400),
            ("[::1", 400, 400),
            ("[localhost]", 400, 400),
            ("localhost:", 400, 400),
            ("localhost:65536", 400, 400),
            ("localhost:+80", 400, 400),
            ("localhost:80:80", 400, 400),
            ("example.org:8\"onload", 400, 400),
        ] {
            let headers = HeaderMap::from_iter([(header::HOST, host.parse().unwrap())]);
            let own = Hosts::Loopback(Arc::default());
            for (hosts, expected) in [(own, loopback), (Hosts::Any, any)] {
                let refused = hosts.check(&headers).err();
                let status = refused.map_or(0, |refusal| refusal.into_response().status().as_u16());
                assert_eq!(status, expected, "{host}, {hosts:?}");
            }
        }
    }

    #[test]
    fn a_proxy_on_this_machine_may_pass_on_its_own_name_and_no_other() {
        let named = Hosts::Loopback(Arc::default()).or_named(["example.org".to_owned()].into());
        let is_answered = |host: &str| {
            let headers = HeaderMap::from_iter([(header::HOST, host.parse().unwrap())]);
            named.check(&headers).is_ok()
        };
        assert!(is_answered("example.org") && is_answered("Example.Org:443"));
        assert!(is_answered("localhost"));
        assert!(!is_answered("www.example.org") && !is_answered("example.com"));
    }
}
