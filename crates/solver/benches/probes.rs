//! Look-ups of 5×5 positions with all their moves, from 1, 2 and 8 threads, on a database
//! on disk and with next to no cache, so that reading and decoding pages is what is
//! measured.
//!
//! `cargo bench -p quixotic-solver --bench probes` makes a database down to level 23 below
//! the target directory, once; `QUIXOTIC_DB` names another one to ask.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use quixotic_game::{Budget, Rng};
use quixotic_quixo::{Board, Class, Quixo, Rules};
use quixotic_solver::{SolveOptions, solve};
use quixotic_tablebase::{Database, Kernel, WinDistances};

/// The lowest level of the database that is made here.
const LEVEL: u8 = 23;
/// Different positions that are asked.
const POSITIONS: usize = 2000;
/// How long each number of threads is measured.
const TIME: Duration = Duration::from_secs(4);
/// Bytes of decoded pages that are kept: a few dozen pages.
const CACHE: u64 = 1 << 20;

fn main() {
    let rules = Rules::official(5).expect("5×5 is a board");
    let directory = directory(rules);
    let open = || Database::open(&directory, rules).expect("a database");
    let levels = open().levels();
    let positions = positions(&Quixo::new(rules), &levels);
    println!("{} positions, levels {levels:?}", positions.len());
    for threads in [1, 2, 8] {
        let database = open().with_cache(CACHE);
        // Headers and tails are read once, and not what is measured.
        database
            .probe_many(&positions)
            .expect("their levels are here");
        let (asked, time) = ask(&database, &positions, threads);
        let rate = asked as f64 / time.as_secs_f64();
        println!("{threads} threads: {rate:.0} probes with all moves per second");
    }
}

/// Asks from so many threads for a while; how many answers that gave in what time.
fn ask(database: &Database, positions: &[Board], threads: usize) -> (usize, Duration) {
    let next = AtomicUsize::new(0);
    let start = Instant::now();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while start.elapsed() < TIME {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let board = positions[number % positions.len()];
                    let answer = database.probe_with_moves(board);
                    std::hint::black_box(answer.expect("its level is here"));
                }
            });
        }
    });
    (next.into_inner(), start.elapsed())
}

/// Positions of the levels that are here: from random play as far as it gets there, and
/// random boards for the rest.
fn positions(quixo: &Quixo, levels: &[u8]) -> Vec<Board> {
    let mut rng = Rng::new(1);
    let is_asked = |board: Board| {
        levels.contains(&Class::of(board).level()) && quixo.ended_on(board).is_none()
    };
    let mut positions = Vec::new();
    for _ in 0..POSITIONS {
        let mut board = Board::EMPTY;
        for _ in 0..100 {
            let children: Vec<Board> = quixo.children(board).map(|(_, child)| child).collect();
            if children.is_empty() {
                break;
            }
            board = children[rng.below(children.len())];
            positions.extend(Some(board).filter(|&board| is_asked(board)));
        }
    }
    let lowest = levels.first().copied().unwrap_or(LEVEL);
    while positions.len() < POSITIONS {
        let mut cells: Vec<u64> = (0..25).collect();
        let mut sets = [0, 0];
        for chosen in 0..usize::from(lowest) {
            let other = chosen + rng.below(cells.len() - chosen);
            cells.swap(chosen, other);
            sets[rng.below(2)] |= 1 << cells[chosen];
        }
        let board = Board::new(sets[0], sets[1]).expect("each cell is chosen once");
        positions.extend(Some(board).filter(|&board| is_asked(board)));
    }
    // Neighbours in play share pages.
    for last in (1..positions.len()).rev() {
        positions.swap(last, rng.below(last + 1));
    }
    positions.truncate(POSITIONS);
    positions
}

/// The database that is asked, made if need be.
fn directory(rules: Rules) -> PathBuf {
    if let Some(directory) = std::env::var_os("QUIXOTIC_DB") {
        return directory.into();
    }
    let options = SolveOptions {
        rules,
        directory: PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("quixo5-until-23"),
        until: LEVEL,
        memory: 8 << 30,
        win_distances: WinDistances::LeftOut,
        kernel: Kernel::detect(),
    };
    solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("it can be solved");
    options.directory
}
