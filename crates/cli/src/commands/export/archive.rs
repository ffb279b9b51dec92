//! `export --archive`: a database in few large files, for archives of research data, with what a
//! stranger needs to check it: sums of the files, a data card, and a hash tree for single pages.
//!
//! The large files are in the tar format of POSIX (ustar), so any `tar` takes the class files out
//! again, and one class file lies in one piece, so a reader by ranges needs no more than its place.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use quixotic_solver::free_space;
use quixotic_tablebase::Database;
use quixotic_tablebase::internal::format::{ClassHashes, class_path};
use quixotic_tablebase::store::{Manifest, Part, ReadRequest, Volume, VolumePlace};
use ring::digest::{Context as Digest, SHA256};

use super::card::{self, Card};
use crate::env::Env;
use crate::files;
use crate::interrupt::Interrupted;
use crate::meter::Meter;
use crate::target::Target;
use crate::units;

/// The sums, as `sha256sum --check` reads them.
const SUMS: &str = "SHA256SUMS";

/// Bytes that are copied at once.
const COPIED: u64 = 8 << 20;

/// A block of a tar file: headers have one, and files are filled up to whole ones.
const BLOCK: u64 = 512;

/// Bytes of the longest file that a header of ustar has room for.
const LONGEST: u64 = 1 << 33;

/// Files that are written into a room of their own and get their places together, when all are whole.
pub(super) struct Archive<'a> {
    folder: &'a Path,
    room: tempfile::TempDir,
    volumes: Vec<Volume>,
}

/// A file that is being written and hashed.
struct Writer {
    path: PathBuf,
    file: BufWriter<File>,
    digest: Digest,
    bytes: u64,
}

impl Writer {
    fn create(path: PathBuf) -> Result<Writer> {
        let file = File::create(&path).map_err(|error| files::unwritten(&path, &error))?;
        Ok(Writer {
            path,
            file: BufWriter::new(file),
            digest: Digest::new(&SHA256),
            bytes: 0,
        })
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let written = self.file.write_all(bytes);
        written.map_err(|error| files::unwritten(&self.path, &error))?;
        self.digest.update(bytes);
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Fills the last block of a tar file up.
    fn fill(&mut self) -> Result<()> {
        let missing = self.bytes.next_multiple_of(BLOCK) - self.bytes;
        self.write(&vec![0; missing as usize])
    }

    fn end(self) -> Result<Volume> {
        let unwritten = |error| files::unwritten(&self.path, &error);
        let file = self.file.into_inner();
        let file = file.map_err(|error| unwritten(error.into_error()))?;
        file.sync_all().map_err(unwritten)?;
        let name = self.path.file_name().unwrap_or_default();
        Ok(Volume {
            name: name.to_string_lossy().into_owned(),
            bytes: self.bytes,
            sha256: hexadecimal(self.digest.finish().as_ref()),
        })
    }
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl<'a> Archive<'a> {
    /// An archive that is to be in a folder, which may not be a database itself, and has to have
    /// room for so many bytes.
    pub(super) fn new(folder: &'a Path, bytes: u64) -> Result<Archive<'a>> {
        let unwritten = |error| files::unwritten(folder, &error);
        fs::create_dir_all(folder).map_err(unwritten)?;
        for entry in fs::read_dir(folder).map_err(unwritten)? {
            let path = entry.map_err(unwritten)?.path();
            ensure!(
                path.extension().is_none_or(|extension| extension != "qxc"),
                "{} holds class files already: choose another folder for the archive",
                folder.display()
            );
        }
        let free = free_space(folder).map_err(unwritten)?;
        ensure!(
            bytes < free,
            "{} has {} free, but the archive takes {}: choose another disk",
            folder.display(),
            units::bytes(free),
            units::bytes(bytes)
        );
        let mut builder = tempfile::Builder::new();
        let room = builder.prefix(".quixotic-").tempdir_in(folder);
        Ok(Archive {
            folder,
            room: room.map_err(unwritten)?,
            volumes: Vec::new(),
        })
    }

    fn writer(&self, name: &str) -> Result<Writer> {
        Writer::create(self.room.path().join(name))
    }

    /// A small file.
    pub(super) fn put(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let mut writer = self.writer(name)?;
        writer.write(bytes)?;
        self.volumes.push(writer.end()?);
        Ok(())
    }

    /// The files so far.
    pub(super) fn volumes(&self) -> &[Volume] {
        &self.volumes
    }

    /// Adds a manifest and the sums, and gives all files their places. Whatever reads the archive
    /// goes by the manifest, so that comes last.
    pub(super) fn end(mut self, manifest: &Manifest) -> Result<u64> {
        self.put(Manifest::NAME, &manifest.to_bytes())?;
        let sums = self.volumes.iter();
        let sums: String = sums
            .map(|volume| format!("{}  {}\n", volume.sha256, volume.name))
            .collect();
        self.put(SUMS, sums.as_bytes())?;
        let is_manifest = |volume: &&Volume| volume.name == Manifest::NAME;
        let (last, first): (Vec<&Volume>, Vec<&Volume>) =
            self.volumes.iter().partition(is_manifest);
        for Volume { name, .. } in first.into_iter().chain(last) {
            let path = self.folder.join(name);
            fs::rename(self.room.path().join(name), &path)
                .map_err(|error| files::unwritten(&path, &error))?;
        }
        Ok(self.volumes.iter().map(|volume| volume.bytes).sum())
    }

    /// The volumes with the class files of a manifest, each at most so long unless one file is
    /// longer, and the hash tree. Returns the manifest of the archive.
    pub(super) fn put_classes(
        &mut self,
        env: &Env<'_>,
        database: &Database,
        game: &str,
        manifest: Manifest,
        longest: u64,
    ) -> Result<Manifest> {
        let interrupted = || Interrupted("nothing is kept of the archive".into());
        let mut meter = Meter::new(env);
        let total = manifest.classes.len() as u64;
        let mut hashes = self.writer(Manifest::HASHES)?;
        let mut volume: Option<Writer> = None;
        let (mut places, mut number) = (Vec::new(), 0);
        for (done, entry) in manifest.classes.iter().enumerate() {
            meter.show_steps(done as u64, total, &entry.class());
            let class = entry.class();
            let file = database.class_file(class)?;
            let tree = ClassHashes::of(database.store(), file, || !env.stop.is_set())?;
            let tree = tree.ok_or_else(interrupted)?;
            // With the two empty blocks at the end.
            let needed = entry.bytes.next_multiple_of(BLOCK) + 3 * BLOCK;
            if let Some(full) = volume.take_if(|volume| volume.bytes + needed > longest) {
                self.volumes.push(end_tar(full)?);
            }
            let writer = match &mut volume {
                Some(writer) => writer,
                None => {
                    number += 1;
                    volume.insert(self.writer(&format!("{game}-{number:02}.tar"))?)
                }
            };
            ensure!(entry.bytes < LONGEST, "{class} is too large for a tar file");
            let name = class_path(Path::new(""), class).display().to_string();
            writer.write(&tar_header(&name, entry.bytes))?;
            places.push(VolumePlace {
                volume: number - 1,
                offset: writer.bytes,
                hashes: hashes.bytes,
                hash: tree.class().to_hex().to_string(),
            });
            for start in (0..entry.bytes).step_by(COPIED as usize) {
                env.budget().check(0).map_err(|_| interrupted())?;
                let read = ReadRequest {
                    class,
                    range: start..(start + COPIED).min(entry.bytes),
                    part: Part::Page,
                };
                writer.write(&database.store().read_many(&[read])?[0])?;
            }
            writer.fill()?;
            hashes.write(&tree.to_bytes())?;
        }
        let last = volume.context("a database has classes")?;
        self.volumes.push(end_tar(last)?);
        self.volumes.push(hashes.end()?);
        meter.show_steps(total, total, &Manifest::NAME);
        Ok(manifest.archived(self.volumes.clone(), places))
    }
}

/// Writes the end of a tar file.
fn end_tar(mut writer: Writer) -> Result<Volume> {
    writer.write(&[0; 2 * BLOCK as usize])?;
    writer.end()
}

/// The header of a file in a tar file: without an owner and a time, so that the same class files
/// make the same archive.
fn tar_header(name: &str, bytes: u64) -> [u8; BLOCK as usize] {
    let mut header = [0; BLOCK as usize];
    let mut put =
        |at: usize, text: &str| header[at..at + text.len()].copy_from_slice(text.as_bytes());
    put(0, name);
    for (at, number) in [(100, 0o644), (108, 0), (116, 0)] {
        put(at, &format!("{number:07o}"));
    }
    put(124, &format!("{bytes:011o}"));
    put(136, &format!("{:011o}", 0));
    // The sum is taken with blanks in its own place.
    put(148, "        ");
    put(156, "0");
    put(257, "ustar");
    put(263, "00");
    let sum: u32 = header.iter().copied().map(u32::from).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    header
}

/// An archive of a database; returns its manifest and bytes.
pub(super) fn database(
    env: &Env<'_>,
    target: &Target,
    database: &Database,
    manifest: Manifest,
    folder: &Path,
    longest: u64,
) -> Result<(Manifest, u64)> {
    let bytes: u64 = manifest.classes.iter().map(|entry| entry.bytes).sum();
    // With the hashes of the pages, and what is around the files.
    let mut archive = Archive::new(folder, bytes + bytes / 50 + (1 << 20))?;
    let game = target.id.slug();
    let manifest = archive.put_classes(env, database, &game, manifest, longest)?;
    let stats = database.stats().map_err(|error| target.advise(error))?;
    let card = Card::of_database(target, &manifest, &stats);
    archive.put(card::README, card.text().as_bytes())?;
    archive.put(card::CARD, &card.json()?)?;
    let bytes = archive.end(&manifest)?;
    Ok((manifest, bytes))
}

/// An archive of certificates, each with its name.
pub(super) fn certificates(
    game: &str,
    certificates: &[(String, Vec<u8>)],
    folder: &Path,
) -> Result<u64> {
    let bytes = certificates.iter().map(|(_, bytes)| bytes.len() as u64);
    let mut archive = Archive::new(folder, bytes.sum::<u64>() + (1 << 20))?;
    for (name, bytes) in certificates {
        archive.put(name, bytes)?;
    }
    let manifest = Manifest::of_files(game, archive.volumes().to_vec());
    let card = Card::of_certificates(game, &manifest);
    archive.put(card::README, card.text().as_bytes())?;
    archive.put(card::CARD, &card.json()?)?;
    archive.end(&manifest)
}

/// The certificates of a game: those in a directory, else those in the program.
pub(super) fn found(
    env: &Env<'_>,
    directory: Option<&Path>,
    shipped: (&str, &[u8]),
) -> Result<Vec<(String, Vec<u8>)>> {
    let Some(directory) = directory else {
        let (name, bytes) = shipped;
        return Ok(vec![(name.into(), bytes.to_vec())]);
    };
    let mut found = Vec::new();
    let unread = |error| files::unread(directory, &error);
    for entry in fs::read_dir(directory).map_err(unread)? {
        let path = entry.map_err(unread)?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let Some(name) = name.filter(|name| is_certificate(name)) else {
            continue;
        };
        let bytes = files::read(&path, "certificate", LONGEST_CERTIFICATE, env.stop)?;
        found.push((name.to_owned(), bytes));
    }
    found.sort_unstable();
    match found.is_empty() {
        true => bail!(
            "there are no certificates (*.qxd, *.qxr) in {}",
            directory.display()
        ),
        false => Ok(found),
    }
}

/// Bytes of a certificate: ten times the longest so far.
pub(crate) const LONGEST_CERTIFICATE: u64 = 140 << 20;

/// Whether a file is a certificate, by its name.
pub(crate) fn is_certificate(name: &str) -> bool {
    let extension = Path::new(name).extension();
    extension.is_some_and(|extension| extension == "qxd" || extension == "qxr")
}
