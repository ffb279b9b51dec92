//! `solve ultimate`: a piece is a problem of the proof.

use std::fmt;

use quixotic_catalog::Error;
use quixotic_game::Budget;
use quixotic_ultimate::Move;
use quixotic_ultimate::proof::{Certificate, Part, Unproved, problem_count, solve_problem};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::crew::stopped;
use crate::job::{Merged, Work, result};

/// What is proved, as options.
#[derive(Clone, Debug, PartialEq, Eq, clap::Args, Serialize, Deserialize)]
pub struct UltimateOptions {
    /// Prove that X cannot win by this ply; by ply 43 he can
    #[arg(long, value_name = "PLY", default_value_t = 41, value_parser = clap::value_parser!(u8).range(1..=42))]
    pub by: u8,
}

/// The proof that X cannot force a win by some ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ultimate {
    #[serde(flatten)]
    options: UltimateOptions,
}

/// A part of the certificate, or why there is none.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Problem {
    Proved {
        /// The moves as numbers: 9 times the field, and the spot.
        line: Vec<u8>,
        traps: Vec<u8>,
        /// A digit for each.
        answers: String,
    },
    Unproved(String),
}

impl Ultimate {
    /// What the options ask for.
    pub fn new(options: &UltimateOptions) -> Ultimate {
        let options = options.clone();
        Ultimate { options }
    }

    /// What proves it; it needs nothing.
    pub fn work(&self) -> impl Work + use<> {
        Proving {
            by: self.options.by,
        }
    }

    pub(crate) fn pieces(&self) -> u64 {
        problem_count() as u64
    }

    pub(crate) fn merge(&self, problems: Vec<Problem>) -> Merged {
        let parts: Result<Vec<Part>, String> = problems.into_iter().map(Problem::part).collect();
        let by = self.options.by;
        match parts {
            Ok(parts) => Merged::yes(Certificate { by, parts }.to_bytes()),
            Err(why) => {
                let told = format!("That X cannot win by ply {by} is not proved: {why}.\n");
                Merged {
                    is_no: true,
                    ..Merged::yes(told)
                }
            }
        }
    }
}

impl Problem {
    fn new(part: &Part) -> Problem {
        let digit = |&answer: &u8| char::from(b'0' + answer);
        Problem::Proved {
            line: part.line.iter().map(|mv| 9 * mv.field + mv.spot).collect(),
            traps: part.traps.clone(),
            answers: part.answers.iter().map(digit).collect(),
        }
    }

    fn part(self) -> Result<Part, String> {
        match self {
            Problem::Proved {
                line,
                traps,
                answers,
            } => Ok(Part {
                line: line.iter().map(|mv| Move::new(mv / 9, mv % 9)).collect(),
                traps,
                answers: answers
                    .bytes()
                    .map(|digit| digit.wrapping_sub(b'0'))
                    .collect(),
            }),
            Problem::Unproved(why) => Err(why),
        }
    }
}

impl fmt::Display for Ultimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "solve ultimate --by {}", self.options.by)
    }
}

struct Proving {
    by: u8,
}

impl Work for Proving {
    fn piece(&self, number: u64, budget: &Budget) -> Result<Value, Error> {
        let problem = match solve_problem(number as usize, self.by, budget) {
            Ok(part) => Problem::new(&part),
            Err(Unproved::Stopped(why)) => return Err(stopped(why)),
            Err(unproved) => Problem::Unproved(unproved.to_string()),
        };
        Ok(result(&problem))
    }
}
