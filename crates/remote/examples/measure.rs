//! How long positions of a database on another machine take, with all their moves:
//!
//! ```sh
//! cargo run --release -p quixotic-remote --example measure -- quixo4 http://localhost:8000/quixo4 10 20
//! ```
//!
//! asks about 20 positions after 10 random moves, each with a cache that begins empty.

use std::env;
use std::error::Error;
use std::time::Instant;

use quixotic_catalog::{Catalog, Setup};
use quixotic_game::{Budget, Rng};
use quixotic_remote::place;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [game, address, plies, count] = &args[..] else {
        return Err("say a game, an address, how many moves, and how many positions".into());
    };
    let (plies, count): (usize, usize) = (plies.parse()?, count.parse()?);
    let catalog = Catalog::standard();
    let id = catalog.read(game)?;
    let mut rng = Rng::new(1);
    let mut times = Vec::new();
    while times.len() < count {
        let setup = Setup {
            db: Some(place(address.as_ref())?),
            ..Setup::default()
        };
        let game = catalog.open(&id, &setup)?;
        let mut position = game.start();
        for _ in 0..plies {
            let moves = game.status(&position)?.moves;
            if moves.is_empty() {
                break;
            }
            position = game.play(&position, &moves[rng.below(moves.len())])?;
        }
        if game.status(&position)?.is_over {
            continue;
        }
        // The list of files, and tables that do not depend on the position.
        game.require_solution()?;
        let begun = Instant::now();
        let answer = game.probe(&position, &Budget::UNLIMITED)?;
        let first = begun.elapsed();
        times.push(first);
        let begun = Instant::now();
        game.probe(&position, &Budget::UNLIMITED)?;
        let moves = answer.moves.len();
        let again = begun.elapsed();
        println!(
            "{position}: {:?}, {moves} moves, {first:.1?}, again {again:.1?}",
            answer.outcome
        );
    }
    times.sort_unstable();
    println!(
        "median {:.1?}, longest {:.1?}",
        times[times.len() / 2],
        times[times.len() - 1]
    );
    Ok(())
}
