//! Where a server is in its life, for those who send it requests.

use std::sync::atomic::{AtomicU8, Ordering};

/// Where a server is in its life. It only ever moves on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Stage {
    /// Tables and lists are made. Questions are answered, but wait for that.
    WarmingUp,
    /// All is set up.
    Ready,
    /// About to end: requests that have begun are answered, connections end.
    Stopping,
}

/// The stage of a server, as all its parts see it.
#[derive(Debug)]
pub(crate) struct CurrentStage(AtomicU8);

impl CurrentStage {
    pub(crate) fn new() -> CurrentStage {
        CurrentStage(AtomicU8::new(Stage::WarmingUp as u8))
    }

    /// Moves on to a stage, unless a later one has been reached: a server that stops while it
    /// warms up does not become ready.
    pub(crate) fn reach(&self, stage: Stage) {
        self.0.fetch_max(stage as u8, Ordering::AcqRel);
    }

    pub(crate) fn get(&self) -> Stage {
        match self.0.load(Ordering::Acquire) {
            0 => Stage::WarmingUp,
            1 => Stage::Ready,
            _ => Stage::Stopping,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_stops_does_not_become_ready() {
        let stage = CurrentStage::new();
        assert_eq!(stage.get(), Stage::WarmingUp);
        stage.reach(Stage::Ready);
        assert_eq!(stage.get(), Stage::Ready);
        stage.reach(Stage::Stopping);
        stage.reach(Stage::Ready);
        assert_eq!(stage.get(), Stage::Stopping);
    }
}
