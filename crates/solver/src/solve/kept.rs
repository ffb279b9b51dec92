//! Classes that are kept in memory until they are needed.

use quixotic_quixo::Class;

use crate::values::Values;

/// Solved classes that are still in memory, in the order in which they were solved. A
/// class is needed once more, by a pair on the level below; those that fit are kept, to
/// save reading them again.
#[derive(Default)]
pub(super) struct Kept {
    classes: Vec<Values>,
}

impl Kept {
    pub(super) fn keep(&mut self, values: Values) {
        // No move leads to a position in which the other player has no tile.
        if values.class.theirs > 0 {
            self.classes.push(values);
        }
    }

    /// Makes room, so that no more than that many bytes are taken: the classes that were
    /// solved last go first, since they are needed last.
    pub(super) fn shrink(&mut self, most: u64) {
        let bytes = |values: &Values| values.layout().positions();
        let mut taken: u64 = self.classes.iter().map(bytes).sum();
        while taken > most
            && let Some(values) = self.classes.pop()
        {
            taken -= bytes(&values);
        }
    }

    pub(super) fn take(&mut self, class: Class) -> Option<Values> {
        let place = self
            .classes
            .iter()
            .position(|values| values.class == class)?;
        Some(self.classes.remove(place))
    }
}
