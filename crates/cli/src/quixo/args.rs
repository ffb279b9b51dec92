//! What the command line accepts about Quixo.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use quixotic_jobs::{LabelsOptions, Shard};
use quixotic_quixo::Rules;
use quixotic_research::chance::Sample;
use quixotic_tablebase::WinDistances;

use crate::args::RunArgs;
use crate::machine;
use crate::rule_args::{Family, RuleArgs};
use crate::shard::ShardArgs;

/// A subcommand about Quixo: the game is a board of some size.
#[derive(Debug, Subcommand)]
pub(crate) enum OnBoard<A: clap::Args> {
    /// Quixo on a 3×3 board
    Quixo3(A),
    /// Quixo on a 4×4 board
    Quixo4(A),
    /// Quixo on a 5×5 board, the one that is sold
    Quixo5(A),
}

impl<A: clap::Args> OnBoard<A> {
    /// The name of the game and what is asked about it.
    pub(crate) fn split(&self) -> (&'static str, &A) {
        match self {
            OnBoard::Quixo3(args) => ("quixo3", args),
            OnBoard::Quixo4(args) => ("quixo4", args),
            OnBoard::Quixo5(args) => ("quixo5", args),
        }
    }
}

/// The boards of Quixo.
#[derive(Clone, Debug)]
pub(crate) struct QuixoGames;

impl Family for QuixoGames {
    fn has(game: &str) -> bool {
        game.starts_with("quixo")
    }
}

/// The rules of a game, and where its database is.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TargetArgs {
    /// Directory of the database [default: one of its own in the user's data directory; to read
    /// quixo3 and quixo4 under the official rules, the one in the program]
    #[arg(long, value_name = "DIR", env = "QUIXOTIC_DB", hide_env_values = true)]
    pub(crate) db: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) rules: RuleArgs<QuixoGames>,
}

/// How a database is made.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,

    /// Stop after the level with that many marked tiles; the database answers from there up
    #[arg(long, value_name = "LEVEL", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=25))]
    pub(crate) until: u8,

    #[command(flatten)]
    pub(crate) memory: MemoryArgs,

    /// Whether the files tell how many plies a win takes. If not they are half as large, and a
    /// question about a win takes a look at all moves: keep or drop [default: drop on 5×5, else keep]
    #[arg(long, value_name = "HOW", value_enum, hide_possible_values = true)]
    win_distances: Option<KeepOrDrop>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// What becomes of the distances of wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KeepOrDrop {
    Keep,
    Drop,
}

impl SolveArgs {
    /// Whether the database tells how many plies a win takes.
    pub(crate) fn win_distances(&self, rules: Rules) -> WinDistances {
        match self.win_distances {
            Some(KeepOrDrop::Keep) => WinDistances::Kept,
            Some(KeepOrDrop::Drop) => WinDistances::LeftOut,
            None if rules.size() == 5 => WinDistances::LeftOut,
            None => WinDistances::Kept,
        }
    }
}

/// How much memory a run may take.
#[derive(Debug, clap::Args)]
pub(crate) struct MemoryArgs {
    /// Memory that the run may take, in GiB [default: half of the machine's memory, between 9 and 16;
    /// three quarters where there are less than 9]
    #[arg(long, value_name = "GIB", value_parser = gibibytes, env = "QUIXOTIC_MEMORY", hide_env_values = true)]
    memory: Option<u64>,
}

impl MemoryArgs {
    /// GiB that are enough to solve 5×5.
    pub(crate) const TO_SOLVE: u64 = 9;
    /// GiB that are enough to count what can occur on 5×5.
    pub(crate) const TO_COUNT: u64 = 13;
    /// More than so many GiB make a run no faster.
    const MOST: u64 = 16;

    /// Bytes that a run may take for which that many GiB are enough.
    pub(crate) fn bytes(&self, enough: u64) -> u64 {
        let there_is = || machine::memory().unwrap_or(enough << 30);
        self.memory
            .unwrap_or_else(|| MemoryArgs::share_of(there_is(), enough))
    }

    /// What a run takes of a machine's memory when nothing is said. The rest is for
    /// others, and for the system to keep files in.
    fn share_of(memory: u64, enough: u64) -> u64 {
        let enough = enough << 30;
        match memory < enough {
            true => memory / 4 * 3,
            false => (memory / 2).clamp(enough, MemoryArgs::MOST << 30),
        }
    }
}

/// What to do when a run needs so many MiB of memory and may not take them.
pub(crate) fn allow_more(mebibytes: u64) -> String {
    let tenths = (mebibytes * 10).div_ceil(1 << 10);
    let gibibytes = format!("{}.{}", tenths / 10, tenths % 10);
    let gibibytes = gibibytes.trim_end_matches(".0");
    format!("allow it with --memory {gibibytes}")
}

/// What is checked.
#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,

    /// Check every position by itself, without any code of the solver; the whole of 5×5 takes
    /// some 20 hours of CPU time, and up to 13 GiB of memory whatever --memory says
    #[arg(long, conflicts_with = "sample")]
    pub(crate) independent: bool,

    /// Check that many random positions in the same way, and no others; on 5×5 that takes some GiB of
    /// memory whatever --memory says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sample: Option<u64>,

    /// Which random positions
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    pub(crate) seed: u64,

    /// Compare wins, losses and draws with published ones: a heading, then for each class the tiles
    /// of the player to move, of the other, wins, losses, draws, separated by commas
    #[arg(long, value_name = "FILE", conflicts_with = "shard")]
    pub(crate) golden: Option<PathBuf>,

    /// Name that many wrong positions at most; all are counted
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(..=1_000_000), conflicts_with_all = ONE_BY_ONE)]
    pub(crate) findings: u32,

    /// Forget what an interrupted verification has done
    #[arg(long, conflicts_with_all = ONE_BY_ONE)]
    pub(crate) fresh: bool,

    /// Use the plain version of the kernel, also where the processor has a faster one
    #[arg(long, conflicts_with_all = ONE_BY_ONE)]
    pub(crate) portable: bool,

    #[command(flatten)]
    pub(crate) memory: MemoryArgs,

    /// Print JSON
    #[arg(long, conflicts_with = "shard")]
    pub(crate) json: bool,

    /// Leave the time out of the JSON, so that it is the same in every run
    #[arg(long, requires = "json")]
    pub(crate) no_times: bool,

    #[command(flatten)]
    pub(crate) shard: ShardArgs,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// What makes `verify` look at positions one by one.
const ONE_BY_ONE: [&str; 2] = ["independent", "sample"];

/// What is exported, and where to.
#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    /// The folder to fill; it is made if it is not there
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,

    #[command(flatten)]
    pub(crate) target: TargetArgs,

    /// Show no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// How positions that can occur are counted and shown.
#[derive(Debug, clap::Args)]
pub(crate) struct ReachableArgs {
    #[command(flatten)]
    pub(crate) rules: RuleArgs<QuixoGames>,

    #[command(flatten)]
    pub(crate) memory: MemoryArgs,

    /// Print JSON, by class
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,

    /// Print comma-separated values, by class
    #[arg(long)]
    pub(crate) csv: bool,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// What is looked through.
#[derive(Debug, clap::Args)]
pub(crate) struct NotableArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,

    /// Print JSON, with all positions
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which puzzles to make, and where they go.
#[derive(Debug, clap::Args)]
pub(crate) struct PuzzlesArgs {
    /// Directory of the database [default: one of its own in the user's data directory; for quixo3
    /// and quixo4 the one in the program]
    #[arg(long, value_name = "DIR", env = "QUIXOTIC_DB", hide_env_values = true)]
    pub(crate) db: Option<PathBuf>,

    /// How many; fewer where the games have not enough of a theme
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) count: u32,

    /// Another seed makes other puzzles
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Where the puzzles go [default: puzzles-GAME.txt]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// What results are made of, and where they go.
#[derive(Debug, clap::Args)]
pub(crate) struct ResultsArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,

    /// Directory that the files are written to
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) out: PathBuf,

    /// Positions that are drawn from each level, to see how often a random move keeps the outcome;
    /// levels with at most eight times as many are looked through
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    sample: u64,

    /// Another seed draws other positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

impl ResultsArgs {
    /// The positions that are drawn.
    pub(crate) fn sample(&self) -> Sample {
        Sample {
            size: self.sample,
            seed: self.seed,
        }
    }
}

/// Where the comparison of rule sets goes.
#[derive(Debug, clap::Args)]
pub(crate) struct VariantsArgs {
    /// Directory with the results of 5×5, to which variants.md and its picture are written
    #[arg(long, value_name = "DIR", default_value = "docs/results")]
    pub(crate) out: PathBuf,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The tables of the paper on agents.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// Directory to write agents.md and its pictures to
    #[arg(long, value_name = "DIR", default_value = "docs/results")]
    pub(crate) out: PathBuf,

    /// Games of every row
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,

    /// Games of every row that needs the database of 5×5, which is on disk
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games5: u32,

    /// Games of every pair of the tournament on 5×5
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) robin: u32,

    /// Positions of each ladder
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) positions: u32,

    /// Boards on which the network's estimates are compared with the solution
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) boards: u64,

    /// Seed of everything random; should not be that of the training of the networks
    #[arg(long, value_name = "S", default_value_t = 2)]
    pub(crate) seed: u64,

    /// Directory of the database of 5×5 [default: the user's data directory; without one, the rows
    /// that need it are left out]
    #[arg(long, value_name = "DIR")]
    pub(crate) db5: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// How a network is trained.
#[derive(Debug, clap::Args)]
pub(crate) struct TrainArgs {
    /// Games of each of the paper's three stages
    #[arg(long, value_name = "N", default_value_t = quixotic_agents::dqn::PAPER_EPISODES, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) episodes: u64,

    /// Train the network of `net` and `search` by the solution instead
    #[arg(long, conflicts_with = "episodes")]
    pub(crate) from_solution: bool,

    /// Learn from these labels, made with `quixotic labels` [default: draw them first]
    #[arg(long, value_name = "FILE", requires = "from_solution")]
    pub(crate) labels: Option<PathBuf>,

    /// Labels to draw, where there is no file of them
    #[arg(long, value_name = "N", requires = "from_solution", conflicts_with = "labels", default_value_t = 12_000_000, value_parser = clap::value_parser!(u64).range(100..=1_000_000_000))]
    pub(crate) count: u64,

    /// How often every label is learnt from
    #[arg(long, value_name = "N", requires = "from_solution", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) epochs: u32,

    /// Directory of the database that labels are drawn from [default: one of its own in the user's
    /// data directory; for quixo3 and quixo4 the one in the program]
    #[arg(long, value_name = "DIR", requires = "from_solution")]
    pub(crate) db: Option<PathBuf>,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Where the weights go; the training curves go beside them, as .svg, and a checkpoint every
    /// now and then, as .checkpoint [default: GAME.qxn, or GAME.qxv from the solution]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Which labels to draw.
#[derive(Debug, clap::Args)]
pub(crate) struct LabelsArgs {
    /// Directory of the database [default: one of its own in the user's data directory; for quixo3
    /// and quixo4 the one in the program]
    #[arg(long, value_name = "DIR", env = "QUIXOTIC_DB", hide_env_values = true)]
    pub(crate) db: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) options: LabelsOptions,

    /// Draw part I of N, from 1/N to N/N, anywhere and in any order; `quixotic merge` puts the parts
    /// together
    #[arg(long, value_name = "I/N", requires = "out", allow_hyphen_values = true)]
    pub(crate) shard: Option<Shard>,

    /// Where the labels go, or the part [default: GAME.qxl]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_takes_half_of_the_memory_or_what_5x5_needs() {
        let share = |gib: u64| MemoryArgs::share_of(gib << 30, MemoryArgs::TO_SOLVE) >> 30;
        assert_eq!([4, 9, 16, 24, 32, 128].map(share), [3, 9, 9, 12, 16, 16]);
    }

    #[test]
    fn what_is_advised_is_enough_memory() {
        assert_eq!(allow_more(8192), "allow it with --memory 8");
        for needed in [1, 1023, 1025, 8191, 8193] {
            let told = allow_more(needed);
            let (_, number) = told.rsplit_once(' ').unwrap();
            assert!(gibibytes(number).unwrap() >= needed << 20, "{told}");
        }
    }

    #[test]
    fn memory_is_read_in_gibibytes() {
        assert_eq!(gibibytes("1.5"), Ok(3 << 29));
        for bad in ["0", "-1", "inf", "NaN", "much"] {
            assert!(gibibytes(bad).is_err(), "{bad}");
        }
    }
}
