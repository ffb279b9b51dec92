//! A clock that is there everywhere.
//!
//! The standard clock panics where the platform has none, as in a module of plain
//! WebAssembly. There the host may lend one; without it no time passes, and a
//! deadline is never reached.

use std::ops::Add;
use std::time::Duration;

/// A moment in time, on a clock that never goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(platform::Moment);

impl Moment {
    /// The present.
    pub fn now() -> Moment {
        Moment(platform::now())
    }

    /// How long ago it was; zero if it has not come yet.
    pub fn elapsed(self) -> Duration {
        Moment::now().since(self)
    }

    /// The time since the clock's origin, which differs from run to run.
    pub fn since_origin(self) -> Duration {
        self.0
    }

    /// The time from an earlier moment to this one; zero if it is not earlier.
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.checked_sub(earlier.0).unwrap_or_default()
    }
}

impl Add<Duration> for Moment {
    type Output = Moment;

    /// A later moment; saturates instead of overflowing.
    fn add(self, time: Duration) -> Moment {
        Moment(self.0.saturating_add(time))
    }
}

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod platform {
    use std::sync::LazyLock;
    use std::time::{Duration, Instant};

    /// Time since the clock was first looked at.
    pub(super) type Moment = Duration;

    static ORIGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

    pub(super) fn now() -> Moment {
        ORIGIN.elapsed()
    }
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod platform {
    use std::sync::OnceLock;
    use std::time::Duration;

    /// Time since the host's origin.
    pub(super) type Moment = Duration;

    pub(super) static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    pub(super) fn now() -> Moment {
        CLOCK.get().map_or(Duration::ZERO, |clock| clock())
    }
}

/// Lends the host's clock, which must never go back. The first one stays.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub fn set_clock(clock: fn() -> Duration) {
    let _ = platform::CLOCK.set(clock);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_and_never_overflows() {
        let begun = Moment::now();
        let later = begun + Duration::from_secs(1);
        assert!(later > begun);
        assert_eq!(later.since(begun), Duration::from_secs(1));
        assert_eq!(begun.since(later), Duration::ZERO);
        assert!(begun + Duration::MAX > later);
        assert!(Moment::now() >= begun);
    }
}
