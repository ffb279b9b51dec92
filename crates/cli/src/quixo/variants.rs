//! `variants`: rule sets side by side, as a page.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use quixotic_catalog::RuleValues;
use quixotic_quixo::Rules;
use quixotic_research::variants::{self, Variant, rule_sets};
use quixotic_solver::{SolveError, SolveOptions};
use quixotic_tablebase::{Database, Kernel, WinDistances};

use super::args::VariantsArgs;
use crate::env::Env;
use crate::files;
use crate::interrupt::Interrupted;
use crate::meter::Meter;

/// Boards that are solved on the spot.
const SMALL: [u8; 2] = [3, 4];
/// The board whose results are read.
const LARGE: u8 = 5;
/// Memory for a small board: more than it takes.
const MEMORY: u64 = 1 << 30;
/// No file of results is longer.
const LONGEST: u64 = 64 << 20;

pub(crate) fn run(env: &Env<'_>, args: &VariantsArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let directory = &args.out;
    fs::create_dir_all(directory).map_err(|error| files::unwritten(directory, &error))?;
    let meter = Meter::new(args.run.quiet);
    let pool = args.run.pool()?;
    let mut large = Vec::new();
    for rules in rule_sets(LARGE) {
        large.extend(published(env, directory, rules)?);
    }
    let mut found = Vec::new();
    for rules in SMALL.into_iter().flat_map(rule_sets) {
        meter.say(&format!("solving {rules}"));
        found.push(pool.install(|| solved(env, rules))?);
    }
    found.extend(large);
    drop(meter);
    for file in variants::files(&found, "quixotic variants") {
        let path = directory.join(file.name);
        files::write(&path, file.content.as_bytes(), env.stop)?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Solves a small board in a directory of its own.
fn solved(env: &Env<'_>, rules: Rules) -> Result<Variant> {
    let directory = tempfile::tempdir().context("there is no directory for temporary files")?;
    let options = SolveOptions {
        rules,
        directory: directory.path().to_owned(),
        until: 0,
        memory: MEMORY,
        win_distances: WinDistances::Kept,
        kernel: Kernel::detect(),
    };
    quixotic_solver::solve(&options, &env.budget(), &mut |_| {}).map_err(|error| match error {
        SolveError::Stopped(_) => Interrupted::nothing().into(),
        error => anyhow::Error::from(error),
    })?;
    let database = Database::open(directory.path(), rules)?;
    Ok(Variant::of(&database)?)
}

/// What is published of the large board under these rules, if anything is.
fn published(env: &Env<'_>, directory: &Path, rules: Rules) -> Result<Option<Variant>> {
    let values = RuleValues::read(&rules.options().unwrap_or_default())?;
    let id = env.catalog.id(&format!("quixo{LARGE}"), &values)?;
    let path = directory.join(format!("{}.json", id.slug()));
    if !path.exists() {
        return Ok(None);
    }
    let json = files::read_text(&path, "results", LONGEST, env.stop)?;
    let variant = Variant::published(rules, &json);
    let variant = variant.map_err(|wrong| anyhow!("{} has no results: {wrong}", path.display()))?;
    Ok(Some(variant))
}
