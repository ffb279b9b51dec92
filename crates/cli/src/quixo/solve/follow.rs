//! Following a run of the solver by its events.

use std::fmt;

use quixotic_quixo::Class;
use quixotic_solver::Event;

use crate::meter::{Meter, Pace};
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
    pace: Pace,
    class: Option<Class>,
    sweeps: u32,
    written: u64,
}

impl Follower {
    pub(super) fn new(task: String, quiet: bool) -> Follower {
        Follower {
            task,
            meter: Meter::new(quiet),
            run: Run {
                pace: Pace::new(),
                class: None,
                sweeps: 0,
                written: 0,
            },
        }
    }

    /// Takes an event in.
    pub(super) fn follow(&mut self, event: &Event) {
        // Only now is nothing in the way of the run any more.
        if let (Event::Pair { .. }, None) = (event, self.run.class) {
            let verb = if self.run.pace.has_found() {
                "Going on with"
            } else {
                "Solving"
            };
            self.meter.say(&format!(
                "{verb} {}. It can be interrupted: the same command goes on from there.",
                self.task
            ));
            self.run.pace.set_off();
        }
        self.run.take(event);
        self.meter.show(&self.run.pace, &self.run);
    }

    /// Clears the bar away; what is left is how fast the run was.
    pub(super) fn end(self) -> Pace {
        self.run.pace
    }
}

impl Run {
    fn take(&mut self, event: &Event) {
        match *event {
            Event::Preparing => {}
            Event::Started { total, found } => self.pace.start(found, total),
            Event::Pair { class, .. } => {
                self.class = Some(class);
                self.sweeps = 0;
            }
            Event::Sweep { effort } => self.sweeps = effort.sweeps,
            Event::Solved {
                positions, bytes, ..
            } => {
                self.pace.add(positions);
                self.written += bytes;
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
