//! A database of the last levels of 5×5, made once for all tests, and positions in it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use quixotic_catalog::{Catalog, GameInfo, Setup};
use quixotic_game::Budget;
use quixotic_quixo::Rules;
use quixotic_server::Games;
use quixotic_solver::{SolveOptions, solve};
use quixotic_tablebase::{Kernel, WinDistances};

/// The first level that is in the database. 24 takes seconds to make and 23, which is the
/// measure of the project, a minute or two: `QUIXOTIC_UNTIL=23 cargo test -p
/// quixotic-server --release --test load`, and the bench.
fn until() -> u8 {
    let asked = std::env::var("QUIXOTIC_UNTIL").ok();
    asked.map_or(24, |level| level.parse().expect("a level"))
}

/// The directory of the database. It is kept below `target`, and so made once.
pub(crate) fn directory() -> &'static Path {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    DIRECTORY.get_or_init(|| {
        let name = format!("quixo5-until-{}", until());
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let levels = |game: GameInfo| game.levels.unwrap_or_default();
        if levels(info(&directory)).contains(&until()) {
            return directory;
        }
        let options = SolveOptions {
            rules: Rules::official(5).unwrap(),
            directory: directory.clone(),
            until: until(),
            memory: u64::MAX,
            win_distances: WinDistances::LeftOut,
            kernel: Kernel::detect(),
        };
        solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("it can be solved");
        directory
    })
}

/// What of the game is in a directory.
fn info(directory: &Path) -> GameInfo {
    let catalog = Catalog::standard();
    let setup = Setup {
        db: Some(directory.into()),
        ..Setup::default()
    };
    let game = catalog.open(&catalog.read("quixo5").unwrap(), &setup);
    game.unwrap().info()
}

/// The games with that database, and a small cache for it.
pub(crate) fn games(cache: u64) -> Games {
    let setup = Setup {
        db: Some(directory().into()),
        cache: Some(cache),
        ..Setup::default()
    };
    Games::new(Catalog::standard(), &setup).unwrap()
}

/// Questions about different positions of the database, of which there are millions.
pub(crate) fn questions(seed: u64) -> impl Iterator<Item = String> {
    let mut state = seed;
    let mut below = move |most: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    };
    let blank = usize::from(25 - until());
    std::iter::repeat_with(move || {
        let mut cells = [b'X'; 25];
        cells[..blank].fill(b'1');
        for cell in &mut cells[blank..] {
            if below(2) == 0 {
                *cell = b'O';
            }
        }
        for last in (1..25).rev() {
            cells.swap(last, below(last + 1));
        }
        let mut path = String::from("/api/quixo5?position=");
        for (number, row) in cells.chunks(5).enumerate() {
            let row = std::str::from_utf8(row).unwrap();
            let slash = if number == 0 { "" } else { "/" };
            write!(path, "{slash}{row}").unwrap();
        }
        path + "+X"
    })
}
