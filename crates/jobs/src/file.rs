//! A shard from its beginning to its file, with interruptions.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use quixotic_catalog::Error;
use quixotic_game::Budget;

use crate::crew::broken;
use crate::journal::{Journal, unwritten};
use crate::{Job, Part, Shard, Work, replace, work_off};

/// Whether there was anything to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    /// The part was there already.
    Before,
    /// It is there now.
    Now,
}

/// Does a shard and writes its part, under a name of its own until it is whole. A part that is there
/// is left alone; what an interrupted run has done is not done again. `report` is told how many pieces
/// are done.
///
/// # Errors
/// If under that name there is anything but this part, and whatever the work says.
pub fn run_to_file(
    path: &Path,
    (job, shard): (&Job, Shard),
    work: &dyn Work,
    threads: usize,
    budget: &Budget,
    report: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<Ran, Error> {
    if is_there(path, job, shard)? {
        return Ok(Ran::Before);
    }
    let mut journal = Journal::open(path, job, shard)?;
    let is_open = |piece: &u64| !journal.results.contains_key(piece);
    let total = shard.pieces(job.pieces()).count() as u64;
    let left: Vec<u64> = shard.pieces(job.pieces()).filter(is_open).collect();
    report(journal.results.len() as u64, total);
    work_off(work, &left, threads, budget, &mut |piece, result| {
        journal.add(piece, result)?;
        report(journal.results.len() as u64, total);
        Ok(())
    })?;
    let part = Part {
        job: job.clone(),
        shard,
        results: std::mem::take(&mut journal.results),
    };
    replace(path, &part.to_bytes(), None).map_err(|error| unwritten(path, &error))?;
    journal.remove()?;
    Ok(Ran::Now)
}

/// Whether the part is there, whole.
fn is_there(path: &Path, job: &Job, shard: Shard) -> Result<bool, Error> {
    let name = path.display();
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(broken(&format!("cannot read {name}"), &error)),
    };
    let refused = |why: &dyn std::fmt::Display| {
        Error::Bad(format!("{name}: {why}; delete it, or choose another --out"))
    };
    let part = Part::read(&bytes).map_err(|error| refused(&error))?;
    if (&part.job, part.shard) != (job, shard) {
        return Err(refused(&format!(
            "it is shard {} of `{}`",
            part.shard, part.job
        )));
    }
    Ok(true)
}
