//! `verify ultimate`: the paper's claims and the lower bound, each with its figure.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Result, anyhow};
use quixotic_game::{Budget, Game as _};
use quixotic_ultimate::proof::{self, Proved};
use quixotic_ultimate::{Ultimate, check};
use serde::Serialize;

use super::args::VerifyArgs;
use crate::json;
use crate::meter::Meter;
use crate::units::count;

/// The answer is "no".
const WRONG: u8 = 1;
/// Up to this ply Lemma 6 has to hold: the paper says that X has not won after 46.
const LEMMA_6: u8 = 45;

pub(crate) fn run(args: &VerifyArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let file = args.certificate.as_deref();
    let certificate = file.map(read).transpose()?;
    let bytes = certificate.as_deref().unwrap_or(proof::SHIPPED);
    let mut meter = Meter::new(args.run.quiet);
    let mut begin = |done, doing: &str| meter.show_steps(done, 4, &doing);
    begin(0, "the strategy");
    let strategy = StrategyJson::from(check::strategy(&Budget::UNLIMITED)?);
    begin(1, "Lemma 5");
    let lemma5 = Lemma5Json::from(check::lemma5(&Budget::UNLIMITED)?);
    begin(2, "Lemma 6");
    let lemma6 = args.run.pool()?.install(lemma6);
    begin(3, "the certificate");
    let lower_bound = LowerBoundJson::from(quixotic_ultimate_check::check(bytes, &|| true));
    drop(meter);
    let claims = Claims {
        strategy,
        lemma5,
        lemma6,
        lower_bound,
    };
    if args.json {
        json::write(out, &claims)?;
    } else {
        claims.write(out)?;
    }
    Ok(match claims.hold() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(WRONG),
    })
}

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).map_err(|error| anyhow!("{}: {error}", file.display()))
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

fn lemma6() -> Lemma6Json {
    let (problems, positions) = (AtomicU64::new(0), AtomicU64::new(0));
    let found = proof::lemma6(LEMMA_6, &Budget::UNLIMITED, |proved: &Proved| {
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
    parts: u64,
    positions: u64,
    failure: Option<String>,
}

impl From<Result<quixotic_ultimate_check::Report, quixotic_ultimate_check::Error>>
    for LowerBoundJson
{
    fn from(
        found: Result<quixotic_ultimate_check::Report, quixotic_ultimate_check::Error>,
    ) -> LowerBoundJson {
        match found {
            Ok(report) => LowerBoundJson {
                holds: true,
                by: Some(report.by),
                parts: report.parts as u64,
                positions: report.positions,
                failure: None,
            },
            Err(error) => LowerBoundJson {
                holds: false,
                by: None,
                parts: 0,
                positions: 0,
                failure: Some(error.to_string()),
            },
        }
    }
}

impl Claims {
    fn hold(&self) -> bool {
        self.strategy.always_wins
            && self.lemma5.holds
            && self.lemma6.holds
            && self.lower_bound.holds
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
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
            let told = "if O delays, each field holds one X after 18 plies: no win before ply 29";
            let positions = count(lemma5.positions);
            writeln!(out, "Lemma 5      {told} ({positions} positions).")?;
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
        match (&lower_bound.failure, lower_bound.by) {
            (None, Some(by)) => writeln!(
                out,
                "lower bound  X cannot win by ply {by} ({} positions in {} parts).",
                count(lower_bound.positions),
                lower_bound.parts
            )?,
            (failure, _) => {
                let failure = failure.as_deref().unwrap_or("no horizon");
                writeln!(out, "lower bound  the certificate does not hold: {failure}")?;
            }
        }
        let is_exact = lower_bound
            .by
            .is_some_and(|by| by + 2 >= strategy.worst_plies);
        if self.hold() && is_exact {
            let plies = strategy.worst_plies;
            writeln!(out, "\nSo under best play X wins in exactly {plies} plies.")?;
        }
        Ok(())
    }
}
