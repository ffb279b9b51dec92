//! `verify --independent`: a piece is a class.

use std::collections::BTreeMap;
use std::fmt;

use quixotic_catalog::{Error, GameId};
use quixotic_game::Budget;
use quixotic_quixo::Class;
use quixotic_solver::{Finding, Independent, VerifiedClass, VerifyError, signature};
use quixotic_tablebase::{Database, ProbeError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::crew::{broken, stopped};
use crate::job::{Merged, Work, result};

/// The independent verification of a database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verify {
    #[serde(flatten)]
    id: GameId,
    /// Those that are completely there.
    levels: Vec<u8>,
    /// What the files of the database say its signature is: shards of another do not go together.
    database: String,
}

/// What a verification tells programs. The names of the fields are part of the contract.
#[derive(Debug, Serialize)]
#[allow(missing_docs, reason = "docs/guide.md says what they are")]
pub struct VerifyJson {
    pub game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    pub right: bool,
    pub positions: Option<u64>,
    pub checked: Option<u64>,
    pub mismatches: u64,
    pub signature: Option<String>,
    /// `None` to leave it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<Option<f64>>,
    pub findings: Vec<FindingJson>,
    pub faults: Vec<String>,
    pub unreadable: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<bool>,
}

/// A position that contradicts its moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FindingJson {
    position: String,
    stored: String,
    follows: String,
}

impl From<&Finding> for FindingJson {
    fn from(finding: &Finding) -> FindingJson {
        FindingJson {
            position: finding.position(),
            stored: finding
                .stored
                .map_or("win".into(), |stored| stored.to_string()),
            follows: finding.follows.to_string(),
        }
    }
}

/// What was found in a class.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Found {
    Right { positions: u64, digest: String },
    Wrong(FindingJson),
    Fault(String),
}

impl Verify {
    /// The verification of a database as it is now.
    pub fn new(id: &GameId, database: &Database) -> Result<Verify, ProbeError> {
        Ok(Verify {
            id: id.clone(),
            levels: database.levels(),
            database: database.stats()?.signature,
        })
    }

    /// Which game it is.
    pub fn id(&self) -> &GameId {
        &self.id
    }

    /// What verifies it.
    pub fn work(&self, database: Database) -> Result<impl Work + use<>, Error> {
        let independent = Independent::new(&database).map_err(unverified)?;
        Ok(Verifying {
            classes: independent.classes(),
            independent,
            database,
        })
    }

    /// The classes in the order of the pieces.
    fn classes(&self) -> impl Iterator<Item = Class> {
        let levels = self.levels.iter().rev();
        levels.flat_map(|&level| Class::of_level(level))
    }

    pub(crate) fn pieces(&self) -> u64 {
        self.classes().count() as u64
    }

    pub(crate) fn merge(&self, found: Vec<Found>) -> Merged {
        let mut told = VerifyJson {
            game: self.id.game().into(),
            rules: self.id.rules().map(ToOwned::to_owned),
            right: true,
            positions: None,
            checked: None,
            mismatches: 0,
            signature: None,
            cpu_seconds: None,
            findings: Vec::new(),
            faults: Vec::new(),
            unreadable: Vec::new(),
            published: None,
        };
        let (mut positions, mut digests) = (0, BTreeMap::new());
        for (class, found) in self.classes().zip(found) {
            match found {
                Found::Right {
                    positions: more,
                    digest,
                } => {
                    positions += more;
                    // What is no hash changes the signature, as it should.
                    let digest = blake3::Hash::from_hex(&digest).unwrap_or([0; 32].into());
                    digests.insert(class, digest);
                }
                // The command ends with the first that is wrong.
                Found::Wrong(finding) => {
                    (told.right, told.mismatches) = (false, 1);
                    told.findings.push(finding);
                    break;
                }
                Found::Fault(fault) => {
                    told.right = false;
                    told.faults.push(fault);
                    break;
                }
            }
        }
        if told.right {
            (told.positions, told.checked) = (Some(positions), Some(positions));
            told.signature = Some(signature(&digests));
        }
        Merged {
            is_no: !told.right,
            ..Merged::json(&told)
        }
    }
}

impl fmt::Display for Verify {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Enough to tell two databases apart.
        let database = self.database.get(..8).unwrap_or(&self.database);
        write!(f, "verify {} --independent (database {database})", self.id)
    }
}

struct Verifying {
    database: Database,
    independent: Independent,
    classes: Vec<Class>,
}

impl Work for Verifying {
    fn piece(&self, number: u64, budget: &Budget) -> Result<Value, Error> {
        let class = self.classes[number as usize];
        let verified = self
            .independent
            .verify(&self.database, class, budget, &mut |_| {});
        Ok(result(&match verified {
            Ok(VerifiedClass { positions, digest }) => Found::Right {
                positions,
                digest: digest.to_hex().to_string(),
            },
            Err(VerifyError::Value(finding)) => Found::Wrong((&finding).into()),
            Err(fault @ (VerifyError::Census { .. } | VerifyError::Digest { .. })) => {
                Found::Fault(fault.to_string())
            }
            Err(error) => return Err(unverified(error)),
        }))
    }

    /// Classes of 5×5 have up to some gigabytes.
    fn takes_all_threads(&self) -> bool {
        true
    }
}

fn unverified(error: VerifyError) -> Error {
    match error {
        VerifyError::Stopped(why) => stopped(why),
        VerifyError::Empty => Error::Bad(error.to_string()),
        error => broken("the database cannot be verified", &error),
    }
}
