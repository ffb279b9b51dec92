//! Progress of long runs, on standard error: a bar on a terminal, otherwise a line now and
//! then, or JSON for programs.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPool;
use serde::Serialize;

use crate::args::RunArgs;
use crate::env::Env;
use crate::machine::Stopwatch;
use crate::output::write_json;
use crate::units::{count, duration};

/// How progress is shown, the same for all commands.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct ProgressArgs {
    /// Show no progress
    #[arg(long, short, global = true, help_heading = HEADING)]
    quiet: bool,

    /// How progress is shown on standard error
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Progress::Text, global = true, conflicts_with = "quiet", help_heading = HEADING)]
    progress: Progress,
}

/// Where help has the options.
const HEADING: &str = "Progress";

impl ProgressArgs {
    /// How it is shown.
    pub(crate) fn progress(&self) -> Progress {
        match self.quiet {
            true => Progress::Off,
            false => self.progress,
        }
    }
}

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Progress {
    /// A bar on a terminal, otherwise a line every ten seconds
    Text,
    /// An object in a line, at most one a second
    Json,
    /// Not at all, as with --quiet
    Off,
}

/// Between two lines for people when standard error is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// Between two lines for programs.
const BETWEEN_OBJECTS: Duration = Duration::from_secs(1);
/// Between two steps of the spinner, which shows that the program is alive.
const TICK: Duration = Duration::from_millis(200);

/// What is being done, a bar, and how fast it goes: short lines, to fit anywhere.
const BAR: &str = "{spinner} {msg}\n  [{wide_bar}]\n  {prefix}";

/// The same where nobody knows how long it will be.
const COUNTING: &str = "{spinner} {msg}";

/// Shows the progress of a run.
pub struct Meter(Display);

enum Display {
    Nothing,
    Bar(ProgressBar),
    Lines {
        last: Instant,
    },
    /// The last object waits here if it comes too soon; it is written at the end.
    Json {
        last: Option<Instant>,
        waiting: Option<String>,
    },
}

/// A line for programs. The names of the fields are part of the contract of `--progress json`.
#[derive(Serialize)]
struct ProgressJson<'a> {
    doing: &'a str,
    done: u64,
    /// Unknown for a search.
    total: Option<u64>,
    unit: &'a str,
}

impl Meter {
    /// A meter for a run whose length is known.
    pub fn new(env: &Env<'_>) -> Meter {
        Meter::with_template(env, BAR)
    }

    /// A meter without a bar, for a run whose length is not known.
    fn counting(env: &Env<'_>) -> Meter {
        Meter::with_template(env, COUNTING)
    }

    fn with_template(env: &Env<'_>, template: &str) -> Meter {
        Meter(match env.progress {
            Progress::Off => Display::Nothing,
            Progress::Json => Display::Json {
                last: None,
                waiting: None,
            },
            Progress::Text if io::stderr().is_terminal() => {
                let style =
                    ProgressStyle::with_template(template).expect("the template is well-formed");
                let bar = ProgressBar::new(1).with_style(style.progress_chars("=> "));
                bar.enable_steady_tick(TICK);
                Display::Bar(bar)
            }
            Progress::Text => Display::Lines {
                last: Instant::now(),
            },
        })
    }

    /// Prints a message for people.
    pub fn say(&self, text: &str) {
        match &self.0 {
            Display::Nothing | Display::Json { .. } => {}
            Display::Bar(bar) => bar.println(text),
            // Without standard error there is nobody to read it.
            Display::Lines { .. } => drop(writeln!(io::stderr(), "{text}")),
        }
    }

    /// Shows `doing`, which says what is being done, and the pace.
    pub fn show(&mut self, progress: &RunProgress, doing: &dyn fmt::Display) {
        let RunProgress {
            done, total, noun, ..
        } = *progress;
        self.update(done, Some(total), noun, progress, doing);
    }

    /// Shows that so many steps of all are done; steps of which some take much longer than
    /// others have no pace.
    pub fn show_steps(&mut self, done: u64, total: u64, doing: &dyn fmt::Display) {
        let pace = format_args!("{done} of {total}");
        self.update(done, Some(total), "steps", &pace, doing);
    }

    fn update(
        &mut self,
        done: u64,
        total: Option<u64>,
        unit: &str,
        pace: &dyn fmt::Display,
        doing: &dyn fmt::Display,
    ) {
        match &mut self.0 {
            Display::Nothing => {}
            Display::Bar(bar) => {
                bar.set_length(total.unwrap_or(1).max(1));
                bar.set_position(done);
                match total {
                    Some(_) => bar.set_message(doing.to_string()),
                    None => bar.set_message(format!("{doing}: {pace}")),
                }
                bar.set_prefix(pace.to_string());
            }
            Display::Lines { last } => {
                if last.elapsed() >= BETWEEN_LINES {
                    *last = Instant::now();
                    self.say(&format!("{doing}: {pace}"));
                }
            }
            Display::Json { last, waiting } => {
                let line = ProgressJson {
                    doing: &doing.to_string(),
                    done,
                    total,
                    unit,
                };
                if last.is_none_or(|last| last.elapsed() >= BETWEEN_OBJECTS) {
                    *last = Some(Instant::now());
                    *waiting = None;
                    let _ = write_json(&mut io::stderr(), &line);
                } else {
                    *waiting = serde_json::to_string(&line).ok();
                }
            }
        }
    }
}

impl Drop for Meter {
    /// Clears the bar away, or says how it ended.
    fn drop(&mut self) {
        match &self.0 {
            Display::Bar(bar) => bar.finish_and_clear(),
            Display::Json {
                waiting: Some(line),
                ..
            } => drop(writeln!(io::stderr(), "{line}")),
            _ => {}
        }
    }
}

/// Works on the threads that were asked for, with a meter that counts what `work` reports as
/// done; it may also report how much there is to do, if only it knows.
pub fn monitored<T: Send>(
    env: &Env<'_>,
    args: &RunArgs,
    doing: &str,
    noun: &'static str,
    total: u64,
    work: impl FnOnce(&(dyn Fn(Option<u64>) + Sync)) -> T + Send,
) -> Result<T> {
    let mut progress = RunProgress::of(noun);
    progress.start(0, total);
    let shown = Mutex::new((Meter::new(env), progress));
    let done = |total: Option<u64>| {
        if let Ok(mut shown) = shown.lock() {
            let (meter, progress) = &mut *shown;
            progress.total = total.unwrap_or(progress.total);
            progress.add(1);
            meter.show(progress, &doing);
        }
    };
    Ok(args.pool()?.install(|| work(&done)))
}

/// Works on the threads of a pool, and shows meanwhile what is being done and how many boards
/// were visited.
pub fn counted<T: Send>(
    env: &Env<'_>,
    pool: &ThreadPool,
    doing: &Mutex<String>,
    visited: impl Fn() -> u64 + Sync,
    work: impl FnOnce() -> T + Send,
) -> T {
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let observer = scope.spawn(|| {
            let (begun, mut meter) = (Instant::now(), Meter::counting(env));
            while !is_done.load(Ordering::Relaxed) {
                let boards = visited();
                let pace = format_args!("{} boards, {}", count(boards), duration(begun.elapsed()));
                let doing = doing
                    .lock()
                    .expect("no thread panics with the lock")
                    .clone();
                meter.update(boards, None, "boards", &pace, &doing);
                thread::park_timeout(TICK);
            }
        });
        let result = pool.install(work);
        is_done.store(true, Ordering::Relaxed);
        observer.thread().unpark();
        result
    })
}

/// How much of a run is done, and how fast it goes.
#[derive(Debug)]
pub struct RunProgress {
    /// What is counted.
    noun: &'static str,
    stopwatch: Stopwatch,
    /// When the first position was begun, after all preparations.
    set_off: Instant,
    /// Positions there were before this run, are now, and will be.
    found: u64,
    done: u64,
    total: u64,
}

impl RunProgress {
    /// A run that begins now; `noun` is what is counted.
    pub fn of(noun: &'static str) -> RunProgress {
        RunProgress {
            noun,
            stopwatch: Stopwatch::start(),
            set_off: Instant::now(),
            found: 0,
            done: 0,
            total: 0,
        }
    }

    /// So many are to be done, and so many of them are done already.
    pub fn start(&mut self, found: u64, total: u64) {
        (self.found, self.done, self.total) = (found, found, total);
    }

    /// The preparations are over.
    pub fn set_off(&mut self) {
        self.set_off = Instant::now();
    }

    /// So many more are done.
    pub fn add(&mut self, number: u64) {
        self.done += number;
    }

    /// So many more are to be done.
    pub(crate) fn extend(&mut self, number: u64) {
        self.total += number;
    }

    /// Whether an earlier run did a part.
    pub fn has_found(&self) -> bool {
        self.found > 0
    }

    /// Whether the run did anything.
    pub fn has_moved(&self) -> bool {
        self.done > self.found
    }

    /// CPU time of the run in seconds, where the system says.
    pub(crate) fn cpu_seconds(&self) -> Option<f64> {
        self.stopwatch.cpu_seconds()
    }

    /// What the run took, for people.
    pub fn times(&self) -> String {
        self.stopwatch.to_string()
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
    fn time_left_is_shown_once_something_is_done() {
        let mut progress = RunProgress {
            set_off: Instant::now() - Duration::from_secs(100),
            ..RunProgress::of("positions")
        };
        progress.start(1_000_000, 401_000_000);
        assert_eq!(
            progress.to_string(),
            "1,000,000 of 401,000,000 positions (0 %)"
        );
        progress.add(100_000_000);
        assert_eq!(
            progress.to_string(),
            "101,000,000 of 401,000,000 positions (25 %), 1.0 M/s, 5 min 00 s left"
        );
    }
}
