//! A database that grows while it is used.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use quixotic_agents::{AgentSpec, Oracle, Players};
use quixotic_game::{Budget, Game, Outcome};
use quixotic_quixo::{Quixo, Rules};
use quixotic_solver::{SolveOptions, solve};
use quixotic_tablebase::{Database, Kernel, WinDistances};

fn solve_until(directory: &Path, rules: Rules, until: u8) {
    let options = SolveOptions {
        rules,
        directory: directory.to_owned(),
        until,
        memory: u64::MAX,
        win_distances: WinDistances::Kept,
        kernel: Kernel::detect(),
    };
    solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("it can be solved");
}

#[test]
fn perfect_sees_levels_that_are_added_later() {
    let rules = Rules::official(3).unwrap();
    let directory = tempfile::tempdir().unwrap();
    solve_until(directory.path(), rules, 5);
    let oracle = Arc::new(Database::open(directory.path(), rules).unwrap());
    let players = Players::new(Quixo::new(rules)).with_oracle(oracle.clone());
    let start = players.game().start();
    let outcome = || Oracle::outcome(&*oracle, &start, &Budget::UNLIMITED).unwrap();
    assert_eq!(outcome(), None);
    assert!(players.build(&AgentSpec::Perfect, 1).is_err());

    solve_until(directory.path(), rules, 0);
    // What is not there is looked for again after a second.
    thread::sleep(Duration::from_millis(1100));
    assert_eq!(outcome(), Some(Outcome::Win));
    let mut perfect = players.build(&AgentSpec::Perfect, 1).unwrap();
    assert!(perfect.choose(&start, &Budget::UNLIMITED).is_ok());
}
