//! `quixotic-check FILE…`: checks certificates and prints the theorem that each of them proves.
//! Exit code 0 if all hold, 1 if one does not, 2 if a file cannot be read.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::process::ExitCode;

/// No certificate is longer; the longest so far has 14 MB.
const LONGEST: u64 = 1 << 30;

fn main() -> ExitCode {
    let files: Vec<_> = std::env::args_os().skip(1).collect();
    if files.is_empty() {
        eprintln!("error: no file: expected certificates, such as numerical4.qxr");
        return ExitCode::from(2);
    }
    let mut all_hold = true;
    for file in files {
        let bytes = match read(&file) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("error: {}: {error}", file.display());
                return ExitCode::from(2);
            }
        };
        match quixotic_check::check(&bytes) {
            Ok(theorem) => println!(
                "{} Checked on {} positions.",
                theorem.sentence, theorem.positions
            ),
            Err(error) => {
                println!("{} does not hold: {error}", file.display());
                all_hold = false;
            }
        }
    }
    match all_hold {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(1),
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
