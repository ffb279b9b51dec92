//! Class files in a directory, read where they are wanted and without a lock: each
//! read says where in the file it is, so that threads do not share a place in it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::{self, File, FileType};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use quixotic_quixo::Class;

use super::{ReadRequest, Store};
use crate::format::{FileError, Problem, class_path, parse_class_name};

/// A directory of class files, one for each class. Only regular files are read, or
/// symbolic links to such: opening a pipe would wait for somebody to write into it.
///
/// A file that was read from stays open. So levels may be added and files be replaced
/// while somebody reads.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    /// Locked to look a file up, never to read it.
    open: RwLock<HashMap<Class, Arc<File>>>,
}

impl Directory {
    /// The class files in a directory, whether or not it is there.
    pub fn new(path: impl Into<PathBuf>) -> Directory {
        Directory {
            path: path.into(),
            open: RwLock::default(),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of a class, opened if need be.
    fn file(&self, class: Class) -> Result<Arc<File>, FileError> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = open.get(&class) {
            return Ok(Arc::clone(file));
        }
        drop(open);
        let path = class_path(&self.path, class);
        let opened = open_regular(&path).map_err(|problem| FileError::new(&path, problem))?;
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        // Whoever came first has read from it already.
        Ok(Arc::clone(open.entry(class).or_insert(Arc::new(opened))))
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
        Ok(classes)
    }

    fn name(&self, class: Class) -> PathBuf {
        class_path(&self.path, class)
    }

    fn length(&self, class: Class) -> Result<u64, FileError> {
        let metadata = self.file(class)?.metadata();
        let metadata = metadata.map_err(|error| FileError::new(&self.name(class), error))?;
        Ok(metadata.len())
    }

    fn forget(&self, class: Class) {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.remove(&class);
    }

    fn read_many(&self, reads: &[ReadRequest]) -> Result<Vec<Cow<'_, [u8]>>, FileError> {
        let read = |read: &ReadRequest| {
            let file = self.file(read.class)?;
            let length = read.range.end.saturating_sub(read.range.start);
            let mut bytes = vec![0; length as usize];
            read_exact_at(&file, &mut bytes, read.range.start)
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
