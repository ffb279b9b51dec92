//! `solve ultimate`: a piece is a problem of the proof.

use std::fmt;

use quixotic_catalog::Error;
use quixotic_game::Budget;
use quixotic_ultimate::Move;
use quixotic_ultimate::proof::{Certificate, Claim, Part, Unproved, problem_count, solve_problem};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::crew::stopped;
use crate::job::{Merged, Work, result};

/// What is proved, as options.
#[derive(Clone, Debug, clap::Args)]
pub struct UltimateOptions {
    /// Prove that X cannot win by this ply [default: 41; with --except 44: 43]
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u8).range(1..=81))]
    pub by: Option<u8>,

    /// Leave this first move and its images out of account; with 44 X wins by ply 43
    #[arg(long, value_name = "MOVE", value_parser = first_move::read)]
    pub except: Option<Move>,
}

/// The proof that X cannot force a win by some ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ultimate {
    by: u8,
    /// The first move that is left out of account.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "first_move")]
    except: Option<Move>,
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
    ///
    /// # Errors
    /// If X's strategy refutes it.
    pub fn new(options: &UltimateOptions) -> Result<Ultimate, Error> {
        let strongest = Claim::strongest(options.except);
        let job = Ultimate {
            by: options.by.unwrap_or(strongest.by),
            except: options.except,
        };
        if job.claim().is_refuted() {
            let told = "X wins by ply 43 with the first move 44; --except 44 leaves it out";
            return Err(Error::Bad(format!("--by {}: {told}", job.by)));
        }
        Ok(job)
    }

    /// What is proved.
    pub fn claim(&self) -> Claim {
        Claim {
            by: self.by,
            spared: self.except,
        }
    }

    /// What proves it; it needs nothing.
    pub fn work(&self) -> impl Work + use<> {
        Proving(self.claim())
    }

    pub(crate) fn pieces(&self) -> u64 {
        problem_count(self.claim()) as u64
    }

    pub(crate) fn merge(&self, problems: Vec<Problem>) -> Merged {
        let parts: Result<Vec<Part>, String> = problems.into_iter().map(Problem::part).collect();
        let claim = self.claim();
        match parts {
            Ok(parts) => Merged::yes(Certificate { claim, parts }.to_bytes()),
            Err(why) => {
                let told = format!("That {claim} is not proved: {why}.\n");
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
        write!(f, "solve ultimate --by {}", self.by)?;
        match self.except {
            None => Ok(()),
            Some(mv) => write!(f, " --except {mv}"),
        }
    }
}

struct Proving(Claim);

impl Work for Proving {
    fn piece(&self, number: u64, budget: &Budget) -> Result<Value, Error> {
        let problem = match solve_problem(number as usize, self.0, budget) {
            Ok(part) => Problem::new(&part),
            Err(Unproved::Stopped(why)) => return Err(stopped(why)),
            Err(unproved) => Problem::Unproved(unproved.to_string()),
        };
        Ok(result(&problem))
    }
}

/// A first move as text, `44`.
mod first_move {
    use quixotic_game::{Game as _, NotationError};
    use quixotic_ultimate::{Move, Ultimate};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    pub(super) fn read(text: &str) -> Result<Move, NotationError> {
        Ultimate::default().parse_move(text)
    }

    #[expect(clippy::ref_option, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(
        mv: &Option<Move>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        mv.map(|mv| mv.to_string()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Move>, D::Error> {
        let text = String::deserialize(deserializer)?;
        read(&text).map(Some).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json, to_value};

    fn job(by: Option<u8>, except: Option<&str>) -> Result<Ultimate, String> {
        let except = except.map(|text| first_move::read(text).unwrap());
        let job = Ultimate::new(&UltimateOptions { by, except });
        job.map_err(|error| error.to_string())
    }

    #[test]
    fn the_horizon_is_what_can_be_proved() {
        for (by, except, told) in [
            (None, None, "solve ultimate --by 41"),
            (Some(42), None, "solve ultimate --by 42"),
            (None, Some("44"), "solve ultimate --by 43 --except 44"),
            (Some(45), Some("44"), "solve ultimate --by 45 --except 44"),
            (None, Some("00"), "solve ultimate --by 41 --except 00"),
        ] {
            assert_eq!(job(by, except).unwrap().to_string(), told);
        }
        for except in [None, Some("00")] {
            let told =
                "--by 43: X wins by ply 43 with the first move 44; --except 44 leaves it out";
            assert_eq!(job(Some(43), except), Err(told.into()));
        }
    }

    #[test]
    fn jobs_are_written_and_read() {
        for (job, written) in [
            (job(Some(9), None).unwrap(), json!({"by": 9})),
            (
                job(None, Some("44")).unwrap(),
                json!({"by": 43, "except": "44"}),
            ),
        ] {
            assert_eq!(to_value(&job).unwrap(), written);
            assert_eq!(from_value::<Ultimate>(written).unwrap(), job);
        }
        let other = json!({"by": 43, "except": "49"});
        assert!(from_value::<Ultimate>(other).is_err());
    }

    #[test]
    fn what_is_merged_is_what_was_claimed() {
        let job = job(None, Some("44")).unwrap();
        assert_eq!(job.pieces(), 126);
        let merged = job.merge(Vec::new());
        let certificate = Certificate::from_bytes(&merged.bytes).unwrap();
        assert_eq!(certificate.claim, Claim::strongest(Some(Move::new(4, 4))));
        let unproved = job.merge(vec![Problem::Unproved("it is open".into())]);
        let told = "That X cannot force a win by ply 43 after any first move but 44 is not proved: it is open.\n";
        assert_eq!(String::from_utf8(unproved.bytes).unwrap(), told);
        assert!(unproved.is_no);
    }
}
