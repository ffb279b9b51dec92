//! `train`: networks that play Quixo. The deep-Q network of the paper learns by playing,
//! the one that judges boards learns from the solution.

mod deep_q;
mod solution;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, ensure};

use super::args::{OnBoard, TrainArgs};
use crate::env::Env;
use crate::files;

/// Bytes of a checkpoint, at most.
const LARGEST: u64 = 1 << 30;

pub(crate) fn run(env: &Env<'_>, on: &OnBoard<TrainArgs>, out: &mut dyn Write) -> Result<ExitCode> {
    let (name, args) = on.split();
    match args.from_solution {
        true => solution::run(env, name, args, out),
        false => deep_q::run(env, name, args, out),
    }
}

/// The files of a training: the weights, and beside them the checkpoint and the curves.
struct Outputs {
    weights: PathBuf,
    checkpoint: PathBuf,
    picture: PathBuf,
}

impl Outputs {
    fn new(out: Option<&Path>, default: String) -> Result<Outputs> {
        let weights = out.map_or_else(|| default.into(), Path::to_owned);
        let outputs = Outputs {
            checkpoint: weights.with_extension("checkpoint"),
            picture: weights.with_extension("svg"),
            weights,
        };
        ensure!(
            outputs.weights != outputs.checkpoint && outputs.weights != outputs.picture,
            "--out {}: its ending is that of the checkpoint or the picture",
            outputs.weights.display()
        );
        for path in [&outputs.weights, &outputs.checkpoint, &outputs.picture] {
            files::ensure_writable(path)?;
        }
        Ok(outputs)
    }

    /// The checkpoint, if there is one.
    fn resumable(&self, env: &Env<'_>) -> Result<Option<Vec<u8>>> {
        match self.checkpoint.exists() {
            true => files::read(&self.checkpoint, "checkpoint", LARGEST, env.stop).map(Some),
            false => Ok(None),
        }
    }

    /// What to do about a checkpoint that is no good.
    fn advice(&self) -> String {
        format!(
            "{}: delete it, or use another --out",
            self.checkpoint.display()
        )
    }

    /// What is kept of a training that was interrupted.
    fn kept(&self) -> String {
        match self.checkpoint.exists() {
            true => "the same command goes on from the last checkpoint".into(),
            false => "nothing is kept".into(),
        }
    }

    /// Writes the weights and the curves; the checkpoint is not needed any more.
    fn finish(&self, env: &Env<'_>, weights: &[u8], curves: &str) -> Result<()> {
        files::write(&self.weights, weights, env.stop)?;
        files::write(&self.picture, curves.as_bytes(), env.stop)?;
        match fs::remove_file(&self.checkpoint) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(files::unwritten(&self.checkpoint, &error))
            }
            _ => Ok(()),
        }
    }
}
