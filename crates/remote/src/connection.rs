//! Connections to the host that was named, and to no other: directly, or through the proxy of
//! the environment. Each carries one request at a time and is kept for the next: HTTP/1.1, since
//! S3 speaks nothing else, and HTTP/2 would be a second way for a few web servers.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::Empty;
use hyper::client::conn::http1::{self, SendRequest};
use hyper::header::{HOST, HeaderMap, HeaderValue, PROXY_AUTHORIZATION};
use hyper::{Request, Uri, upgrade};
use hyper_util::client::proxy::matcher::Matcher;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto::ring};

use crate::error::FetchError;
use crate::url::HttpUrl;

/// How long a connection is kept that nobody uses. Whatever is between here and the host may
/// have forgotten an older one without telling.
const KEPT: Duration = Duration::from_secs(60);

/// How long an address of the host has to answer before the next is tried beside it.
const HEAD_START: Duration = Duration::from_millis(250);

/// Where requests go in.
pub(crate) type Sender = SendRequest<Empty<Bytes>>;

/// The connections to a host.
pub(crate) struct Connections {
    host: HttpUrl,
    proxy: Option<Proxy>,
    /// There if the host or the proxy needs it.
    tls: Option<TlsConnector>,
    /// Those that nobody uses, with the time since.
    idle: Mutex<Vec<(Sender, Instant)>>,
}

/// What requests pass through.
struct Proxy {
    url: HttpUrl,
    login: Option<HeaderValue>,
}

/// A stream of bytes, encrypted or not.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

impl Connections {
    /// Connections to a host, with the certificates that the system trusts and through the
    /// proxy that the environment names.
    pub(crate) fn new(host: &HttpUrl) -> Result<Connections, FetchError> {
        let uri: Uri = host.origin().parse().map_err(FetchError::unreachable)?;
        let proxy = Matcher::from_env().intercept(&uri).map(|proxy| {
            let url = HttpUrl::parse(&proxy.uri().to_string());
            let (url, _) = url.map_err(|_| FetchError::BadProxy)?;
            let login = proxy.basic_auth().cloned();
            Ok(Proxy { url, login })
        });
        let proxy = proxy.transpose()?;
        let is_encrypted = host.is_https || proxy.as_ref().is_some_and(|proxy| proxy.url.is_https);
        let tls = is_encrypted.then(tls_connector).transpose()?;
        Ok(Connections {
            host: host.clone(),
            proxy,
            tls,
            idle: Mutex::default(),
        })
    }

    /// A request for what is at a path of the host. A proxy that reads it, since it is not
    /// encrypted, has to know where it goes, and who asks.
    pub(crate) fn request(
        &self,
        path: &str,
        headers: HeaderMap,
    ) -> Result<Request<Empty<Bytes>>, FetchError> {
        let mut request = Request::new(Empty::new());
        *request.headers_mut() = headers;
        let proxy = self.proxy.as_ref().filter(|_| !self.host.is_https);
        let uri = match proxy {
            Some(_) => format!("{}{path}", self.host.origin()),
            None => path.into(),
        };
        *request.uri_mut() = uri.parse().map_err(|_| FetchError::UnexpectedAnswer)?;
        if let Some(login) = proxy.and_then(|proxy| proxy.login.as_ref()) {
            let headers = request.headers_mut();
            headers.insert(PROXY_AUTHORIZATION, login.clone());
        }
        Ok(request)
    }

    /// A connection that nobody uses.
    pub(crate) async fn get(&self) -> Result<Sender, FetchError> {
        while let Some(mut sender) = self.idle() {
            // An error says that the host has closed it.
            if sender.ready().await.is_ok() {
                return Ok(sender);
            }
        }
        self.connect().await
    }

    fn idle(&self) -> Option<Sender> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let (sender, since) = idle.pop()?;
        if since.elapsed() > KEPT {
            // The others are older.
            idle.clear();
            return None;
        }
        Some(sender)
    }

    /// Keeps a connection whose last answer was read to its end.
    pub(crate) fn keep(&self, sender: Sender) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push((sender, Instant::now()));
    }

    async fn connect(&self) -> Result<Sender, FetchError> {
        let stream: Box<dyn Stream> = match &self.proxy {
            None => Box::new(dial(&self.host).await?),
            Some(proxy) => {
                let stream = Box::new(dial(&proxy.url).await?);
                let stream = self.encrypt(&proxy.url, stream).await?;
                match self.host.is_https {
                    true => self.tunnel(proxy, stream).await?,
                    false => stream,
                }
            }
        };
        open(self.encrypt(&self.host, stream).await?).await
    }

    /// A stream through a proxy, which passes bytes on from now on.
    async fn tunnel(
        &self,
        proxy: &Proxy,
        stream: Box<dyn Stream>,
    ) -> Result<Box<dyn Stream>, FetchError> {
        let host = format!("{}:{}", self.host.host_in_brackets(), self.host.port);
        let mut request = Request::connect(&host).header(HOST, &host);
        if let Some(login) = &proxy.login {
            request = request.header(PROXY_AUTHORIZATION, login);
        }
        let request = request.body(Empty::new());
        let request = request.map_err(FetchError::unreachable)?;
        let response = open(stream).await?.send_request(request).await;
        let response = response.map_err(FetchError::unreachable)?;
        if !response.status().is_success() {
            return Err(FetchError::ProxyRefused(response.status()));
        }
        let stream = upgrade::on(response).await;
        let stream = stream.map_err(FetchError::unreachable)?;
        Ok(Box::new(TokioIo::new(stream)))
    }

    /// The stream to a host, encrypted if its address says so.
    async fn encrypt(
        &self,
        host: &HttpUrl,
        stream: Box<dyn Stream>,
    ) -> Result<Box<dyn Stream>, FetchError> {
        let Some(tls) = self.tls.as_ref().filter(|_| host.is_https) else {
            return Ok(stream);
        };
        let name = ServerName::try_from(host.host.clone()).map_err(FetchError::unreachable)?;
        let stream = tls.connect(name, stream).await;
        Ok(Box::new(stream.map_err(FetchError::unreachable)?))
    }
}

/// A connection for requests over a stream.
async fn open(stream: Box<dyn Stream>) -> Result<Sender, FetchError> {
    let opened = http1::handshake(TokioIo::new(stream)).await;
    let (sender, connection) = opened.map_err(FetchError::unreachable)?;
    // The caller that waits for an answer gets the reason of its end.
    tokio::spawn(connection.with_upgrades());
    Ok(sender)
}

/// Connects to the first of a host's addresses that answers: one that does not, like one of
/// version 6 where nothing passes it on, does not keep the others waiting.
async fn dial(host: &HttpUrl) -> Result<TcpStream, FetchError> {
    let addresses = lookup_host((&*host.host, host.port)).await;
    let mut addresses = addresses.map_err(FetchError::unreachable)?;
    let mut attempts = JoinSet::new();
    let mut failed = FetchError::Unreachable("the host has no address".into());
    loop {
        let next = addresses.next();
        let patience = match next {
            Some(_) => HEAD_START,
            None => Duration::MAX,
        };
        if let Some(address) = next {
            attempts.spawn(TcpStream::connect(address));
        }
        match timeout(patience, attempts.join_next()).await {
            Ok(Some(Ok(Ok(stream)))) => {
                let _ = stream.set_nodelay(true);
                return Ok(stream);
            }
            Ok(Some(Ok(Err(error)))) => failed = FetchError::unreachable(error),
            Ok(None) if next.is_none() => return Err(failed),
            _ => {}
        }
    }
}

/// TLS with the certificates that the system trusts.
fn tls_connector() -> Result<TlsConnector, FetchError> {
    let mut trusted = RootCertStore::empty();
    trusted.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if trusted.is_empty() {
        return Err(FetchError::NoCertificates);
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(FetchError::unreachable)?
        .with_root_certificates(trusted)
        .with_no_client_auth();
    Ok(Arc::new(config).into())
}
