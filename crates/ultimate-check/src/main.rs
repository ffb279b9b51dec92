//! `quixotic-ultimate-check FILE`: checks a certificate and says what it proves.
//! Exit code 0 if it holds, 1 if it does not, 2 if there is no file to read.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::process::ExitCode;

/// No certificate is longer; the one by ply 43 has 14 MB.
const LONGEST: u64 = 1 << 30;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let (Some(file), None) = (args.next(), args.next()) else {
        eprintln!("error: the one argument is the file of the certificate");
        return ExitCode::from(2);
    };
    let bytes = match read(&file) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("error: {}: {error}", file.display());
            return ExitCode::from(2);
        }
    };
    match quixotic_ultimate_check::check(&bytes, &|| true) {
        Ok(report) => {
            println!(
                "{report}: {} positions in {} parts",
                report.positions, report.parts
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("The certificate does not hold: {error}");
            ExitCode::from(1)
        }
    }
}

/// Reads a file, unless it is longer than a certificate can be.
fn read(file: &OsStr) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)?
        .take(LONGEST + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(io::Error::other("it is too long for a certificate"));
    }
    Ok(bytes)
}
