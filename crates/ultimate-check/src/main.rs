//! `quixotic-ultimate-check FILE`: checks a certificate and says what it proves.
//! Exit code 0 if it holds, 1 if it does not, 2 if there is no file to read.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let (Some(file), None) = (args.next(), args.next()) else {
        eprintln!("error: the one argument is the file of the certificate");
        return ExitCode::from(2);
    };
    let bytes = match std::fs::read(&file) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("error: {}: {error}", file.display());
            return ExitCode::from(2);
        }
    };
    match quixotic_ultimate_check::check(&bytes) {
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
