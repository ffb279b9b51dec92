//! What the program contains: the databases of 3×3 and 4×4, and levels 0 to 7 of 5×5.
//!
//! All of them are made by `crates/solver/examples/embed.rs`, the opening of 5×5 from a whole
//! database of 5×5.

use quixotic_quixo::Rules;

use super::Bundle;

/// By the size of a board under the official rules, the bundle: its name and its bytes.
const CONTAINED: &[(u8, &str, &[u8])] = &[
    (
        3,
        "embedded quixo3",
        include_bytes!("../../data/quixo3.qxb"),
    ),
    (
        4,
        "embedded quixo4",
        include_bytes!("../../data/quixo4.qxb"),
    ),
    (
        5,
        "embedded opening of quixo5",
        include_bytes!("../../data/quixo5-opening.qxb"),
    ),
];

impl Bundle {
    /// The bundle of a rule set that the program contains: a whole database, or the
    /// first levels of one.
    pub fn embedded(rules: Rules) -> Option<Bundle> {
        let contained = CONTAINED.iter().find(|(size, ..)| *size == rules.size());
        let &(_, name, bytes) = contained.filter(|_| rules.is_official())?;
        Some(Bundle::new(name, bytes, rules).expect("a test reads all of it"))
    }
}
