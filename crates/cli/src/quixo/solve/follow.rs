//! Following a run of the solver by its events.

use std::fmt;

use quixotic_quixo::Class;
use quixotic_solver::Event;

use crate::meter::{Meter, RunProgress};
use crate::units::bytes;

/// Shows where the run is.
pub(super) struct Follower {
    /// What is solved, and where to.
    task: String,
    meter: Meter,
    run: Run,
}

/// Where the run is.
struct Run {
    progress: RunProgress,
    class: Option<Class>,
    sweeps: u32,
    written: u64,
    classes: u64,
}

impl Follower {
    pub(super) fn new(task: String, quiet: bool) -> Follower {
        Follower {
            task,
            meter: Meter::new(quiet),
            run: Run {
                progress: RunProgress::new(),
                class: None,
                sweeps: 0,
                written: 0,
                classes: 0,
            },
        }
    }

    /// Takes an event in.
    pub(super) fn follow(&mut self, event: &Event) {
        // Only now is nothing in the way of the run any more.
        if let (Event::Pair { .. }, None) = (event, self.run.class) {
            let verb = if self.run.progress.has_found() {
                "Going on with"
            } else {
                "Solving"
            };
            self.meter.say(&format!(
                "{verb} {}. It can be interrupted: the same command goes on from there.",
                self.task
            ));
            self.run.progress.set_off();
        }
        self.run.take(event);
        self.meter.show(&self.run.progress, &self.run);
    }

    /// Clears the bar away; what is left is how fast the run was, and the classes that
    /// it solved.
    pub(super) fn end(self) -> (RunProgress, u64) {
        (self.run.progress, self.run.classes)
    }
}

impl Run {
    fn take(&mut self, event: &Event) {
        match *event {
            Event::Preparing => {}
            Event::Started { total, found } => self.progress.start(found, total),
            Event::Pair { class, .. } => {
                self.class = Some(class);
                self.sweeps = 0;
            }
            Event::Sweep { effort } => self.sweeps = effort.sweeps,
            Event::Solved {
                class,
                positions,
                bytes,
                ..
            } => {
                self.progress.add(positions);
                self.written += bytes;
                self.classes += if class == class.swapped() { 1 } else { 2 };
            }
        }
    }
}

impl fmt::Display for Run {
    /// `level 22 C(12,10), sweep 7, 1.2 MiB written`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(class) = self.class else {
            return f.write_str("preparing");
        };
        let (level, sweeps, written) = (class.level(), self.sweeps, bytes(self.written));
        write!(
            f,
            "level {level} {class}, sweep {sweeps}, {written} written"
        )
    }
}
