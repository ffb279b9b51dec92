//! How far a long run has come: a bar on a terminal, else a line now and then, on
//! standard error.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::machine::Stopwatch;
use crate::units::{count, duration};

/// Between two lines when standard error is no terminal.
const QUIET_TIME: Duration = Duration::from_secs(10);
/// Between two steps of the spinner, which shows that the program is alive.
const TICK: Duration = Duration::from_millis(200);

/// What is being done, a bar, and how fast it goes: short lines, to fit anywhere.
const BAR: &str = "{spinner} {msg}\n  [{wide_bar}]\n  {prefix}";

/// The same where nobody knows how long it will be.
const COUNTING: &str = "{spinner} {msg}";

/// Shows how far a run has come.
pub(crate) struct Meter(Display);

enum Display {
    Nothing,
    Bar(ProgressBar),
    Lines { last: Instant },
}

impl Meter {
    pub(crate) fn new(quiet: bool) -> Meter {
        Meter::with_template(quiet, BAR)
    }

    /// A meter without a bar, for a run whose length is not known.
    pub(crate) fn counting(quiet: bool) -> Meter {
        Meter::with_template(quiet, COUNTING)
    }

    fn with_template(quiet: bool, template: &str) -> Meter {
        Meter(if quiet {
            Display::Nothing
        } else if io::stderr().is_terminal() {
            let style =
                ProgressStyle::with_template(template).expect("the template is well-formed");
            let bar = ProgressBar::new(1).with_style(style.progress_chars("=> "));
            bar.enable_steady_tick(TICK);
            Display::Bar(bar)
        } else {
            Display::Lines {
                last: Instant::now(),
            }
        })
    }

    /// Says something once.
    pub(crate) fn say(&self, text: &str) {
        match &self.0 {
            Display::Nothing => {}
            Display::Bar(bar) => bar.println(text),
            // Without standard error there is nobody to tell.
            Display::Lines { .. } => drop(writeln!(io::stderr(), "{text}")),
        }
    }

    /// Shows `doing`, which says what is being done, and the pace, if it is time to.
    pub(crate) fn show(&mut self, progress: &RunProgress, doing: &dyn fmt::Display) {
        self.update(progress.done, progress.total, progress, doing);
    }

    /// Shows that so many steps of all are done, if it is time to; steps of which some
    /// take far longer than others have no pace.
    pub(crate) fn show_steps(&mut self, done: u64, total: u64, doing: &dyn fmt::Display) {
        self.update(done, total, &format_args!("{done} of {total}"), doing);
    }

    fn update(&mut self, done: u64, total: u64, far: &dyn fmt::Display, doing: &dyn fmt::Display) {
        match &self.0 {
            Display::Bar(bar) => {
                bar.set_length(total.max(1));
                bar.set_position(done);
                bar.set_prefix(far.to_string());
                bar.set_message(doing.to_string());
            }
            _ => self.tell(&format_args!("{doing}: {far}")),
        }
    }

    /// Shows a line, if it is time to.
    pub(crate) fn tell(&mut self, line: &dyn fmt::Display) {
        match &mut self.0 {
            Display::Nothing => {}
            Display::Bar(bar) => bar.set_message(line.to_string()),
            Display::Lines { last } => {
                if last.elapsed() >= QUIET_TIME {
                    *last = Instant::now();
                    self.say(&line.to_string());
                }
            }
        }
    }
}

impl Drop for Meter {
    /// Clears the bar away.
    fn drop(&mut self) {
        if let Display::Bar(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

/// How far a run is, and how fast it goes.
#[derive(Debug)]
pub(crate) struct RunProgress {
    /// What is counted.
    noun: &'static str,
    watch: Stopwatch,
    /// When the first position was begun, after all preparations.
    set_off: Instant,
    /// Positions there were before this run, are now, and will be.
    found: u64,
    done: u64,
    total: u64,
}

impl RunProgress {
    /// A run that begins now.
    pub(crate) fn new() -> RunProgress {
        RunProgress::of("positions")
    }

    /// The same where other things than positions are counted.
    pub(crate) fn of(noun: &'static str) -> RunProgress {
        let now = Instant::now();
        RunProgress {
            noun,
            watch: Stopwatch::start(),
            set_off: now,
            found: 0,
            done: 0,
            total: 0,
        }
    }

    /// So many positions are to be done, and so many of them are done already.
    pub(crate) fn start(&mut self, found: u64, total: u64) {
        (self.found, self.done, self.total) = (found, found, total);
    }

    /// So many positions are to be done in all.
    pub(crate) fn set_total(&mut self, total: u64) {
        self.total = total;
    }

    /// The preparations are over.
    pub(crate) fn set_off(&mut self) {
        self.set_off = Instant::now();
    }

    /// So many more positions are done.
    pub(crate) fn add(&mut self, positions: u64) {
        self.done += positions;
    }

    /// Whether an earlier run did a part.
    pub(crate) fn has_found(&self) -> bool {
        self.found > 0
    }

    /// Whether the run did anything.
    pub(crate) fn has_moved(&self) -> bool {
        self.done > self.found
    }

    /// CPU time of the run in seconds, where the system tells it.
    pub(crate) fn cpu_seconds(&self) -> Option<f64> {
        self.watch.cpu().map(|cpu| cpu.as_secs_f64())
    }

    /// What the run took, for people.
    pub(crate) fn times(&self) -> String {
        self.watch.told()
    }
}

impl fmt::Display for RunProgress {
    /// `1,234 of 5,678 positions (21 %), 3.1 M/s, 1 min 05 s left`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = self.done * 100 / self.total.max(1);
        let (done, total) = (count(self.done), count(self.total));
        write!(f, "{done} of {total} {} ({percent} %)", self.noun)?;
        if self.has_moved() {
            let (taken, new) = (self.set_off.elapsed(), (self.done - self.found) as f64);
            let left = taken.mul_f64((self.total - self.done) as f64 / new);
            let rate = new / taken.as_secs_f64();
            let rate = match rate {
                1e5.. => format!("{:.1} M/s", rate / 1e6),
                _ => format!("{rate:.1}/s"),
            };
            write!(f, ", {rate}, {} left", duration(left))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_is_told_once_something_is_done() {
        let mut progress = RunProgress {
            set_off: Instant::now() - Duration::from_secs(100),
            ..RunProgress::new()
        };
        progress.start(1_000_000, 401_000_000);
        assert_eq!(
            progress.to_string(),
            "1,000,000 of 401,000,000 positions (0 %)"
        );
        progress.add(100_000_000);
        let told = "101,000,000 of 401,000,000 positions (25 %), 1.0 M/s, 5 min 00 s left";
        assert_eq!(progress.to_string(), told);
    }
}
