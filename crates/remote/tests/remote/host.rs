//! A web server for the tests, which misbehaves as instructed.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::net::{SocketAddr, TcpListener};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use quixotic_quixo::{Class, Rules};
use quixotic_tablebase::store::{Bundle, Manifest};
use serde_json::json;
use tokio::sync::oneshot;

/// How a request is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// As it should be.
    Well,
    /// The whole file, whatever was asked for.
    Whole,
    /// Said to be compressed.
    Gzip,
    /// Fewer bytes than the head of the answer says that they are.
    Short,
    /// Another part than was asked for.
    OtherPart,
    /// A bit of it is wrong.
    Flipped,
    /// That status, with a body that quotes the request.
    Status(u16),
    /// Sent on to the list of another host, on that port of this machine.
    Elsewhere(u16),
    /// As it should be, on a connection that ends with it.
    Closing,
}

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) path: String,
    pub(crate) headers: HeaderMap,
}

type Decide = dyn Fn(usize, &Asked) -> Manner + Send + Sync;

pub(crate) struct Host {
    address: SocketAddr,
    shared: Arc<Shared>,
    /// Ends the server when it is dropped.
    _end: oneshot::Sender<()>,
}

struct Shared {
    files: Mutex<BTreeMap<String, Vec<u8>>>,
    /// The name of the version of every file, if the host tells it.
    tag: Mutex<Option<String>>,
    asked: Mutex<Vec<Asked>>,
    /// By the number of the request.
    manner: Mutex<Box<Decide>>,
    connections: AtomicUsize,
}

impl Host {
    /// A host with these files below `/db/`.
    pub(crate) fn with(files: BTreeMap<String, Vec<u8>>) -> Host {
        let shared = Arc::new(Shared {
            files: Mutex::new(files),
            tag: Mutex::new(Some("\"first\"".into())),
            asked: Mutex::default(),
            manner: Mutex::new(Box::new(|_, _| Manner::Well)),
            connections: AtomicUsize::new(0),
        });
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (end, ended) = oneshot::channel();
        let served = Arc::clone(&shared);
        thread::spawn(move || serve(listener, &served, ended));
        Host {
            address,
            shared,
            _end: end,
        }
    }

    /// A host with the class files of a board that are in the program, and their manifest, as
    /// `quixotic export` makes them.
    pub(crate) fn of_board(size: u8) -> Host {
        let bundle = bundle(size);
        let mut levels: Vec<u8> = bundle.files().map(|(class, _)| class.level()).collect();
        levels.dedup();
        let rules = bundle.rules();
        let manifest = Manifest::of(&bundle, rules, &levels).expect("it is whole");
        Host::of_files(&bundle, manifest.to_bytes())
    }

    /// The same with nothing but a list of the files.
    pub(crate) fn of_listed_board(size: u8) -> Host {
        let bundle = bundle(size);
        let listed = bundle.files().map(|(class, file)| {
            let (mover, other, bytes) = (class.mine, class.theirs, file.len());
            json!({ "mover": mover, "other": other, "bytes": bytes })
        });
        let classes: Vec<_> = listed.collect();
        let manifest = json!({ "format": Manifest::FORMAT, "classes": classes });
        Host::of_files(&bundle, manifest.to_string().into_bytes())
    }

    fn of_files(bundle: &Bundle, manifest: Vec<u8>) -> Host {
        let files = bundle.files();
        let files = files.map(|(class, file)| (name(class), file.to_owned()));
        Host::with(files.chain([(Manifest::NAME.into(), manifest)]).collect())
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/db", self.address)
    }

    /// The same with a name and a password.
    pub(crate) fn url_with_login(&self) -> String {
        format!("http://somebody:{SECRET}@{}/db/", self.address)
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    /// Answers in a manner from now on.
    pub(crate) fn behave(&self, manner: impl Fn(usize, &Asked) -> Manner + Send + Sync + 'static) {
        self.asked().clear();
        *self.shared.manner.lock().expect("no panic") = Box::new(manner);
    }

    /// The requests since then.
    pub(crate) fn asked(&self) -> MutexGuard<'_, Vec<Asked>> {
        self.shared.asked.lock().expect("no panic")
    }

    /// The connections since the host is there.
    pub(crate) fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::Relaxed)
    }

    pub(crate) fn files(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.shared.files.lock().expect("no panic")
    }

    /// What the host calls the version of every file from now on.
    pub(crate) fn set_tag(&self, tag: Option<&str>) {
        *self.shared.tag.lock().expect("no panic") = tag.map(Into::into);
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Host").field(&self.address).finish()
    }
}

fn bundle(size: u8) -> Bundle {
    let rules = Rules::official(size).expect("a supported size");
    Bundle::embedded(rules).expect("it is in the program")
}

/// A password that must be in no output.
pub(crate) const SECRET: &str = "hunter2hunter2";

pub(crate) fn name(class: Class) -> String {
    format!("c{:02}-{:02}.qxc", class.mine, class.theirs)
}

fn serve(listener: TcpListener, shared: &Arc<Shared>, ended: oneshot::Receiver<()>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        listener.set_nonblocking(true).expect("a socket");
        let listener = tokio::net::TcpListener::from_std(listener).expect("a socket");
        let accept = async {
            loop {
                let Ok((stream, _)) = listener.accept().await else {
                    continue;
                };
                shared.connections.fetch_add(1, Ordering::Relaxed);
                let shared = Arc::clone(shared);
                let service = service_fn(move |request| answer(Arc::clone(&shared), request));
                let connection = hyper::server::conn::http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), service);
                tokio::spawn(connection);
            }
        };
        tokio::select! {
            () = accept => {}
            _ = ended => {}
        }
    });
}

async fn answer(
    shared: Arc<Shared>,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let asked = Asked {
        path: request.uri().path().into(),
        headers: request.headers().clone(),
    };
    let number = {
        let mut all = shared.asked.lock().expect("no panic");
        all.push(asked.clone());
        all.len() - 1
    };
    let manner = shared.manner.lock().expect("no panic")(number, &asked);
    let file = asked.path.strip_prefix("/db/").map(str::to_owned);
    let files = shared.files.lock().expect("no panic");
    let file = file.and_then(|file| files.get(&file));
    let tag = shared.tag.lock().expect("no panic").clone();
    Ok(respond(&asked, file, tag.as_deref(), manner))
}

fn respond(
    asked: &Asked,
    file: Option<&Vec<u8>>,
    tag: Option<&str>,
    manner: Manner,
) -> Response<Full<Bytes>> {
    let response = |status: u16| Response::builder().status(status);
    let body = |bytes: &[u8]| Full::new(Bytes::copy_from_slice(bytes));
    if let Manner::Status(status) = manner {
        let quoted = format!("{SECRET}\n{:?}\n", asked.headers);
        return response(status)
            .body(body(quoted.as_bytes()))
            .expect("a response");
    }
    if let Manner::Elsewhere(port) = manner {
        let location = format!("http://127.0.0.1:{port}/db/{}", Manifest::NAME);
        let elsewhere = response(302).header(header::LOCATION, location);
        return elsewhere.body(body(b"")).expect("a response");
    }
    let Some(file) = file else {
        return response(404).body(body(b"")).expect("a response");
    };
    let wanted = asked.headers.get(header::IF_MATCH);
    if wanted.is_some_and(|wanted| Some(wanted.as_bytes()) != tag.map(str::as_bytes)) {
        return response(412).body(body(b"")).expect("a response");
    }
    let range = asked.headers.get(header::RANGE);
    // Only parts of class files have a checksum and a place.
    let manner = match manner {
        Manner::OtherPart | Manner::Flipped if range.is_none() => Manner::Well,
        manner => manner,
    };
    let range = range.and_then(part).filter(|_| manner != Manner::Whole);
    let (mut from, mut until) = range.unwrap_or((0, file.len()));
    if manner == Manner::OtherPart {
        from = from.saturating_sub(1);
        until -= 1;
    }
    let mut bytes = file[from..until].to_vec();
    match manner {
        Manner::Short => drop(bytes.pop()),
        Manner::Flipped => {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 4;
        }
        _ => {}
    }
    let mut answer = match range {
        Some(_) => response(206).header(
            header::CONTENT_RANGE,
            format!("bytes {from}-{}/{}", until - 1, file.len()),
        ),
        None => response(StatusCode::OK.as_u16()),
    };
    if let Some(tag) = tag {
        answer = answer.header(header::ETAG, tag);
    }
    if manner == Manner::Closing {
        answer = answer.header(header::CONNECTION, "close");
    }
    if manner == Manner::Gzip {
        answer = answer.header(header::CONTENT_ENCODING, "gzip");
    }
    answer.body(body(&bytes)).expect("a response")
}

/// The bounds of `bytes=5-9`.
pub(crate) fn part(range: &HeaderValue) -> Option<(usize, usize)> {
    let (from, last) = range
        .to_str()
        .ok()?
        .strip_prefix("bytes=")?
        .split_once('-')?;
    Some((from.parse().ok()?, last.parse::<usize>().ok()? + 1))
}
