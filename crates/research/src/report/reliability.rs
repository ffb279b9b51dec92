//! How far the network's estimates can be trusted, as a section of the page.

use quixotic_agents::net::{RELIABILITY_ORDER, Reliability};

use crate::ResultFile;
use crate::figure::reliability as picture;
use quixotic_cli::units::count;

/// The section, and its picture.
pub(super) fn section(name: &str, seed: u64, found: &Reliability) -> (String, ResultFile) {
    let file = format!("reliability-{name}.svg");
    let boards = count(found.boards);
    let mut page = format!(
        "
## How far estimates can be trusted on {name}

What the network says of {boards} boards of random play (seed {seed}, another than that of its training; boards that one ply decides are
left out), against what they are worth. On 4×4 there are so few boards that it has learnt from most of them all the same. Of the boards for which it calls an outcome so likely, that outcome is true so often. The likeliest
outcome is the true one of {:.1} %; what is said and what is true differ by {:.1} percentage points on average.

![Reliability on {name}]({file})

| said |",
        100.0 * found.right as f64 / found.boards.max(1) as f64,
        100.0 * found.error()
    );
    for outcome in RELIABILITY_ORDER {
        page += &format!(" {outcome}: boards | said, % | true, % |");
    }
    page += &format!("\n|---|{}\n", "--:|".repeat(9));
    let steps = found.bins[0].len();
    for step in 0..steps {
        let percent = |step: usize| 100 * step / steps;
        page += &format!("| {}–{} % |", percent(step), percent(step + 1));
        for bins in &found.bins {
            let bin = bins[step];
            page += &match bin.boards {
                0 => " 0 | | |".into(),
                boards => format!(
                    " {} | {:.1} | {:.1} |",
                    count(boards),
                    100.0 * bin.mean_said(),
                    100.0 * bin.share_true()
                ),
            };
        }
        page.push('\n');
    }
    let file = ResultFile {
        content: picture(name, found),
        name: file,
    };
    (page, file)
}
