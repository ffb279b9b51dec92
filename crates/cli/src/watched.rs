//! Many games or positions on several threads, with a progress bar.

use std::sync::Mutex;

use anyhow::Result;

use crate::args::RunArgs;
use crate::meter::{Meter, RunProgress};

/// Does `work` on the threads that were asked for, and counts on the progress bar what
/// it says to have done, and how much there is to do if only the work knows.
pub(crate) fn watched<T: Send>(
    args: &RunArgs,
    doing: &str,
    noun: &'static str,
    total: u64,
    work: impl FnOnce(&(dyn Fn(Option<u64>) + Sync)) -> T + Send,
) -> Result<T> {
    let mut progress = RunProgress::of(noun);
    progress.start(0, total);
    let shown = Mutex::new((Meter::new(args.quiet), progress));
    let done = |total: Option<u64>| {
        if let Ok(mut shown) = shown.lock() {
            let (meter, progress) = &mut *shown;
            if let Some(total) = total {
                progress.set_total(total);
            }
            progress.add(1);
            meter.show(progress, &doing);
        }
    };
    Ok(args.pool()?.install(|| work(&done)))
}
