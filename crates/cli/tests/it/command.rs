//! Running the command in tests.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::process::Process;

/// What a run of the command came to.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program that was built for this test.
pub(crate) fn command() -> Command {
    Command::new(crate::PROGRAM)
}

/// The arguments of a command line, none of which has a space in it.
pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Runs the command with these arguments.
pub(crate) fn quixotic(args: &[&str]) -> Run {
    run(command().args(args))
}

pub(crate) fn run(command: &mut Command) -> Run {
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    Process::start(piped.stdin(Stdio::null())).output()
}

/// Runs the command and reads the JSON it prints.
pub(crate) fn json(args: &[&str]) -> Value {
    let run = quixotic(args).succeeds();
    serde_json::from_str(&run.stdout).unwrap()
}

impl Run {
    /// Checks that all was well.
    #[track_caller]
    pub(crate) fn succeeds(self) -> Run {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        self
    }

    /// Checks that the command refused with one line, and returns it.
    #[track_caller]
    pub(crate) fn refuses(self) -> String {
        assert_eq!(self.code, Some(2), "{self:?}");
        assert_eq!(self.stdout, "");
        let lines: Vec<&str> = self.stderr.lines().collect();
        assert_eq!(lines.len(), 1, "{}", self.stderr);
        lines[0].strip_prefix("error: ").unwrap().to_owned()
    }
}

/// The files of a directory and what is in them; those that go away meanwhile are
/// left out.
pub(crate) fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).unwrap().filter_map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name()?.to_str()?.to_owned();
        Some((name, fs::read(path).ok()?))
    });
    entries.collect()
}
