//! `verify --independent` in shards: a piece is a class.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use quixotic_catalog::{Error, GameId};
use quixotic_game::Budget;
use quixotic_jobs::Threads;
use quixotic_quixo::Class;
use quixotic_solver::{Independent, VerifiedClass, VerifyError, signature};
use quixotic_tablebase::Database;
use serde::{Deserialize, Serialize};

use super::VerifyArgs;
use super::outcome::{FindingJson, VerifyJson};
use crate::env::Env;
use crate::shard::{Merged, Work, broken, row, stopped};
use crate::target::Target;

/// What was found in a class.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Found {
    Right {
        /// Tiles of the player to move and of the other.
        class: (u8, u8),
        positions: u64,
        digest: String,
    },
    Wrong(FindingJson),
    Fault(String),
}

/// Verifies some of the classes.
pub(super) fn run(
    env: &Env<'_>,
    args: &VerifyArgs,
    target: &Target,
    database: &Database,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    ensure!(
        args.quixo.independent,
        "--shard is for verify --independent"
    );
    let stats = database.stats().map_err(|error| target.advise(error))?;
    let independent = Independent::new(database)?;
    let classes = independent.classes();
    let piece = |number: u64, budget: &Budget| -> Result<_, Error> {
        let class = classes[number as usize];
        let verified = independent.verify(database, class, budget, &mut |_| {});
        Ok(row(&match verified {
            Ok(VerifiedClass { positions, digest }) => Found::Right {
                class: (class.mine, class.theirs),
                positions,
                digest: digest.to_hex().to_string(),
            },
            Err(VerifyError::Value(finding)) => Found::Wrong((&finding).into()),
            Err(fault @ (VerifyError::Census { .. } | VerifyError::Digest { .. })) => {
                Found::Fault(fault.to_string())
            }
            Err(VerifyError::Stopped(why)) => return Err(stopped(why)),
            Err(error) => return Err(broken("the database cannot be verified", &error)),
        }))
    };
    let work = Work {
        pieces: classes.len() as u64,
        inputs: vec![("database", stats.signature)],
        piece: &piece,
        // Classes of 5×5 have up to some gigabytes.
        threads: Threads::Together(args.run.threads()?),
    };
    args.shard.run(env, &work, out)
}

/// What the classes come to, as with `--json --no-times`.
pub(super) fn merged(id: &GameId, rows: Vec<Found>) -> Result<Merged> {
    let mut json = VerifyJson {
        game: id.game().into(),
        rules: id.rules().map(ToOwned::to_owned),
        right: true,
        ..VerifyJson::default()
    };
    let (mut all, mut digests) = (0, BTreeMap::new());
    for found in rows {
        match found {
            Found::Right {
                class: (mine, theirs),
                positions,
                digest,
            } => {
                all += positions;
                // What is no hash changes the signature, as it should.
                let digest = blake3::Hash::from_hex(&digest).unwrap_or([0; 32].into());
                digests.insert(Class::new(mine, theirs), digest);
                continue;
            }
            Found::Wrong(finding) => {
                json.mismatches = 1;
                json.findings.push(finding);
            }
            Found::Fault(fault) => json.faults.push(fault),
        }
        // The command ends with the first that is wrong.
        json.right = false;
        break;
    }
    if json.right {
        (json.positions, json.checked) = (Some(all), Some(all));
        json.signature = Some(signature(&digests));
    }
    Ok(Merged {
        is_no: !json.right,
        ..Merged::json(&json)?
    })
}
