//! The database of Quixo under some rules: where it is looked for, what it is made with and what
//! that takes. Answers, commands and Python ask here, so that they agree.

use std::path::{Path, PathBuf};

use quixotic_quixo::Rules;
use quixotic_tablebase::{Database, WinDistances};

use crate::{Error, GameId, RuleValues};

/// The database of Quixo under some rules, there or not.
#[derive(Clone, Debug)]
pub struct QuixoDatabase {
    id: GameId,
    rules: Rules,
    /// The directory that was asked for.
    db: Option<PathBuf>,
    /// The one in which databases are otherwise, each in one of its own.
    data: Option<PathBuf>,
}

impl QuixoDatabase {
    /// The database of a game: in the directory `db` if somebody asked for one, else in one of its
    /// own below `data`.
    ///
    /// # Errors
    ///
    /// If the game is not solved into a database.
    pub fn new(
        id: &GameId,
        db: Option<PathBuf>,
        data: Option<PathBuf>,
    ) -> Result<QuixoDatabase, Error> {
        Ok(QuixoDatabase {
            id: id.clone(),
            rules: quixo_rules(id)?,
            db,
            data,
        })
    }

    /// The game and its rules.
    pub fn id(&self) -> &GameId {
        &self.id
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The directory that was asked for.
    pub fn db(&self) -> Option<&Path> {
        self.db.as_deref()
    }

    /// The directory in which it is made, there or not.
    pub fn directory(&self) -> Result<PathBuf, Error> {
        let own = || Some(self.data.as_ref()?.join(self.id.slug()));
        self.db.clone().or_else(own).ok_or_else(|| {
            Error::Bad("there is no home directory: name the directory of the database".into())
        })
    }

    /// Opens it, with the directory that it is in, if it is in one: the one that was asked for, else
    /// the database in the program, else the one in the user's data directory.
    pub fn open(&self) -> Result<(Database, Option<PathBuf>), Error> {
        if let (None, Some(database)) = (&self.db, Database::embedded(self.rules)) {
            return Ok((database, None));
        }
        let directory = self.directory()?;
        if directory.is_dir() {
            let database =
                Database::open(&directory, self.rules).map_err(|error| Error::Broken {
                    message: format!("the database of {} cannot be opened", self.id),
                    detail: error.to_string(),
                })?;
            if !database.levels().is_empty() {
                return Ok((database, Some(directory)));
            }
        }
        Err(Error::Missing {
            what: format!("there is no database of {}", self.id),
            place: Some(directory),
            advice: format!("make it with `{}`", self.id.command("solve")),
            local_advice: Some(format!("make it with `{}`", self.command("solve"))),
        })
    }

    /// The command line of a command about it.
    pub fn command(&self, subcommand: &str) -> String {
        self.id.command_at(subcommand, self.db())
    }

    /// Whether its files have the distances of wins when nobody says otherwise: on 5×5 they are half
    /// as large without.
    pub fn win_distances(&self) -> WinDistances {
        match self.rules.size() {
            5 => WinDistances::LeftOut,
            _ => WinDistances::Kept,
        }
    }
}

/// The rules of a game of Quixo.
pub fn quixo_rules(id: &GameId) -> Result<Rules, Error> {
    let size = id.game().strip_prefix("quixo");
    let size = size.and_then(|size| size.parse().ok()).ok_or_else(|| {
        Error::Bad(format!(
            "{id} has no database: its positions are solved as they are asked about"
        ))
    })?;
    read_rules(size, &RuleValues::read(id.rules().unwrap_or_default())?)
}

/// The rules of a board of some size, from the options as they are typed.
pub(crate) fn read_rules(size: u8, values: &RuleValues) -> Result<Rules, Error> {
    let rules = Rules::from_options(size, values.get("line"), values.get("double-line"));
    rules.map_err(|error| Error::Bad(error.to_string()))
}

/// What making a database takes, in brackets after the advice to make it.
pub(crate) fn cost(rules: Rules) -> &'static str {
    match rules.size() {
        5 => {
            " (about an hour of CPU time, 9 GiB of memory, 18 GB of free disk, of which it keeps 12)"
        }
        _ => "",
    }
}

/// The directory in which databases are looked for and made, each in one of its own; `None` without
/// a home directory.
#[cfg(not(target_family = "wasm"))]
pub fn data_directory() -> Option<PathBuf> {
    let project = directories::ProjectDirs::from("", "", "quixotic")?;
    Some(project.data_dir().to_owned())
}

/// The memory of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryFor {
    /// To make a database, or check it.
    Solving,
    /// To count what can occur in play.
    Counting,
}

impl MemoryFor {
    /// Bytes that are enough on 5×5.
    pub const fn enough(self) -> u64 {
        match self {
            MemoryFor::Solving => 9 << 30,
            MemoryFor::Counting => 13 << 30,
        }
    }

    /// Bytes that a run may take when nobody says otherwise.
    pub fn usual(self) -> u64 {
        self.share_of(machine_memory().unwrap_or(self.enough()))
    }

    /// What a run takes of a machine's memory. The rest is for others, and for the system to keep
    /// files in. More than 16 GiB make no run faster.
    fn share_of(self, memory: u64) -> u64 {
        match memory < self.enough() {
            true => memory / 4 * 3,
            false => (memory / 2).clamp(self.enough(), 16 << 30),
        }
    }
}

/// Bytes of the machine's memory, where the system knows.
#[cfg(target_os = "linux")]
fn machine_memory() -> Option<u64> {
    let system = rustix::system::sysinfo();
    Some(system.totalram as u64 * u64::from(system.mem_unit))
}

#[cfg(not(target_os = "linux"))]
fn machine_memory() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn the_memory_is_what_proc_says() {
        let text = std::fs::read_to_string("/proc/meminfo").unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
        let kibibytes = line.unwrap().trim().strip_suffix(" kB").unwrap();
        assert_eq!(
            machine_memory(),
            Some(kibibytes.parse::<u64>().unwrap() * 1024)
        );
    }

    #[test]
    fn a_run_leaves_memory_to_others() {
        let share = |gib: u64| MemoryFor::Solving.share_of(gib << 30) >> 30;
        assert_eq!([4, 8].map(share), [3, 6]);
        assert_eq!([9, 16, 24, 32, 64].map(share), [9, 9, 12, 16, 16]);
    }
}
