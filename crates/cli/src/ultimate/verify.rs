//! `verify ultimate`: the paper's claims and the lower bound, each with its figure.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use quixotic_research::ultimate::Claims;
use quixotic_ultimate::proof::{self, Certificate, CertificateError};

use super::args::VerifyArgs;
use crate::env::Env;
use crate::interrupt::Interrupted;
use crate::meter::Meter;
use crate::{files, json};

/// The answer is "no".
const WRONG: u8 = 1;
/// Bytes of a certificate: ten times the one in the program.
const LARGEST: u64 = 64 << 20;

pub(crate) fn run(env: &Env<'_>, args: &VerifyArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let read = |path| read(env, path);
    let certificate = args.certificate.as_deref().map(read).transpose()?;
    let shipped = || proof::SHIPPED.bytes().expect("the program contains it");
    let bytes = certificate.as_deref().unwrap_or_else(shipped);
    let mut meter = Meter::new(args.run.quiet);
    let mut begin = |done, doing: &str| meter.show_steps(done, Claims::STEPS, &doing);
    let pool = args.run.pool()?;
    let claims = pool.install(|| Claims::check(bytes, &env.budget(), &mut begin));
    let claims = claims.map_err(|_| Interrupted("nothing is decided".into()))?;
    drop(meter);
    if args.json {
        json::write(out, &claims)?;
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
