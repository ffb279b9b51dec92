//! Where the time of the proof goes: moves, the strategy against everything, and the
//! problems of Lemma 6 with search and walk.

use divan::Bencher;
use quixotic_game::Budget;
use quixotic_ultimate::{Position, Ruleset, Ultimate, check, proof};

fn main() {
    divan::main();
}

#[divan::bench(args = [Ruleset::FullOnly, Ruleset::WonClosed])]
fn perft_5(bencher: Bencher<'_, '_>, ruleset: Ruleset) {
    let game = Ultimate::new(ruleset);
    bencher.bench(|| game.perft(&Position::START, 5));
}

#[divan::bench]
fn strategy() -> u64 {
    check::strategy(&Budget::UNLIMITED).map_or(0, |found| found.positions)
}

#[divan::bench(sample_count = 5)]
fn lemma_6_by_41() -> usize {
    let certificate = proof::lemma6(41, &Budget::UNLIMITED, |_| {});
    certificate.map_or(0, |certificate| certificate.parts.len())
}
