//! `fetch`: a database or certificates from a host, checked before they are taken for whole.
//!
//! A file comes in parts, which are added to one of the same name in the folder `fetching` beside
//! the database. When all of it is there it is read back and checked against the manifest, with the
//! code that reads databases and, where the host has an archive, against the hash tree. Then it gets
//! its place. So whatever ends the run, the next one goes on with what is in `fetching`, and
//! nothing in the database itself is ever half made. What does not stand the check is fetched
//! once more from its beginning, since it may be of an older version, or damaged on its way.

use std::cmp::Reverse;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use blake3::Hash;
use bytes::Bytes;
use quixotic_catalog::GameId;
use quixotic_quixo::{Class, Rules};
use quixotic_remote::{Remote, is_address};
use quixotic_solver::{free_space, lock};
use quixotic_tablebase::internal::format::{ClassFile, ClassHashes, class_path};
use quixotic_tablebase::internal::index::Index;
use quixotic_tablebase::store::{Directory, Manifest, Part, Piece, ReadRequest};
use quixotic_tablebase::{FileError, Problem, Store as _};
use ring::digest::{SHA256, digest};
use serde::Serialize;

use super::export::archive::{LONGEST_CERTIFICATE, hexadecimal, is_certificate};
use crate::env::Env;
use crate::files;
use crate::game_args::{Family, GameArgs, not_for};
use crate::interrupt::Interrupted;
use crate::meter::{Meter, RunProgress};
use crate::output::write_json;
use crate::units::{self, count};

/// The folder for what is on its way, in the directory of the database.
const ON_ITS_WAY: &str = "fetching";

/// Bytes of a request at most.
const REQUEST: u64 = 1 << 20;

/// Bytes that are asked for together: as few as a slow line carries in the time that a batch has,
/// as many as make the way to the host short against the work.
const BATCHES: Range<u64> = 64 << 10..16 << 20;

/// How often a file is fetched that does not stand its check.
const ATTEMPTS: usize = 2;

/// What is fetched, and from where.
#[derive(Debug, clap::Args)]
pub(crate) struct FetchArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Address of an archive or a folder that `export` has made
    #[arg(value_name = "URL")]
    url: String,

    /// The root that the hash tree of the archive has to have, as it was published
    #[arg(long, value_name = "HASH", value_parser = root)]
    root: Option<Hash>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What `--json` prints. The names of the fields are part of the contract.
#[derive(Serialize)]
struct FetchJson<'a> {
    #[serde(flatten)]
    game: &'a GameId,
    directory: String,
    files: u64,
    bytes: u64,
    /// Bytes that this run has fetched.
    fetched: u64,
    root: Option<String>,
}

/// Reads the root of a hash tree.
pub(super) fn root(text: &str) -> Result<Hash, String> {
    Hash::from_hex(text).map_err(|_| "a root is 64 hexadecimal digits".into())
}

/// A file that is to be here.
struct Item {
    name: String,
    /// Where it is on the host.
    piece: Piece,
    bytes: u64,
    is_right: Expected,
}

/// What a file has to be.
enum Expected {
    Class(Class),
    Sum(String),
}

pub(crate) fn run(env: &Env<'_>, args: &FetchArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let id = &args.game.id(env)?;
    let rules = match Family::of(id)? {
        Family::Quixo(rules) => Some(rules),
        Family::Ultimate | Family::Numerical(_) if id.rules().is_none() => None,
        _ => {
            return Err(not_for(
                id,
                "quixo3, quixo4, quixo5, numerical4 and ultimate",
            ));
        }
    };
    ensure!(
        is_address(Path::new(&args.url)),
        "fetch needs an address, like https://example.org/{}",
        id.slug()
    );
    let own = || Some(env.data()?.join(id.slug()));
    let directory = args.game.directory(env, id)?.or_else(own);
    let directory = directory.context("there is no home directory: name one with --db DIR")?;
    let remote = Remote::open(&args.url)?;
    let manifest = remote.manifest()?;
    let items = match rules {
        Some(rules) => classes(&remote, &manifest, rules)?,
        None => certificates(&remote, &manifest, id)?,
    };
    let found = manifest.root();
    if let Some(root) = args.root
        && found != Some(root)
    {
        match found {
            Some(found) => bail!("{remote} has the root {found}, not {root}: use another address"),
            None => bail!(
                "{remote} has no hash tree, and so no root: `quixotic export --archive` makes one"
            ),
        }
    }
    let fetch = Fetch {
        env,
        remote: &remote,
        manifest: &manifest,
        rules,
        directory: &directory,
    };
    let fetched = fetch.all(&items)?;
    let json = FetchJson {
        game: id,
        directory: directory.display().to_string(),
        files: items.len() as u64,
        bytes: items.iter().map(|item| item.bytes).sum(),
        fetched: fetched.bytes,
        root: found.map(|root| root.to_hex().to_string()),
    };
    if args.json {
        write_json(out, &json)?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(
        out,
        "{} holds {} files of {id} ({}), {} of which were fetched now.",
        json.directory,
        count(json.files),
        units::bytes(json.bytes),
        units::bytes(json.fetched)
    )?;
    if let Some(root) = &json.root {
        writeln!(out, "root       {root}")?;
    }
    writeln!(out, "time       {}", fetched.times)?;
    Ok(ExitCode::SUCCESS)
}

/// The class files of a manifest, the highest levels first: what is here of a database is of use
/// from some level up.
fn classes(remote: &Remote, manifest: &Manifest, rules: Rules) -> Result<Vec<Item>> {
    let checked = manifest.check_outlines(rules);
    checked.with_context(|| format!("{remote}/{}", Manifest::NAME))?;
    let mut classes: Vec<(Class, u64)> = manifest
        .classes
        .iter()
        .map(|entry| (entry.class(), entry.bytes))
        .collect();
    classes.sort_by_key(|(class, _)| Reverse(class.level()));
    let item = |(class, bytes)| {
        Some(Item {
            name: class_path(Path::new(""), class).display().to_string(),
            piece: manifest.piece(class)?,
            bytes,
            is_right: Expected::Class(class),
        })
    };
    Ok(classes.into_iter().filter_map(item).collect())
}

/// The certificates of a manifest.
fn certificates(remote: &Remote, manifest: &Manifest, id: &GameId) -> Result<Vec<Item>> {
    ensure!(
        manifest.game == id.game() && manifest.classes.is_empty(),
        "{remote}/{} is of {}, not of {id}: use another address",
        Manifest::NAME,
        manifest.game
    );
    let volumes = manifest.volumes.iter();
    let found = volumes.filter(|volume| is_certificate(&volume.name));
    let items = found.map(|volume| {
        ensure!(
            volume.bytes <= LONGEST_CERTIFICATE,
            "{remote}/{} is too long for a certificate",
            volume.name
        );
        Ok(Item {
            name: volume.name.clone(),
            piece: Piece {
                file: volume.name.clone(),
                start: 0,
                bytes: volume.bytes,
            },
            bytes: volume.bytes,
            is_right: Expected::Sum(volume.sha256.clone()),
        })
    });
    items.collect()
}

/// What a run has done.
struct Fetched {
    bytes: u64,
    times: String,
}

struct Fetch<'a> {
    env: &'a Env<'a>,
    remote: &'a Remote,
    manifest: &'a Manifest,
    rules: Option<Rules>,
    directory: &'a Path,
}

impl Fetch<'_> {
    /// Brings all that is not here.
    fn all(&self, items: &[Item]) -> Result<Fetched> {
        let cells = self.rules.map_or(0, Rules::cells);
        let _lock = lock(self.directory, cells)?;
        let room = self.directory.join(ON_ITS_WAY);
        fs::create_dir_all(&room).map_err(|error| files::unwritten(&room, &error))?;
        let index = self.rules.map(Index::new);
        let mut meter = Meter::new(self.env);
        let missing = self.missing(items, index.as_ref(), &mut meter)?;
        let total = missing.iter().map(|item| item.bytes).sum();
        let partial =
            |item: &&Item| fs::metadata(room.join(&item.name)).map_or(0, |file| file.len());
        let here: u64 = missing
            .iter()
            .map(|item| partial(item).min(item.bytes))
            .sum();
        self.check_space(total - here)?;
        if total > here {
            meter.say(&format!(
                "Fetching {} from {} to {} ({} free). It can be interrupted: the same command goes on from there.",
                units::bytes(total - here),
                self.remote,
                self.directory.display(),
                units::bytes(free_space(self.directory).unwrap_or_default())
            ));
        }
        let mut progress = RunProgress::of("bytes");
        progress.start(here, total);
        progress.set_off();
        let mut run = Download {
            fetch: self,
            index: index.as_ref(),
            room: &room,
            batch: 1 << 20,
            meter,
            progress,
            fetched: 0,
        };
        for item in &missing {
            run.bring(item)?;
        }
        run.meter.show(&run.progress, &"all is here");
        // What is left in it is of a database that was fetched there before.
        let _ = fs::remove_dir_all(&room);
        Ok(Fetched {
            bytes: run.fetched,
            times: run.progress.times(),
        })
    }

    /// What is not here yet. What is here has to be what the host has.
    fn missing<'i>(
        &self,
        items: &'i [Item],
        index: Option<&Index>,
        meter: &mut Meter,
    ) -> Result<Vec<&'i Item>> {
        let mut missing = Vec::new();
        for (done, item) in items.iter().enumerate() {
            let path = self.directory.join(&item.name);
            if fs::symlink_metadata(&path).is_err() {
                missing.push(item);
                continue;
            }
            let doing = format_args!("checking {}", item.name);
            meter.show_steps(done as u64, items.len() as u64, &doing);
            if let Err(why) = self.check(item, self.directory, index)? {
                bail!(
                    "{} is not as on the host ({why}): delete it, or choose another directory with --db DIR",
                    path.display()
                );
            }
        }
        Ok(missing)
    }

    fn check_space(&self, needed: u64) -> Result<()> {
        let free =
            free_space(self.directory).map_err(|error| files::unwritten(self.directory, &error))?;
        ensure!(
            needed < free,
            "{} has {} free, but {} are to be fetched: make room, or choose another disk with --db DIR",
            self.directory.display(),
            units::bytes(free),
            units::bytes(needed)
        );
        Ok(())
    }

    /// Whether a file in a directory is what the host says, or why not.
    fn check(
        &self,
        item: &Item,
        directory: &Path,
        index: Option<&Index>,
    ) -> Result<Result<(), String>> {
        let checked = match (&item.is_right, self.rules.zip(index)) {
            (Expected::Class(class), Some((rules, index))) => {
                self.check_class(*class, directory, rules, index)
            }
            (Expected::Sum(sum), _) => {
                let path = directory.join(&item.name);
                let bytes = fs::read(&path).map_err(|error| files::unread(&path, &error))?;
                Ok(
                    match *sum == hexadecimal(digest(&SHA256, &bytes).as_ref()) {
                        true => Some(Ok(())),
                        false => Some(Err("it does not match its SHA-256".into())),
                    },
                )
            }
            (Expected::Class(_), None) => unreachable!("classes have rules"),
        };
        match checked {
            Ok(Some(found)) => Ok(found),
            Ok(None) => Err(self.interrupted().into()),
            // The system's own trouble is no fault of the file.
            Err(error) => match error.problem() {
                Problem::Io(_) => Err(error.into()),
                problem => Ok(Err(problem.to_string())),
            },
        }
    }

    /// Whether a class file is right; `None` if that was interrupted.
    fn check_class(
        &self,
        class: Class,
        directory: &Path,
        rules: Rules,
        index: &Index,
    ) -> Result<Option<Result<(), String>>, FileError> {
        let store = Directory::new(directory);
        let file = ClassFile::open(&store, rules, index, class)?;
        let hashes = ClassHashes::of(&store, &file, || !self.env.stop.is_set())?;
        let Some(hashes) = hashes else {
            return Ok(None);
        };
        let tail = ReadRequest {
            class,
            range: file.after_index(),
            part: Part::Tail,
        };
        let outline = file.outline(&store.read_many(&[tail])?[0]);
        let entry = self.manifest.entry(class);
        let is_listed = entry.is_some_and(|entry| entry.outline == Some(outline));
        let tree = self.manifest.hash(class);
        Ok(Some(if !is_listed {
            Err("the manifest says otherwise".into())
        } else if tree.is_some_and(|hash| hash != hashes.class()) {
            Err("it does not match the hash tree".into())
        } else {
            Ok(())
        }))
    }

    fn interrupted(&self) -> Interrupted {
        Interrupted("the same command goes on with what is here".into())
    }
}

/// A run under way.
struct Download<'a> {
    fetch: &'a Fetch<'a>,
    index: Option<&'a Index>,
    room: &'a Path,
    /// Bytes that are asked for together now.
    batch: u64,
    meter: Meter,
    progress: RunProgress,
    fetched: u64,
}

impl Download<'_> {
    /// Brings a file, checks it and gives it its place.
    fn bring(&mut self, item: &Item) -> Result<()> {
        let Fetch {
            remote, directory, ..
        } = self.fetch;
        let new = self.room.join(&item.name);
        let mut why = String::new();
        for _ in 0..ATTEMPTS {
            self.download(item, &new)?;
            match self.fetch.check(item, self.room, self.index)? {
                Ok(()) => {
                    let path = directory.join(&item.name);
                    return put(&new, &path).map_err(|error| files::unwritten(&path, &error));
                }
                Err(problem) => why = problem,
            }
            fs::remove_file(&new).map_err(|error| files::unwritten(&new, &error))?;
            remote.forget_file(&item.piece.file);
            self.progress.extend(item.bytes);
        }
        bail!(
            "{remote}: {} arrives damaged ({why}): nothing of it is kept; try again later, or use another address",
            item.name
        )
    }

    /// Fetches what is missing of a file.
    fn download(&mut self, item: &Item, path: &Path) -> Result<()> {
        let unwritten = |error: io::Error| files::unwritten(path, &error);
        let mut file = OpenOptions::new();
        let mut file = file
            .create(true)
            .append(true)
            .open(path)
            .map_err(unwritten)?;
        let mut here = file.metadata().map_err(unwritten)?.len();
        if here > item.bytes {
            file.set_len(0).map_err(unwritten)?;
            self.progress.extend(item.bytes);
            here = 0;
        }
        while here < item.bytes {
            if self.fetch.env.stop.is_set() {
                return Err(self.fetch.interrupted().into());
            }
            let batch = here..(here + self.batch).min(item.bytes);
            for bytes in self.read(item, batch)? {
                file.write_all(&bytes).map_err(unwritten)?;
                here += bytes.len() as u64;
                self.fetched += bytes.len() as u64;
                self.progress.add(bytes.len() as u64);
            }
            self.meter.show(&self.progress, &item.name);
        }
        file.sync_all().map_err(unwritten)
    }

    /// Parts of a file; none, and less the next time, if that took too long.
    fn read(&mut self, item: &Item, batch: Range<u64>) -> Result<Vec<Bytes>> {
        let Piece { file, start, bytes } = &item.piece;
        let ranges = batch.clone().step_by(REQUEST as usize).map(|from| {
            let until = (from + REQUEST).min(batch.end);
            start + from..start + until
        });
        let read = self
            .fetch
            .remote
            .read_file(file, *bytes, &ranges.collect::<Vec<_>>());
        match read {
            Ok(parts) => {
                self.batch = (2 * self.batch).min(BATCHES.end);
                Ok(parts)
            }
            Err(error) if timed_out(&error) && self.batch > BATCHES.start => {
                self.batch = (self.batch / 4).max(BATCHES.start);
                Ok(Vec::new())
            }
            Err(error) => Err(error).context(
                "the host cannot be read; what is here is kept, and the same command goes on",
            ),
        }
    }
}

fn timed_out(error: &FileError) -> bool {
    matches!(error.problem(), Problem::Io(error) if error.kind() == io::ErrorKind::TimedOut)
}

/// Gives a file its place, for good.
fn put(new: &Path, path: &Path) -> io::Result<()> {
    fs::rename(new, path)?;
    if cfg!(unix)
        && let Some(directory) = path.parent()
    {
        File::open(directory)?.sync_all()?;
    }
    Ok(())
}
