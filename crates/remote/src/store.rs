//! The class files at an address as a store.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use blake3::Hash;
use bytes::Bytes;
use quixotic_quixo::{Class, Rules};
use quixotic_tablebase::internal::format::{Outline, class_path};
use quixotic_tablebase::store::{Manifest, Piece, ReadRequest};
use quixotic_tablebase::{FileError, Store};

use crate::address::{Address, AddressError};
use crate::client::Get;
use crate::error::FetchError;
use crate::fetch::FileRequest;
use crate::listing::{self, Files};
use crate::plan::{self, RangeRequest};
use crate::session::Sessions;
use crate::version::Version;

/// How long a list of files is believed. Levels that are added are seen after it.
const LIST_LIFETIME: Duration = Duration::from_secs(60);

/// How long a failure to list files is believed: who asks about many positions is not to
/// wait for each.
const FAILURE_LIFETIME: Duration = Duration::from_secs(1);

/// The files of a database at an address: a store, and more for who copies them. See
/// [`place`](crate::place).
pub struct Remote {
    address: Address,
    sessions: Sessions,
    /// Locked to look something up, never while a request is under way.
    known: Mutex<Known>,
}

/// What was heard of the files.
#[derive(Default)]
struct Known {
    /// The files that were listed last.
    files: Option<Arc<Files>>,
    /// When they are to be listed again; `None` for at once.
    until: Option<Instant>,
    /// The last attempt to list them, if it failed.
    failed: Option<FetchError>,
    /// The files that parts were handed out of. All other parts come from the same.
    read: HashMap<String, Version>,
}

/// A part of a file at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Span {
    file: String,
    range: Range<u64>,
    /// What is known of the file.
    version: Version,
}

impl Remote {
    /// What is at an address. Nothing is asked of the host yet.
    pub fn open(address: &str) -> Result<Remote, AddressError> {
        Ok(Remote::new(Address::of_environment(address)?))
    }

    pub(crate) fn new(address: Address) -> Remote {
        Remote {
            address,
            sessions: Sessions::default(),
            known: Mutex::default(),
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The files that are there, listed again if that is long ago.
    fn files(&self) -> Result<Arc<Files>, FetchError> {
        let mut known = self.known();
        let now = Instant::now();
        if known.until.is_some_and(|until| now < until) {
            if let Some(files) = &known.files {
                return Ok(Arc::clone(files));
            }
            if let Some(error) = &known.failed {
                return Err(error.clone());
            }
        }
        // Others go on with what is known meanwhile.
        known.until = Some(now + LIST_LIFETIME);
        drop(known);
        let address = self.address.clone();
        let session = self.sessions.get(&self.address);
        let listed = session.and_then(|session| {
            session.wait(async move |fetcher| listing::list(&fetcher, &address).await)?
        });
        let mut known = self.known();
        match listed {
            Ok(files) => {
                let files = Arc::new(files);
                known.files = Some(Arc::clone(&files));
                known.failed = None;
                Ok(files)
            }
            Err(error) => {
                if known.files.is_none() {
                    known.until = Some(Instant::now() + FAILURE_LIFETIME);
                }
                known.failed = Some(error.clone());
                Err(error)
            }
        }
    }

    /// The manifest, as it is there now.
    ///
    /// # Errors
    /// If there is none, or the host cannot be asked.
    pub fn manifest(&self) -> Result<Manifest, FileError> {
        let address = self.address.clone();
        let session = self.sessions.get(&self.address);
        let manifest = session.and_then(|session| {
            session.wait(async move |fetcher| listing::read_manifest(&fetcher, &address).await)?
        });
        manifest.map_err(|error| self.error(&error))
    }

    /// Parts of a file that has so many bytes, fetched together. All parts of a file that are read come
    /// from the same version of it.
    ///
    /// # Errors
    /// If the host cannot be asked, does not have them, or has another file by now. One whose
    /// [`problem`](FileError::problem) is that time is up may go well with fewer bytes.
    pub fn read_file(
        &self,
        file: &str,
        bytes: u64,
        ranges: &[Range<u64>],
    ) -> Result<Vec<Bytes>, FileError> {
        let span = |range: &Range<u64>| self.span(file, bytes, range.clone());
        self.fetch(&ranges.iter().map(span).collect::<Vec<_>>())
    }

    /// Forgets which version of a file was read: it is read anew.
    pub fn forget_file(&self, file: &str) {
        self.known().read.remove(file);
    }

    fn span(&self, file: &str, bytes: u64, range: Range<u64>) -> Span {
        let read = self.known().read.get(file).cloned();
        Span {
            file: file.into(),
            range,
            version: read.unwrap_or_else(|| Version::with_length(bytes)),
        }
    }

    /// The files that were listed last, or are listed now.
    fn listed(&self) -> Result<Arc<Files>, FileError> {
        let listed = self.known().files.clone();
        match listed {
            Some(files) => Ok(files),
            None => self.files().map_err(|error| self.error(&error)),
        }
    }

    /// The name of the file with a class, as far as is known.
    fn file_of(&self, class: Class) -> String {
        let files = self.known().files.clone();
        let archive = files.as_ref().and_then(|files| files.archive());
        let piece = archive.and_then(|archive| archive.piece(class));
        piece.map_or_else(|| file_name(class), |piece| piece.file)
    }

    /// What a request asks for.
    fn place(&self, request: &RangeRequest) -> Result<Span, FileError> {
        let class = request.class;
        let files = self.listed()?;
        let missing = || self.of_class(class, &FetchError::NotFound);
        let Some(archive) = files.archive() else {
            let file = file_name(class);
            let read = self.known().read.get(&file).cloned();
            let version = read.or_else(|| files.versions.get(&class).cloned());
            return Ok(Span {
                file,
                range: request.range.clone(),
                version: version.ok_or_else(missing)?,
            });
        };
        let piece = match request.is_hashes {
            true => archive.hashes(class),
            false => archive.piece(class),
        };
        let Piece { file, start, bytes } = piece.ok_or_else(missing)?;
        let range = start + request.range.start..start + request.range.end;
        Ok(self.span(&file, bytes, range))
    }

    /// Fetches parts of files, and remembers which versions of the files they came from; an
    /// error if one is another than before.
    fn fetch(&self, spans: &[Span]) -> Result<Vec<Bytes>, FileError> {
        let request = |span: &Span| FileRequest {
            get: Get {
                path: self.address.path_of(&span.file),
                range: Some(span.range.clone()),
                tag: span.version.strong_tag(),
                ..Get::default()
            },
            version: span.version.clone(),
            limit: span.range.end - span.range.start,
        };
        let wanted: Vec<FileRequest> = spans.iter().map(request).collect();
        let session = self.sessions.get(&self.address);
        let fetched = session.and_then(|session| {
            session.wait(async move |fetcher| fetcher.fetch_all(&wanted).await)
        });
        let parts = match fetched {
            Ok(Ok(parts)) => parts,
            Ok(Err((number, error))) => return Err(self.of_file(&spans[number].file, &error)),
            Err(error) => return Err(self.error(&error)),
        };
        let mut known = self.known();
        for (span, (version, _)) in spans.iter().zip(&parts) {
            let first = known.read.entry(span.file.clone());
            if !first.or_insert_with(|| version.clone()).is_same(version) {
                return Err(self.of_file(&span.file, &FetchError::Replaced));
            }
        }
        Ok(parts.into_iter().map(|(_, bytes)| bytes).collect())
    }

    /// The error of everything here.
    fn error(&self, error: &FetchError) -> FileError {
        FileError::new(Path::new(&self.address.to_string()), io_error(error))
    }

    /// The error of the file of a class.
    fn of_class(&self, class: Class, error: &FetchError) -> FileError {
        self.of_file(&file_name(class), error)
    }

    fn of_file(&self, file: &str, error: &FetchError) -> FileError {
        let path = format!("{}/{file}", self.address);
        FileError::new(Path::new(&path), io_error(error))
    }
}

fn io_error(error: &FetchError) -> io::Error {
    let kind = match error {
        FetchError::NotFound => io::ErrorKind::NotFound,
        FetchError::TimedOut(_) => io::ErrorKind::TimedOut,
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, error.clone())
}

/// `c03-04.qxc`.
fn file_name(class: Class) -> String {
    class_path(Path::new(""), class).display().to_string()
}

impl Store for Remote {
    fn classes(&self) -> Result<Vec<Class>, FileError> {
        let files = self.files().map_err(|error| self.error(&error))?;
        Ok(files.versions.keys().copied().collect())
    }

    fn name(&self, class: Class) -> PathBuf {
        format!("{}/{}", self.address, self.file_of(class)).into()
    }

    fn length(&self, class: Class) -> Result<u64, FileError> {
        let files = self.listed()?;
        let read = match files.archive() {
            Some(_) => None,
            None => self.known().read.get(&file_name(class)).cloned(),
        };
        let version = read.or_else(|| files.versions.get(&class).cloned());
        let version = version.ok_or_else(|| self.of_class(class, &FetchError::NotFound))?;
        Ok(version.length.unwrap_or_default())
    }

    fn hash(&self, class: Class) -> Option<Hash> {
        let files = self.known().files.clone()?;
        files.archive()?.hash(class)
    }

    fn forget(&self, class: Class) {
        let file = self.file_of(class);
        let mut known = self.known();
        known.read.remove(&file);
        known.files = None;
        known.until = None;
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn outline(&self, rules: Rules, class: Class) -> Option<Outline> {
        let files = self.known().files.clone()?;
        files.outline(rules, class)
    }

    fn read_many(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        let requests = plan::requests(reads);
        let mut parts = vec![Cow::default(); reads.len()];
        if requests.is_empty() {
            return Ok(parts);
        }
        let spans = requests.iter().map(|request| self.place(request));
        let fetched = self.fetch(&spans.collect::<Result<Vec<_>, FileError>>()?)?;
        for (request, bytes) in requests.iter().zip(fetched) {
            for &number in &request.reads {
                let range = &reads[number].range;
                let from = (range.start - request.range.start) as usize;
                let until = (range.end - request.range.start) as usize;
                parts[number] = Cow::Owned(bytes[from..until].to_vec());
            }
        }
        Ok(parts)
    }
}

impl fmt::Display for Remote {
    /// Its address, without what is secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.address, f)
    }
}

impl fmt::Debug for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Remote").field(&self.address).finish()
    }
}
