//! The class files at an address as a store.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use quixotic_quixo::{Class, Rules};
use quixotic_tablebase::internal::format::{Outline, class_path};
use quixotic_tablebase::store::ReadRequest;
use quixotic_tablebase::{FileError, Store};

use crate::address::Address;
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

/// A database at an address: see [`place`](crate::place).
pub(crate) struct Remote {
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
    read: HashMap<Class, Version>,
}

impl Remote {
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

    /// What is known of the file of a class.
    fn version(&self, class: Class) -> Result<Version, FileError> {
        if let Some(version) = self.known().read.get(&class) {
            return Ok(version.clone());
        }
        let listed = self.known().files.clone();
        let files = match listed {
            Some(files) => files,
            None => self.files().map_err(|error| self.error(&error))?,
        };
        let version = files.versions.get(&class).cloned();
        version.ok_or_else(|| self.of_class(class, &FetchError::NotFound))
    }

    /// Fetches what requests want.
    fn fetch(&self, requests: &[RangeRequest]) -> Result<Vec<(Version, Bytes)>, FileError> {
        let request = |request: &RangeRequest| {
            let version = self.version(request.class)?;
            let get = Get {
                path: self.address.path_of(&file_name(request.class)),
                range: Some(request.range.clone()),
                tag: version.strong_tag(),
                ..Get::default()
            };
            Ok(FileRequest {
                get,
                version,
                limit: request.range.end - request.range.start,
            })
        };
        let wanted = requests.iter().map(request);
        let wanted: Vec<FileRequest> = wanted.collect::<Result<_, FileError>>()?;
        let session = self.sessions.get(&self.address);
        let fetched = session.and_then(|session| {
            session.wait(async move |fetcher| fetcher.fetch_all(&wanted).await)
        });
        match fetched {
            Ok(Ok(parts)) => Ok(parts),
            Ok(Err((number, error))) => Err(self.of_class(requests[number].class, &error)),
            Err(error) => Err(self.error(&error)),
        }
    }

    /// Remembers which file a part came from; an error if it is another than before.
    fn note(&self, class: Class, version: &Version) -> Result<(), FileError> {
        let mut known = self.known();
        let first = known.read.entry(class).or_insert_with(|| version.clone());
        match first.is_same(version) {
            true => Ok(()),
            false => Err(self.of_class(class, &FetchError::Replaced)),
        }
    }

    /// The error of everything here.
    fn error(&self, error: &FetchError) -> FileError {
        FileError::new(Path::new(&self.address.to_string()), io_error(error))
    }

    /// The error of the file of a class.
    fn of_class(&self, class: Class, error: &FetchError) -> FileError {
        FileError::new(&self.name(class), io_error(error))
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
        format!("{}/{}", self.address, file_name(class)).into()
    }

    fn length(&self, class: Class) -> Result<u64, FileError> {
        Ok(self.version(class)?.length.unwrap_or_default())
    }

    fn forget(&self, class: Class) {
        let mut known = self.known();
        known.read.remove(&class);
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
        for (request, (version, bytes)) in requests.iter().zip(self.fetch(&requests)?) {
            self.note(request.class, &version)?;
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

impl fmt::Debug for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Remote").field(&self.address).finish()
    }
}
