//! All parts of a job become what the command gives without shards.

use std::collections::BTreeMap;

use quixotic_catalog::Error;
use serde_json::Value;

use crate::job::Unmerged;
use crate::{Job, Merged, Part};

/// Shards that an error names, at most.
const NAMED: usize = 5;

/// Merges parts, each with the name that errors tell. They have to be all shards of one job, each
/// once, made by this version.
///
/// # Errors
/// In one line, what is wrong with them.
pub fn merge<'a>(
    parts: impl IntoIterator<Item = (String, &'a [u8])>,
) -> Result<(Job, Merged), Error> {
    let mut first: Option<(String, Part)> = None;
    let mut names: BTreeMap<u32, String> = BTreeMap::new();
    let mut results: BTreeMap<u64, Value> = BTreeMap::new();
    for (name, bytes) in parts {
        let mut part = Part::read(bytes).map_err(|error| bad(format!("{name}: {error}")))?;
        if let Some((of, first)) = &first {
            check_same((of, first), (&name, &part))?;
        }
        if let Some(other) = names.insert(part.shard.number(), name.clone()) {
            return Err(bad(format!(
                "{other} and {name} are both shard {}",
                part.shard
            )));
        }
        results.append(&mut part.results);
        first.get_or_insert((name, part));
    }
    let (_, Part { job, shard, .. }) = first.ok_or_else(|| bad("there are no parts".into()))?;
    let missing = shard.of() as usize - names.len();
    if missing > 0 {
        // Somebody may have said that there are thousands of millions.
        let first = (1..=shard.of()).filter(|number| !names.contains_key(number));
        let first: Vec<u32> = first.take(NAMED).collect();
        let (which, of) = (listed(&first, missing), shard.of());
        return Err(bad(format!("missing of `{job}`: {which} of {of}")));
    }
    let results: Vec<Value> = results.into_values().collect();
    match job.merge(results) {
        Ok(merged) => Ok((job, merged)),
        Err(Unmerged::Result(why)) => Err(bad(format!("`{job}`: {why}"))),
        Err(Unmerged::Piece(piece)) => {
            let shard = (piece as u64 % u64::from(shard.of())) as u32 + 1;
            let name = &names[&shard];
            Err(bad(format!("{name}: it is damaged: piece {piece} is none")))
        }
    }
}

/// Checks that a part goes together with the first.
fn check_same((of, first): (&str, &Part), (name, part): (&str, &Part)) -> Result<(), Error> {
    if part.job != first.job {
        return Err(bad(format!(
            "{name} is of `{}`, {of} is of `{}`: only the shards of one job go together",
            part.job, first.job
        )));
    }
    if part.shard.of() != first.shard.of() {
        return Err(bad(format!(
            "{name} is shard {}, {of} is shard {}: the number of shards has to be the same",
            part.shard, first.shard
        )));
    }
    Ok(())
}

/// `shards 2 and 5`: the first of so many.
fn listed(first: &[u32], count: usize) -> String {
    let named: Vec<String> = first.iter().map(u32::to_string).collect();
    match (&named[..], count - named.len()) {
        ([one], _) => format!("shard {one}"),
        ([others @ .., last], 0) => format!("shards {} and {last}", others.join(", ")),
        (named, more) => format!("shards {} and {more} more", named.join(", ")),
    }
}

fn bad(text: String) -> Error {
    Error::Bad(text)
}
