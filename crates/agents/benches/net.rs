//! How long the network takes for a position, with and without vector code.
//!
//! `cargo bench -p quixotic-agents`. The baseline is `Playable::evaluate`, the judgement that
//! `search` has where there is no network.

use divan::{Bencher, black_box};
use quixotic_agents::Playable;
use quixotic_agents::net::ValueNetwork;
use quixotic_game::{Game, Rng};
use quixotic_quixo::{Position, Quixo, Rules};
use quixotic_tablebase::Kernel;

/// Positions that one sample judges.
const POSITIONS: usize = 1000;

fn main() {
    divan::main();
}

fn positions(quixo: &Quixo) -> Vec<Position> {
    let mut rng = Rng::new(1);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let mut position = quixo.start();
        for _ in 0..rng.below(40) {
            match quixo.random_child(&position, &mut rng) {
                Some(next) if quixo.ended_on(next.board).is_none() => position = next,
                _ => break,
            }
        }
        positions.push(position);
    }
    positions
}

fn judge(bencher: Bencher<'_, '_>, judge: impl Fn(&Quixo, &Position) -> i32 + Sync) {
    let quixo = Quixo::new(Rules::official(5).expect("5×5 exists"));
    let positions = positions(&quixo);
    bencher
        .counter(divan::counter::ItemsCount::new(POSITIONS))
        .bench(|| {
            positions
                .iter()
                .map(|position| judge(&quixo, black_box(position)))
                .fold(0, i32::wrapping_add)
        });
}

#[divan::bench(args = Kernel::available())]
fn network(bencher: Bencher<'_, '_>, kernel: Kernel) {
    let network = ValueNetwork::shipped(Rules::official(5).expect("5×5 exists"));
    let network = network.expect("a network for 5×5 is shipped");
    let network = ValueNetwork::clone(&network).with_kernel(kernel);
    judge(bencher, |_, position| network.score(position.board));
}

#[divan::bench]
fn lines(bencher: Bencher<'_, '_>) {
    judge(bencher, Playable::evaluate);
}
