//! What the command line accepts.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Parser, Subcommand, ValueEnum};
use quixotic_quixo::DoubleLine;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::game::Game;
use crate::machine;

/// Perfect play for Quixo: solve it, and ask the solution questions.
///
/// The solutions of 3×3 and 4×4 are part of the program; that of 5×5 has to be
/// made once with `quixotic solve quixo5`.
#[derive(Debug, Parser)]
#[command(name = "quixotic", version, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  quixotic probe quixo4                    who wins from the empty board, and by which moves
  quixotic probe quixo4 \"X3/2O1/4/3X O\"    the same for any position
  quixotic line quixo3                     a game in which nobody makes a mistake
  quixotic stats quixo4                    how many positions are won, lost and drawn
  quixotic solve quixo4                    compute all that from the rules";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(SolveArgs),
    /// Who wins from a position and how soon, and the value of every move
    ///
    /// A move's value is that of the player who makes it, the ply of the move
    /// included.
    #[command(after_help = "\
Examples:
  quixotic probe quixo4
  quixotic probe quixo4 X3/2O1/4/3X O
  quixotic probe quixo3 \"XO1/3/3 X\" --json")]
    Probe(AskArgs),
    /// One optimal game from a position, board by board
    ///
    /// The winner hurries and the loser delays. A drawn game is shown until a
    /// position comes back. Brackets mark the tile that was pushed in.
    #[command(after_help = "\
Examples:
  quixotic line quixo4
  quixotic line quixo4 \"X3/2O1/4/3X O\" --json")]
    Line(AskArgs),
    Stats(StatsArgs),
    Verify(VerifyArgs),
    Notable(NotableArgs),
}

/// The game, its rules, and where its database is.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Target {
    /// quixo3, quixo4 or quixo5: Quixo on a board of that size
    #[arg(value_enum, hide_possible_values = true)]
    pub(crate) game: Game,

    /// Directory of the database [default: one of its own in the user's data directory; to read
    /// quixo3 and quixo4 under the official rules, the one in the program]
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,

    /// Length of a winning line [default: the size of the board]
    #[arg(long, value_name = "K")]
    pub(crate) line: Option<u8>,

    /// Who wins when one move makes lines of both symbols
    #[arg(long, value_name = "WHO", value_enum, default_value_t = Who::Opponent)]
    pub(crate) double_line: Who,
}

/// Who wins when one move makes lines of both symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Who {
    /// The opponent of the player who moved: the official rule
    Opponent,
    /// The player who moved
    Mover,
}

impl From<Who> for DoubleLine {
    fn from(who: Who) -> DoubleLine {
        match who {
            Who::Opponent => DoubleLine::OpponentWins,
            Who::Mover => DoubleLine::MoverWins,
        }
    }
}

/// Solve a game, show progress, write the database and print the result
///
/// The run can be interrupted at any moment; the same command goes on where it
/// stopped and ends with the same files.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quixotic solve quixo4
  quixotic solve quixo4 --line 3 --double-line mover
  quixotic solve quixo5 --until 22 --memory 8 --db /data/quixo5")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) target: Target,

    /// Stop after the level with that many marked tiles; the database answers from there up
    #[arg(long, value_name = "LEVEL", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=25))]
    pub(crate) until: u8,

    /// Memory that the run may take, in GiB [default: 16, or what the machine has if that is less]
    #[arg(long, value_name = "GIB", value_parser = gibibytes)]
    memory: Option<u64>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

impl SolveArgs {
    /// Bytes of memory that the run may take when nothing is said.
    const MEMORY: u64 = 16 << 30;

    /// Bytes of memory that the run may take.
    pub(crate) fn memory(&self) -> u64 {
        let there_is = || machine::memory().unwrap_or(SolveArgs::MEMORY);
        self.memory
            .unwrap_or_else(|| there_is().min(SolveArgs::MEMORY))
    }
}

/// How a long run is done.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// Number of threads, up to 256 [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Show no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl RunArgs {
    /// The threads to work with.
    pub(crate) fn pool(&self) -> anyhow::Result<ThreadPool> {
        let threads = self.threads.map_or(0, usize::from);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.context("cannot start the threads")
    }
}

/// A question about a position.
#[derive(Debug, clap::Args)]
pub(crate) struct AskArgs {
    #[command(flatten)]
    pub(crate) target: Target,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A position on the command line, where its space may or may not be quoted.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionArgs {
    /// Rows from the top with `/` between them (X, O, digits for empty cells), then the player to
    /// move: `X3/2O1/4/3X O`; `start` is the empty board [default: start]
    #[arg(value_name = "POSITION", num_args = 0..=2)]
    words: Vec<String>,
}

impl PositionArgs {
    /// The text of the position; `None` for the start of the game.
    pub(crate) fn text(&self) -> Option<String> {
        match &self.words[..] {
            [] => None,
            [word] if word == "start" => None,
            words => Some(words.join(" ")),
        }
    }
}

/// How many positions are won, lost and drawn: in all, by distance and by class
///
/// A class are the positions with the same numbers of tiles of the player to
/// move and of the other. Mirror images count as positions of their own.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quixotic stats quixo4
  quixotic stats quixo4 --csv=class
  quixotic stats quixo4 --svg outcomes.svg")]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) target: Target,

    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,

    /// Print a table as comma-separated values: `distance` or `class` [default: distance]
    #[arg(
        long,
        value_name = "TABLE",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "distance",
        hide_possible_values = true
    )]
    pub(crate) csv: Option<CsvTable>,

    /// Draw the shares of wins, losses and draws by class, for classes whose numbers of tiles differ
    /// by at most one; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

/// The tables that `stats` prints as comma-separated values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CsvTable {
    Distance,
    Class,
}

/// Check every value of a database against the rules
///
/// Reads only the database and the rules, and derives each position's value from
/// those of its moves. Exit code 1 if a value is wrong, 2 if a file is no good.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quixotic verify quixo4
  quixotic verify quixo5 --db /data/quixo5")]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) target: Target,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Positions worth showing, like those of Figure 9 of the paper, in Markdown
///
/// Positions that no move leads to, that lose in one ply or take longest to lose,
/// and draws in which the other player can always come back.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quixotic notable quixo4 > docs/results/quixo4.md
  quixotic notable quixo4 --json")]
pub(crate) struct NotableArgs {
    #[command(flatten)]
    pub(crate) target: Target,

    /// Print JSON, with all positions
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads a number of GiB as bytes.
fn gibibytes(text: &str) -> Result<u64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => {
            Ok((number * f64::from(1 << 30)) as u64)
        }
        _ => Err("it is a number of GiB above 0".into()),
    }
}

/// What clap says of a bad command line, without the usage and in one line.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::new();
    let mut gap = "";
    let text = text.strip_prefix("error: ").unwrap_or(text);
    for part in text.lines().map(str::trim) {
        if part.starts_with("Usage:") || part.starts_with("For more information") {
            break;
        }
        if part.is_empty() {
            gap = "; ";
            continue;
        }
        if !line.is_empty() {
            line.push_str(gap);
        }
        line.push_str(part);
        gap = " ";
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn memory_is_read_in_gibibytes() {
        assert_eq!(gibibytes("1.5"), Ok(3 << 29));
        for bad in ["0", "-1", "inf", "NaN", "much"] {
            assert!(gibibytes(bad).is_err(), "{bad}");
        }
    }
}
