//! Following a verification by its events.

use quixotic_quixo::Class;
use quixotic_solver::VerifyEvent;

use crate::meter::{Meter, RunProgress};
use crate::units::count;

/// Shows where the verification is.
pub(super) struct Follower<'a> {
    /// What is verified.
    task: String,
    meter: Meter,
    progress: &'a mut RunProgress,
    has_begun: bool,
    resumable: bool,
    /// Positions that this run has verified.
    positions: u64,
}

impl Follower<'_> {
    pub(super) fn new(progress: &mut RunProgress, task: String, quiet: bool) -> Follower<'_> {
        Follower {
            task,
            meter: Meter::new(quiet),
            progress,
            has_begun: false,
            resumable: false,
            positions: 0,
        }
    }

    /// Takes an event in.
    pub(super) fn follow(&mut self, event: VerifyEvent) {
        match event {
            VerifyEvent::Started {
                total,
                found,
                resumable,
            } => {
                self.progress.start(found, total);
                self.resumable = resumable;
            }
            VerifyEvent::Above(class) => {
                self.begin();
                self.show(class, "against the level above");
            }
            VerifyEvent::Checking(class) => self.show(class, "against its partner"),
            VerifyEvent::Done { positions } => {
                self.progress.add(positions);
                self.positions += positions;
            }
        }
    }

    /// Says what is begun, when nothing is in its way any more.
    fn begin(&mut self) {
        if std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        self.progress.set_off();
        if self.resumable {
            let verb = match self.progress.has_found() {
                true => "Going on with verifying",
                false => "Verifying",
            };
            self.meter.say(&format!(
                "{verb} {}. It can be interrupted: the same command goes on from there.",
                self.task
            ));
        }
    }

    fn show(&mut self, class: Class, how: &str) {
        let doing = format_args!("level {} {class} {how}", class.level());
        self.meter.show(self.progress, &doing);
    }

    /// Clears the bar away; says what is kept if the verification was interrupted.
    pub(super) fn end(self) -> String {
        match self.resumable {
            true => format!(
                "{} positions were verified; the same command goes on",
                count(self.positions)
            ),
            false => "nothing is kept, since no file can be made beside the database".into(),
        }
    }
}
