//! When long work has to stop: at a deadline, after a number of positions, or when
//! somebody else says so.
//!
//! Every call that may take long takes a [`Budget`] and looks at it every now and
//! then. Ctrl-C, a request whose client went away, a cancelled cell of a notebook and
//! a closed tab all set the same flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use thiserror::Error;

use crate::Moment;

/// How much a call may do. It is cheap to clone; clones share their flags.
///
/// ```
/// use quixotic_game::{Budget, Stop, Stopped};
///
/// let stop = Stop::new();
/// let budget = Budget::UNLIMITED.with_positions(1000).with_stop(&stop);
/// assert_eq!(budget.check(999), Ok(()));
/// assert_eq!(budget.check(1000), Err(Stopped::Positions));
/// stop.stop();
/// assert_eq!(budget.check(0), Err(Stopped::Asked));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Moment>,
    positions: Option<u64>,
    depth: Option<u8>,
    stops: Vec<Stop>,
    bells: Vec<Stop>,
}

/// A flag that ends the work of everybody who was given it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

/// Why work was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Stopped {
    /// The deadline has passed.
    #[error("out of time")]
    Time,
    /// As many positions were looked at as were allowed.
    #[error("out of positions")]
    Positions,
    /// Somebody said so.
    #[error("interrupted")]
    Asked,
}

impl Budget {
    /// No limit at all.
    pub const UNLIMITED: Budget = Budget {
        deadline: None,
        positions: None,
        depth: None,
        stops: Vec::new(),
        bells: Vec::new(),
    };

    /// The same with so much time from now on, if it does not end sooner anyway.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Budget {
        self.with_deadline(Moment::now() + time)
    }

    /// The same with a deadline, if it does not end sooner anyway.
    #[must_use]
    pub fn with_deadline(self, deadline: Moment) -> Budget {
        let sooner = self.deadline.map_or(deadline, |own| own.min(deadline));
        Budget {
            deadline: Some(sooner),
            ..self
        }
    }

    /// The same with a number of positions that each call may look at, if fewer are
    /// not allowed already.
    #[must_use]
    pub fn with_positions(self, positions: u64) -> Budget {
        let fewer = self.positions.map_or(positions, |own| own.min(positions));
        Budget {
            positions: Some(fewer),
            ..self
        }
    }

    /// The same with a number of plies that a search may look ahead, if it is not fewer
    /// anyway. Work that does not go by depth takes no notice.
    #[must_use]
    pub fn with_depth(self, plies: u8) -> Budget {
        let fewer = self.depth.map_or(plies, |own| own.min(plies));
        Budget {
            depth: Some(fewer),
            ..self
        }
    }

    /// The same with a flag that ends its time: what has a result by then returns it, as at a
    /// deadline.
    #[must_use]
    pub fn with_bell(mut self, bell: &Stop) -> Budget {
        self.bells.push(bell.clone());
        self
    }

    /// The same with one more flag that somebody else may set: that of the process
    /// and that of one request, say.
    #[must_use]
    pub fn with_stop(mut self, stop: &Stop) -> Budget {
        self.stops.push(stop.clone());
        self
    }

    /// How many positions a call may look at.
    pub fn positions(&self) -> Option<u64> {
        self.positions
    }

    /// How many plies a search may look ahead.
    pub fn depth(&self) -> Option<u8> {
        self.depth
    }

    /// The time until the deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.since(Moment::now()))
    }

    /// Whether a call that has looked at so many positions may go on. Reads the
    /// clock, so a fast loop asks every thousand positions or so.
    pub fn check(&self, positions: u64) -> Result<(), Stopped> {
        if self.is_stopped() {
            return Err(Stopped::Asked);
        }
        if self.positions.is_some_and(|most| positions >= most) {
            return Err(Stopped::Positions);
        }
        let has_passed = |end| Moment::now() >= end;
        if self.bells.iter().any(Stop::is_set) || self.deadline.is_some_and(has_passed) {
            return Err(Stopped::Time);
        }
        Ok(())
    }

    /// Whether somebody said to stop; much quicker than [`Budget::check`].
    pub fn is_stopped(&self) -> bool {
        self.stops.iter().any(Stop::is_set)
    }
}

impl Stop {
    /// A flag that is not set.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Ends the work.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work is to end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl From<Arc<AtomicBool>> for Stop {
    /// The flag of somebody who sets it on their own, like a handler of signals.
    fn from(flag: Arc<AtomicBool>) -> Stop {
        Stop(flag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_limit_counts() {
        let budget = Budget::UNLIMITED;
        assert_eq!(budget.check(u64::MAX), Ok(()));
        let few = budget.clone().with_positions(10).with_positions(20);
        assert_eq!(few.check(10), Err(Stopped::Positions));
        let late = budget
            .with_time(Duration::ZERO)
            .with_time(Duration::from_secs(60));
        assert_eq!(late.check(0), Err(Stopped::Time));
        assert_eq!(late.time_left(), Some(Duration::ZERO));
        let shallow = Budget::UNLIMITED.with_depth(3).with_depth(5);
        assert_eq!(shallow.depth(), Some(3));
    }

    #[test]
    fn a_bell_ends_the_time_and_a_flag_the_work() {
        let (bell, stop) = (Stop::new(), Stop::new());
        let budget = Budget::UNLIMITED.with_bell(&bell).with_stop(&stop);
        assert_eq!((budget.check(0), budget.time_left()), (Ok(()), None));
        bell.stop();
        assert_eq!(budget.check(0), Err(Stopped::Time));
        assert!(!budget.is_stopped());
        stop.stop();
        assert_eq!(budget.check(0), Err(Stopped::Asked));
    }

    #[test]
    fn any_flag_stops_and_clones_share_it() {
        let (process, request) = (Stop::new(), Stop::new());
        let both = Budget::UNLIMITED.with_stop(&process).with_stop(&request);
        let clone = both.clone();
        assert!(!clone.is_stopped());
        request.stop();
        assert_eq!(clone.check(0), Err(Stopped::Asked));
        let other = Budget::UNLIMITED
            .with_stop(&process)
            .with_stop(&Stop::new());
        assert_eq!(other.check(0), Ok(()));
        process.stop();
        assert_eq!(other.check(0), Err(Stopped::Asked));
    }
}
