//! What comes with the program: the databases of 3×3 and 4×4, and levels 0 to 7 of 5×5.
//!
//! All of them are made by `crates/solver/examples/embed.rs`, the opening of 5×5 from a whole
//! database of 5×5.

use quixotic_game::{Asset, asset};
use quixotic_quixo::Rules;

use super::Bundle;

/// A bundle under the official rules.
struct Contained {
    /// The size of its board.
    size: u8,
    /// Its last level.
    last: u8,
    name: &'static str,
    asset: Asset,
}

static CONTAINED: [Contained; 3] = [
    Contained {
        size: 3,
        last: 9,
        name: "embedded quixo3",
        asset: asset!("quixo3.qxb", "../../data/quixo3.qxb"),
    },
    Contained {
        size: 4,
        last: 16,
        name: "embedded quixo4",
        asset: asset!("quixo4.qxb", "../../data/quixo4.qxb"),
    },
    Contained {
        size: 5,
        last: 7,
        name: "embedded opening of quixo5",
        asset: asset!("quixo5-opening.qxb", "../../data/quixo5-opening.qxb"),
    },
];

impl Bundle {
    /// The bundle of a rule set that comes with the program: a whole database, or the
    /// first levels of one.
    pub fn embedded(rules: Rules) -> Option<Bundle> {
        let contained = CONTAINED.iter().find(|bundle| bundle.size == rules.size());
        let Contained {
            last, name, asset, ..
        } = contained.filter(|_| rules.is_official())?;
        Some(Bundle::from_asset(name, asset, rules, *last))
    }
}

#[cfg(test)]
mod tests {
    use quixotic_quixo::Class;

    use super::*;
    use crate::store::Store;

    #[test]
    fn every_bundle_has_the_classes_that_it_is_said_to_have() {
        for size in [3, 4, 5] {
            let bundle = Bundle::embedded(Rules::official(size).unwrap()).unwrap();
            let files: Vec<Class> = bundle.files().map(|(class, _)| class).collect();
            assert_eq!(bundle.classes().unwrap(), files);
        }
    }

    /// Everybody who installs the program has it.
    #[test]
    fn the_opening_takes_two_megabytes_at_most() {
        let bundle = Bundle::embedded(Rules::official(5).unwrap()).unwrap();
        let bytes: usize = bundle.files().map(|(_, file)| file.len()).sum();
        assert!((1_000_000..=2_000_000).contains(&bytes), "{bytes}");
    }
}
