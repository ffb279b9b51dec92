//! Class files in a directory, read where they are wanted and without a lock: each
//! read says where in the file it is, so that threads do not share a place in it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::{self, File, FileType};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use quixotic_quixo::Class;

use super::{Manifest, ManifestClass, ManifestError, Part, ReadRequest, Store};
use crate::format::{FileError, Problem, class_path, parse_class_name};

/// A directory of class files, one for each class, or of an archive that has them in a few large
/// ones. Only regular files are read, or
/// symbolic links to such: opening a pipe would wait for somebody to write into it.
///
/// A file that was read from stays open. So levels may be added and files be replaced
/// while somebody reads.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    /// Locked to look a file up, never to read it. For each class its file, and its hashes.
    open: RwLock<HashMap<(Class, bool), Arc<OpenFile>>>,
    /// The manifest of an archive, once there is one.
    archive: OnceLock<Manifest>,
}

/// A class file, or where it is in a volume.
#[derive(Debug)]
struct OpenFile {
    file: File,
    start: u64,
    /// Its bytes, where the file goes on after them.
    length: Option<u64>,
}

impl Directory {
    /// The class files in a directory, whether or not it is there.
    pub fn new(path: impl Into<PathBuf>) -> Directory {
        Directory {
            path: path.into(),
            open: RwLock::default(),
            archive: OnceLock::new(),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The manifest, if this is an archive.
    fn archive(&self) -> Result<Option<&Manifest>, FileError> {
        if let Some(manifest) = self.archive.get() {
            return Ok(Some(manifest));
        }
        let path = self.path.join(Manifest::NAME);
        let Ok(bytes) = fs::read(&path) else {
            return Ok(None);
        };
        match Manifest::from_bytes(&bytes) {
            Ok(manifest) if manifest.is_archive() => {
                Ok(Some(self.archive.get_or_init(|| manifest)))
            }
            // That of something else than a database, or of a folder.
            Ok(_) | Err(ManifestError::Foreign(_)) => Ok(None),
            Err(ManifestError::Version(found)) => {
                let version = Problem::Version(found, Manifest::FORMAT);
                Err(FileError::new(&path, version))
            }
            Err(error) => Err(FileError::new(&path, Problem::Corrupt(error.to_string()))),
        }
    }

    /// Opens the file of a class, or its hashes.
    fn open(&self, class: Class, hashes: bool) -> Result<OpenFile, FileError> {
        let path = class_path(&self.path, class);
        let own = open_regular(&path).map_err(|problem| FileError::new(&path, problem));
        let missing = match own {
            Ok(file) if !hashes => {
                return Ok(OpenFile {
                    file,
                    start: 0,
                    length: None,
                });
            }
            Err(error) if !error.is_missing() => return Err(error),
            Err(error) => error,
            Ok(_) => FileError::new(&path, io::ErrorKind::NotFound),
        };
        let Some(manifest) = self.archive()? else {
            return Err(missing);
        };
        let piece = match hashes {
            true => manifest.hashes(class),
            false => manifest.piece(class),
        };
        let Some((piece, entry)) = piece.zip(manifest.entry(class)) else {
            return Err(missing);
        };
        let path = self.path.join(&piece.file);
        let file = open_regular(&path).map_err(|problem| FileError::new(&path, problem))?;
        Ok(OpenFile {
            file,
            start: piece.start,
            length: (!hashes).then_some(entry.bytes),
        })
    }

    /// The file of a class, opened if need be.
    fn file(&self, class: Class, hashes: bool) -> Result<Arc<OpenFile>, FileError> {
        let key = (class, hashes);
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = open.get(&key) {
            return Ok(Arc::clone(file));
        }
        drop(open);
        let opened = self.open(class, hashes)?;
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        // Whoever came first has read from it already.
        Ok(Arc::clone(open.entry(key).or_insert(Arc::new(opened))))
    }
}

impl Store for Directory {
    fn classes(&self) -> Result<Vec<Class>, FileError> {
        let unusable = |error| FileError::new(&self.path, Problem::Io(error));
        let mut classes = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(unusable)? {
            let entry = entry.map_err(unusable)?;
            let name = entry.file_name();
            let Some(class) = name.to_str().and_then(parse_class_name) else {
                continue;
            };
            // A link that leads nowhere is no file. What is damaged in another way is
            // here, and reading it says why.
            let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
            let missing = |error: io::Error| error.kind() == io::ErrorKind::NotFound;
            if !is_link || !fs::metadata(entry.path()).is_err_and(missing) {
                classes.push(class);
            }
        }
        // Class files on their own are what they are, whatever else is beside them.
        if classes.is_empty()
            && let Some(archive) = self.archive()?
        {
            classes.extend(archive.classes.iter().map(ManifestClass::class));
        }
        Ok(classes)
    }

    fn name(&self, class: Class) -> PathBuf {
        let piece = self.archive.get().and_then(|archive| archive.piece(class));
        match piece {
            Some(piece) => self.path.join(piece.file),
            None => class_path(&self.path, class),
        }
    }

    fn length(&self, class: Class) -> Result<u64, FileError> {
        let open = self.file(class, false)?;
        if let Some(length) = open.length {
            return Ok(length);
        }
        let metadata = open.file.metadata();
        let metadata = metadata.map_err(|error| FileError::new(&self.name(class), error))?;
        Ok(metadata.len())
    }

    fn forget(&self, class: Class) {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.retain(|(other, _), _| *other != class);
    }

    fn hash(&self, class: Class) -> Option<blake3::Hash> {
        self.archive.get()?.hash(class)
    }

    fn read_many(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        let read = |read: &ReadRequest| {
            let open = self.file(read.class, read.part == Part::Hashes)?;
            let length = read.range.end.saturating_sub(read.range.start);
            let mut bytes = vec![0; length as usize];
            read_exact_at(&open.file, &mut bytes, open.start + read.range.start)
                .map_err(|error| FileError::new(&self.name(read.class), error))?;
            Ok(Cow::Owned(bytes))
        };
        reads.iter().map(read).collect()
    }
}

/// Opens a regular file.
fn open_regular(path: &Path) -> Result<File, Problem> {
    // Asked before it is opened: opening a pipe waits.
    let is_file = |kind: FileType| match kind.is_file() {
        true => Ok(()),
        false => Err(Problem::NotRegular(kind_name(kind))),
    };
    is_file(fs::metadata(path)?.file_type())?;
    let file = File::open(path)?;
    is_file(file.metadata()?.file_type())?;
    Ok(file)
}

/// What a thing in a directory is that is no regular file.
fn kind_name(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a named pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_block_device() || kind.is_char_device() {
            return "a device";
        }
    }
    if kind.is_dir() {
        return "a directory";
    }
    "something else"
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !bytes.is_empty() {
        match file.seek_read(bytes, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                bytes = &mut bytes[read..];
                offset += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// There are no files in a browser.
#[cfg(not(any(unix, windows)))]
fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
