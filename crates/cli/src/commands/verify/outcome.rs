//! What a verification has found, for people and for programs.

use std::io::{self, Write};

use anyhow::{Error, anyhow};
use quixotic_solver::{Finding, Golden, Verification};
use quixotic_tablebase::Stats;
use serde::{Deserialize, Serialize};

use super::quixo::all_follow;
use crate::meter::RunProgress;
use crate::target::Target;
use crate::units::count;

/// Files that cannot be read and are named after the first one, for people.
const OTHER_FILES: usize = 9;

/// What a verification tells programs. The names of the fields are part of the contract.
#[derive(Debug, Default, Serialize)]
pub(super) struct VerifyJson {
    pub(super) game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rules: Option<String>,
    pub(super) right: bool,
    pub(super) positions: Option<u64>,
    pub(super) checked: Option<u64>,
    pub(super) mismatches: u64,
    pub(super) signature: Option<String>,
    /// `None` to leave it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cpu_seconds: Option<Option<f64>>,
    pub(super) findings: Vec<FindingJson>,
    pub(super) faults: Vec<String>,
    pub(super) unreadable: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) published: Option<bool>,
    /// Of an audit: pages that were checked, and the root of the hash tree, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pages: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) root: Option<String>,
}

/// A position that contradicts its moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FindingJson {
    position: String,
    stored: String,
    follows: String,
}

impl From<&Finding> for FindingJson {
    fn from(finding: &Finding) -> FindingJson {
        let stored = finding.stored.map(|stored| stored.to_string());
        FindingJson {
            position: finding.position(),
            stored: stored.unwrap_or("win".into()),
            follows: finding.follows.to_string(),
        }
    }
}

/// What a verification has found.
#[derive(Default)]
pub(super) struct Outcome {
    /// What is right, if it is.
    pub(super) summary: String,
    /// Stored positions, and those that were checked; `None` if the verification ended
    /// with the first that is wrong.
    pub(super) positions: Option<u64>,
    pub(super) checked: Option<u64>,
    /// Positions that contradict their moves, and the first of them.
    pub(super) mismatches: u64,
    pub(super) findings: Vec<Finding>,
    /// What else is wrong in files.
    pub(super) faults: Vec<String>,
    /// Files that cannot be read.
    pub(super) unreadable: Vec<String>,
    /// How many classes have the published counts, all of them, or a difference.
    pub(super) published: Option<Result<usize, String>>,
    pub(super) signature: Option<String>,
    /// Pages that were checked, and the root of the hash tree that they were checked against.
    pub(super) pages: Option<u64>,
    pub(super) root: Option<String>,
}

impl From<Verification> for Outcome {
    fn from(found: Verification) -> Outcome {
        Outcome {
            summary: all_follow(found.checked, found.classes),
            positions: Some(found.positions),
            checked: Some(found.checked),
            mismatches: found.mismatches,
            findings: found.findings,
            faults: found.faults.iter().map(ToString::to_string).collect(),
            unreadable: found.unreadable.iter().map(ToString::to_string).collect(),
            signature: found.signature,
            ..Outcome::default()
        }
    }
}

impl Outcome {
    pub(super) fn is_right(&self) -> bool {
        self.mismatches == 0
            && self.faults.is_empty()
            && self.unreadable.is_empty()
            && !matches!(self.published, Some(Err(_)))
    }

    /// Compares the counts with published ones.
    pub(super) fn compare(&mut self, golden: &Golden, stats: &Stats) {
        let compared = golden.compare(stats);
        self.published = Some(compared.map_err(|difference| difference.to_string()));
    }

    /// The error that the files are which cannot be read, in one line.
    pub(super) fn unreadable(&self) -> Option<Error> {
        let [first, others @ ..] = self.unreadable.as_slice() else {
            return None;
        };
        let (named, more) = others.split_at(others.len().min(OTHER_FILES));
        let named = named.iter().map(|other| format!("; {other}"));
        let more = match more.len() {
            0 => String::new(),
            more => format!("; and {} more (--json names them)", count(more as u64)),
        };
        Some(anyhow!("{first}{}{more}", named.collect::<String>()))
    }

    /// What people read.
    pub(super) fn write(
        &self,
        out: &mut dyn Write,
        target: &Target,
        progress: &RunProgress,
    ) -> io::Result<()> {
        let game = &target.id;
        if self.mismatches > 0 || !self.faults.is_empty() {
            return self.write_wrong(out, target, progress);
        }
        // The files that cannot be read are an error, which names them.
        if !self.unreadable.is_empty() {
            return Ok(());
        }
        writeln!(out, "{game} is right: {}.", self.summary)?;
        match &self.published {
            None => {}
            Some(Ok(classes)) => writeln!(
                out,
                "{game} has the published wins, losses and draws in all {classes} classes."
            )?,
            Some(Err(difference)) => {
                return writeln!(out, "{game} is not as published: {difference}.");
            }
        }
        if let Some(signature) = &self.signature {
            writeln!(out, "signature  {signature}")?;
        }
        if let Some(root) = &self.root {
            writeln!(out, "root       {root}")?;
        }
        writeln!(out, "time       {}", progress.times())
    }

    fn write_wrong(
        &self,
        out: &mut dyn Write,
        target: &Target,
        progress: &RunProgress,
    ) -> io::Result<()> {
        let game = &target.id;
        match self.checked {
            Some(checked) => writeln!(
                out,
                "{game} is wrong: {} of {} stored positions contradict their moves.",
                count(self.mismatches),
                count(checked)
            )?,
            None => writeln!(out, "{game} is wrong.")?,
        }
        for finding in &self.findings {
            writeln!(out, "wrong value: {finding}")?;
        }
        let others = self.mismatches - self.findings.len() as u64;
        if others > 0 {
            writeln!(out, "and {} more: --findings N names more", count(others))?;
        }
        for fault in &self.faults {
            writeln!(out, "{fault}")?;
        }
        writeln!(out, "time       {}", progress.times())
    }

    /// What programs read, without the time.
    pub(super) fn json(&self, target: &Target) -> VerifyJson {
        VerifyJson {
            game: target.id.game().to_owned(),
            rules: target.id.rules().map(ToOwned::to_owned),
            right: self.is_right(),
            positions: self.positions,
            checked: self.checked,
            mismatches: self.mismatches,
            signature: self.signature.clone(),
            cpu_seconds: None,
            findings: self.findings.iter().map(Into::into).collect(),
            faults: self.faults.clone(),
            unreadable: self.unreadable.clone(),
            published: self.published.as_ref().map(Result::is_ok),
            pages: self.pages,
            root: self.root.clone(),
        }
    }
}
