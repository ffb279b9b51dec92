//! Classes that are kept in memory until they are needed.

use std::collections::HashMap;

use quixotic_quixo::Class;

use crate::values::Values;

/// Solved classes that are still in memory. A class is needed once more, by a pair
/// on the level below; those that fit are kept, to save reading them again.
pub(super) struct Kept {
    classes: HashMap<Class, Values>,
    /// Positions that may still be kept.
    spare: u64,
}

impl Kept {
    /// Keeps at most that many positions.
    pub(super) fn new(spare: u64) -> Kept {
        Kept {
            classes: HashMap::new(),
            spare,
        }
    }

    pub(super) fn keep(&mut self, values: Values) {
        // No move leads to a position in which the other player has no tile.
        let needed = values.class.theirs > 0;
        if let (true, Some(spare)) = (needed, self.spare.checked_sub(values.layout().positions())) {
            self.spare = spare;
            self.classes.insert(values.class, values);
        }
    }

    pub(super) fn take(&mut self, class: Class) -> Option<Values> {
        let values = self.classes.remove(&class)?;
        self.spare += values.layout().positions();
        Some(values)
    }
}
