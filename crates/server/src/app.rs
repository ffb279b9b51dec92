//! The server without its sockets.

use std::sync::Arc;

use axum::Router;

use crate::api::Api;
use crate::host::{self, Hosts};
use crate::observe::observed;
use crate::{Games, metrics, router};

/// A server without its sockets: what answers requests, and what was counted of them.
#[derive(Clone)]
pub struct App {
    pub(crate) api: Api,
    /// Names of hosts that it goes by beside those of its machine.
    names: Arc<[String]>,
}

impl App {
    /// A server of these games.
    pub fn new(games: Games) -> App {
        App {
            api: Api::new(games),
            names: Arc::default(),
        }
    }

    /// The same behind a proxy on this machine that passes on these names of hosts. Without
    /// them a server on a loopback address answers to names of its machine only.
    #[must_use]
    pub fn with_names(self, names: Vec<String>) -> App {
        App {
            names: names.into(),
            ..self
        }
    }

    /// The API under `/api` and the page at the other addresses.
    pub fn router(&self) -> Router {
        self.observed(router::router(self.api.clone()))
    }

    /// The same, for requests to hosts that a listener is meant for.
    pub(crate) fn guarded(&self, hosts: Hosts) -> Router {
        let hosts = hosts.or_named(Arc::clone(&self.names));
        self.observed(host::guard(router::router(self.api.clone()), hosts))
    }

    /// `/metrics`, in the text format of Prometheus. Strangers need not see it, so it has a
    /// listener of its own.
    pub fn metrics(&self) -> Router {
        metrics::router(self.api.clone())
    }

    fn observed(&self, app: Router) -> Router {
        let api = &self.api;
        observed(app, Arc::clone(&api.metrics), Arc::clone(&api.stage))
    }
}
