//! `verify ultimate`: the claims of the paper and the lower bound, each with its figure.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Result, bail};
use quixotic_check::ultimate::Report;
use quixotic_game::{Budget, Game as _, Stopped};
use quixotic_ultimate::proof::{self, Certificate, CertificateError, Proved};
use quixotic_ultimate::strategy::winning_advice;
use quixotic_ultimate::{Move, Position, Ultimate, check};
use serde::Serialize;

use super::{VerifyArgs, WRONG};
use crate::env::Env;
use crate::files;
use crate::interrupt::Interrupted;
use crate::meter::Meter;
use crate::output::write_json;
use crate::units::count;

/// Up to this ply Lemma 6 has to hold: the paper says that X has not won after 46.
const LEMMA_6: u8 = 45;

/// What is checked.
#[derive(Debug, clap::Args)]
pub(super) struct UltimateOptions {
    /// File of the certificate [default: the one in the program]
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

/// Bytes of a certificate: ten times the one in the program.
const LARGEST: u64 = 64 << 20;

pub(super) fn run(env: &Env<'_>, args: &VerifyArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let read = |path| read(env, path);
    let certificate = args.ultimate.certificate.as_deref().map(read).transpose()?;
    let shipped = || proof::SHIPPED.bytes().expect("the program contains it");
    let bytes = certificate.as_deref().unwrap_or_else(shipped);
    let mut meter = Meter::new(env);
    let mut begin = |done, doing: &str| meter.show_steps(done, Claims::STEPS, &doing);
    let pool = args.run.pool()?;
    let claims = pool.install(|| Claims::check(bytes, &env.budget(), &mut begin));
    let claims = claims.map_err(|_| Interrupted("nothing is decided".into()))?;
    drop(meter);
    if args.json.json {
        write_json(out, &claims)?;
    } else {
        write!(out, "{claims}")?;
    }
    Ok(match claims.hold() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(WRONG),
    })
}

/// A file that claims to be a certificate; whether it holds is the question.
fn read(env: &Env<'_>, path: &Path) -> Result<Vec<u8>> {
    let bytes = files::read(path, "certificate", LARGEST, env.stop)?;
    match Certificate::from_bytes(&bytes) {
        Err(error @ (CertificateError::Foreign | CertificateError::Version(_))) => {
            bail!("{}: {error}", path.display())
        }
        _ => Ok(bytes),
    }
}

/// What was checked. The names of the fields are part of the contract of `--json`.
#[derive(Debug, Serialize)]
struct Claims {
    strategy: StrategyJson,
    lemma5: Lemma5Json,
    lemma6: Lemma6Json,
    lower_bound: LowerBoundJson,
}

#[derive(Debug, Serialize)]
struct StrategyJson {
    always_wins: bool,
    worst_plies: u8,
    best_plies: u8,
    positions: u64,
    failure: Option<String>,
}

impl From<check::Strategy> for StrategyJson {
    fn from(found: check::Strategy) -> StrategyJson {
        StrategyJson {
            always_wins: found.failure.is_none(),
            worst_plies: found.worst_plies,
            best_plies: found.best_plies,
            positions: found.positions,
            failure: found
                .failure
                .map(|position| Ultimate::default().format_position(&position)),
        }
    }
}

#[derive(Debug, Serialize)]
struct Lemma5Json {
    holds: bool,
    first_moves: u64,
    positions: u64,
}

impl From<check::Lemma5> for Lemma5Json {
    fn from(found: check::Lemma5) -> Lemma5Json {
        Lemma5Json {
            holds: found.failure.is_none(),
            first_moves: found.first_moves,
            positions: found.positions,
        }
    }
}

#[derive(Debug, Serialize)]
struct Lemma6Json {
    holds: bool,
    by: u8,
    first_moves: u64,
    positions: u64,
    failure: Option<String>,
}

fn lemma6(budget: &Budget) -> Lemma6Json {
    let (problems, positions) = (AtomicU64::new(0), AtomicU64::new(0));
    let found = proof::lemma6(LEMMA_6, budget, |proved: &Proved| {
        problems.fetch_add(1, Ordering::Relaxed);
        positions.fetch_add(proved.positions, Ordering::Relaxed);
    });
    Lemma6Json {
        holds: found.is_ok(),
        by: LEMMA_6,
        first_moves: problems.into_inner(),
        positions: positions.into_inner(),
        failure: found.err().map(|unproved| unproved.to_string()),
    }
}

#[derive(Debug, Serialize)]
struct LowerBoundJson {
    holds: bool,
    by: Option<u8>,
    /// The first move that is left out of account.
    #[serde(skip_serializing_if = "Option::is_none")]
    except: Option<String>,
    parts: u64,
    positions: u64,
    failure: Option<String>,
    /// What the certificate proves, in words.
    #[serde(skip)]
    claim: String,
}

impl From<Result<Report, quixotic_check::ultimate::Error>> for LowerBoundJson {
    fn from(found: Result<Report, quixotic_check::ultimate::Error>) -> LowerBoundJson {
        match found {
            Ok(report) => LowerBoundJson {
                holds: true,
                by: Some(report.by),
                except: report
                    .spared
                    .map(|mv| Move::new(mv / 9, mv % 9).to_string()),
                parts: report.parts as u64,
                positions: report.positions,
                failure: None,
                claim: report.to_string(),
            },
            Err(error) => LowerBoundJson {
                holds: false,
                by: None,
                except: None,
                parts: 0,
                positions: 0,
                failure: Some(error.to_string()),
                claim: String::new(),
            },
        }
    }
}

impl Claims {
    /// How many claims there are to check.
    const STEPS: u64 = 4;

    /// Checks them, on the threads of the current rayon pool. The certificate is that
    /// of the lower bound; `begin` is called with what comes next, after how many.
    fn check(
        certificate: &[u8],
        budget: &Budget,
        begin: &mut dyn FnMut(u64, &str),
    ) -> Result<Claims, Stopped> {
        begin(0, "the strategy");
        let strategy = StrategyJson::from(check::strategy(budget)?);
        begin(1, "Lemma 5");
        let lemma5 = Lemma5Json::from(check::lemma5(budget)?);
        begin(2, "Lemma 6");
        let lemma6 = lemma6(budget);
        begin(3, "the certificate");
        let goes_on = || !budget.is_stopped();
        let lower_bound =
            LowerBoundJson::from(quixotic_check::ultimate::check(certificate, &goes_on));
        // What was not looked through must not count as wrong.
        budget.check(0)?;
        Ok(Claims {
            strategy,
            lemma5,
            lemma6,
            lower_bound,
        })
    }

    /// Whether all of them hold.
    fn hold(&self) -> bool {
        self.strategy.always_wins
            && self.lemma5.holds
            && self.lemma6.holds
            && self.lower_bound.holds
    }

    /// What they come to if all of them hold.
    fn conclusion(&self) -> Option<String> {
        let plies = self.strategy.worst_plies;
        let by = self.lower_bound.by.filter(|_| self.hold())?;
        match &self.lower_bound.except {
            // X makes the odd plies.
            None if by.saturating_add(2) >= plies => {
                Some(format!("under best play X wins in exactly {plies} plies"))
            }
            Some(mv) if by >= plies && *mv == first_of_strategy() => Some(format!(
                "{mv} is the only first move that wins in {plies} plies"
            )),
            _ => None,
        }
    }
}

/// X's first move in the strategy.
fn first_of_strategy() -> String {
    let advice = winning_advice(&Position::START).expect("the strategy has a first move");
    advice.mv.to_string()
}

impl fmt::Display for Claims {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Claims {
            strategy,
            lemma5,
            lemma6,
            lower_bound,
        } = self;
        match &strategy.failure {
            None => writeln!(
                out,
                "strategy     X always wins, in {} to {} plies ({} positions).",
                strategy.best_plies,
                strategy.worst_plies,
                count(strategy.positions)
            )?,
            Some(position) => writeln!(out, "strategy     FAILS in {position}")?,
        }
        if lemma5.holds {
            let claim = "if O delays, each field holds one X after 18 plies: no win before ply 29";
            let positions = count(lemma5.positions);
            writeln!(out, "Lemma 5      {claim} ({positions} positions).")?;
        } else {
            writeln!(out, "Lemma 5      FAILS")?;
        }
        match &lemma6.failure {
            None => writeln!(
                out,
                "Lemma 6      a first move that is no double does not win by ply {} ({} positions, {} first moves).",
                lemma6.by,
                count(lemma6.positions),
                lemma6.first_moves
            )?,
            Some(failure) => writeln!(out, "Lemma 6      FAILS: {failure}")?,
        }
        match &lower_bound.failure {
            None => writeln!(
                out,
                "lower bound  {} ({} positions in {} parts).",
                lower_bound.claim,
                count(lower_bound.positions),
                lower_bound.parts
            )?,
            Some(failure) => {
                writeln!(out, "lower bound  the certificate does not hold: {failure}")?;
            }
        }
        match self.conclusion() {
            Some(conclusion) => writeln!(out, "\nSo {conclusion}."),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claims that all hold, with a certificate by that ply.
    fn claims(by: u8, except: Option<(u8, u8)>) -> Claims {
        Claims {
            strategy: StrategyJson {
                always_wins: true,
                worst_plies: 43,
                best_plies: 29,
                positions: 1,
                failure: None,
            },
            lemma5: Lemma5Json {
                holds: true,
                first_moves: 15,
                positions: 1,
            },
            lemma6: Lemma6Json {
                holds: true,
                by: LEMMA_6,
                first_moves: 12,
                positions: 1,
                failure: None,
            },
            lower_bound: LowerBoundJson::from(Ok(Report {
                by,
                spared: except.map(|(field, spot)| 9 * field + spot),
                parts: 1,
                positions: 1,
            })),
        }
    }

    #[test]
    fn nothing_is_concluded_that_does_not_follow() {
        let exact = Some("under best play X wins in exactly 43 plies".to_owned());
        let only = Some("44 is the only first move that wins in 43 plies".to_owned());
        for (by, except, conclusion) in [
            (39, None, None),
            (40, None, None),
            (41, None, exact.clone()),
            (42, None, exact.clone()),
            (41, Some((4, 4)), None),
            (42, Some((4, 4)), None),
            (43, Some((4, 4)), only.clone()),
            (45, Some((4, 4)), only.clone()),
            (41, Some((0, 0)), None),
            (43, Some((0, 0)), None),
        ] {
            let mut claims = claims(by, except);
            assert_eq!(claims.conclusion(), conclusion, "{by} {except:?}");
            claims.strategy.always_wins = false;
            assert_eq!(claims.conclusion(), None);
        }
    }

    #[test]
    fn the_text_ends_with_the_conclusion() {
        let text = claims(43, Some((4, 4))).to_string();
        let end = "lower bound  X cannot win by ply 43 after any first move but 44 (1 positions in 1 parts).\n\
                   \nSo 44 is the only first move that wins in 43 plies.\n";
        assert!(text.ends_with(end), "{text}");
    }

    #[test]
    fn a_first_move_that_is_left_out_is_in_the_json() {
        let json = |except| serde_json::to_value(claims(41, except).lower_bound).unwrap();
        assert_eq!(json(Some((4, 4)))["except"], "44");
        assert_eq!(json(None).get("except"), None);
    }
}
