//! Every kernel writes the same files. The large blocks of 5×5 are in `quixo5.rs`,
//! and single operations on random data in `src/kernel/tests.rs`.

use std::collections::BTreeMap;

use quixotic_game::Budget;
use quixotic_quixo::Rules;
use quixotic_solver::{SolveOptions, solve};
use quixotic_tablebase::Kernel;

use crate::databases;

fn files(rules: Rules, until: u8, kernel: Kernel) -> BTreeMap<String, Vec<u8>> {
    let directory = databases::directory();
    let options = SolveOptions {
        kernel,
        ..databases::options(directory.path(), rules, until)
    };
    solve(&options, &Budget::UNLIMITED, &mut |_| {}).expect("it can be solved");
    databases::class_files(directory.path())
}

fn all_are_portable(rules: Rules, until: u8) {
    let portable = files(rules, until, Kernel::Portable);
    let classes = (until..=rules.cells()).map(|level| usize::from(level) + 1);
    assert_eq!(portable.len(), classes.sum::<usize>());
    for kernel in Kernel::available() {
        for (name, file) in files(rules, until, kernel) {
            assert!(portable[&name] == file, "{kernel:?}, {rules}, {name}");
        }
    }
}

#[test]
fn on_3x3_with_every_rule_and_on_4x4() {
    for rules in databases::every_rules(3).chain([databases::official(4)]) {
        all_are_portable(rules, 0);
    }
}

#[test]
#[ignore = "half a minute"]
fn on_4x4_with_every_rule() {
    for rules in databases::every_rules(4) {
        all_are_portable(rules, 0);
    }
}
