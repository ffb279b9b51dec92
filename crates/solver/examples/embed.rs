//! Makes the databases that are part of the program: solves 3×3 and 4×4 and
//! writes `quixo3.qxb` and `quixo4.qxb` into the data of the tablebase. Needed when the file format
//! changes; the test `embedded` tells.
//!
//! `cargo run --release -p quixotic-solver --example embed`

use std::error::Error;
use std::fs;
use std::path::Path;

use quixotic_game::Budget;
use quixotic_quixo::Rules;
use quixotic_solver::{SolveOptions, pack, solve};
use quixotic_tablebase::{Kernel, WinDistances};

fn main() -> Result<(), Box<dyn Error>> {
    for size in [3, 4] {
        let rules = Rules::official(size)?;
        let directory = tempfile::tempdir()?;
        let options = SolveOptions {
            rules,
            directory: directory.path().to_owned(),
            until: 0,
            memory: 1 << 30,
            win_distances: WinDistances::Kept,
            kernel: Kernel::detect(),
        };
        solve(&options, &Budget::UNLIMITED, &mut |_| {})?;
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("../tablebase/data/quixo{size}.qxb"));
        fs::write(&path, pack(directory.path(), rules)?)?;
        println!("wrote {}", path.display());
    }
    Ok(())
}
