//! The solver against a plain alpha-beta of the paper's kind, on the same late positions
//! of the usual 4×4 game, both on one thread; and question two from the empty board.
//!
//! `cargo bench -p quixotic-numerical` prints the times and, at the end, the ratio.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use quixotic_game::{Budget, Game, Player, Rng};
use quixotic_numerical::reference::AlphaBeta;
use quixotic_numerical::{Keys, Numerical, Position, Question, Rules, Solver};

/// Free cells of a late position, and how many positions there are.
const FREE: u8 = 9;
const POSITIONS: usize = 200;

/// The shortest time of each.
static SOLVER: Mutex<Duration> = Mutex::new(Duration::MAX);
static ALPHA_BETA: Mutex<Duration> = Mutex::new(Duration::MAX);

fn main() {
    divan::main();
    let [solver, alpha_beta] = [&SOLVER, &ALPHA_BETA].map(|time| *time.lock().unwrap());
    // A filter on the command line may have left one out.
    if solver < Duration::MAX && alpha_beta < Duration::MAX {
        let ratio = alpha_beta.as_secs_f64() / solver.as_secs_f64();
        println!(
            "solver: {ratio:.0} times faster than alpha-beta on positions with {FREE} free cells"
        );
    }
}

#[divan::bench(sample_count = 3)]
fn solver() {
    let (game, positions) = positions();
    timed(&SOLVER, || {
        for question in questions(&game) {
            let solver = Solver::new(&game, question, Keys::Merged);
            for position in &positions {
                divan::black_box(solver.ask(position, &Budget::UNLIMITED)).unwrap();
            }
        }
    });
}

#[divan::bench(sample_count = 3)]
fn alpha_beta() {
    let (game, positions) = positions();
    timed(&ALPHA_BETA, || {
        for question in questions(&game) {
            for position in &positions {
                divan::black_box(AlphaBeta::new(&game, position, question).answer());
            }
        }
    });
}

#[divan::bench(sample_count = 1)]
fn question_two() {
    let game = usual();
    let question = Question::of(game.rules(), Player::O);
    let solver = Solver::new(&game, question, Keys::Merged);
    let answer = on_one_thread(|| solver.ask(&game.start(), &Budget::UNLIMITED));
    assert!(answer.unwrap().yes);
}

fn usual() -> Numerical {
    Numerical::new(Rules::standard(4).expect("4×4 is a board"))
}

fn questions(game: &Numerical) -> [Question; 2] {
    [Player::X, Player::O].map(|asker| Question::of(game.rules(), asker))
}

/// Positions after random moves; the same in every run.
fn positions() -> (Numerical, Vec<Position>) {
    let game = usual();
    let mut rng = Rng::new(1);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let mut position = game.start();
        while 16 - position.rounds() > FREE && game.ended(&position).is_none() {
            let moves = game.moves(&position);
            position = game.play(&position, moves[rng.below(moves.len())]);
        }
        if game.ended(&position).is_none() {
            positions.push(position);
        }
    }
    (game, positions)
}

fn on_one_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.expect("a thread").install(work)
}

fn timed(shortest: &Mutex<Duration>, work: impl FnOnce() + Send) {
    let start = Instant::now();
    on_one_thread(work);
    let mut shortest = shortest.lock().unwrap();
    *shortest = start.elapsed().min(*shortest);
}
