//! What the command line accepts about Quixo.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use quixotic_quixo::DoubleLine;
use quixotic_survey::chance::Sample;
use quixotic_tablebase::WinDistances;

use super::game::{Game, Target};
use crate::args::RunArgs;
use crate::machine;

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
    /// The game and what is asked about it.
    pub(crate) fn split(&self) -> (Game, &A) {
        match self {
            OnBoard::Quixo3(args) => (Game::Quixo3, args),
            OnBoard::Quixo4(args) => (Game::Quixo4, args),
            OnBoard::Quixo5(args) => (Game::Quixo5, args),
        }
    }
}

/// The rules of a game, and where its database is.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TargetArgs {
    /// Directory of the database [default: one of its own in the user's data directory; to read
    /// quixo3 and quixo4 under the official rules, the one in the program]
    #[arg(long, value_name = "DIR")]
    db: Option<PathBuf>,

    #[command(flatten)]
    rules: RulesArgs,
}

/// The rules of a game.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RulesArgs {
    /// Length of a winning line [default: the size of the board]
    #[arg(long, value_name = "K")]
    line: Option<u8>,

    /// Who wins when one move makes lines of both symbols
    #[arg(long, value_name = "WHO", value_enum, default_value_t = Who::Opponent)]
    double_line: Who,
}

impl TargetArgs {
    /// The official rules, with the database in this directory.
    pub(crate) fn official(db: Option<PathBuf>) -> TargetArgs {
        let rules = RulesArgs {
            line: None,
            double_line: Who::Opponent,
        };
        TargetArgs { db, rules }
    }

    /// What a subcommand about `game` is about.
    pub(crate) fn of(&self, game: Game) -> Target {
        Target {
            db: self.db.clone(),
            ..self.rules.of(game)
        }
    }
}

impl RulesArgs {
    /// What a subcommand about `game` is about that needs no database.
    pub(crate) fn of(&self, game: Game) -> Target {
        Target {
            game,
            db: None,
            line: self.line,
            double_line: self.double_line,
        }
    }
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
    pub(crate) fn win_distances(&self, game: Game) -> WinDistances {
        match (self.win_distances, game) {
            (Some(KeepOrDrop::Keep), _) | (None, Game::Quixo3 | Game::Quixo4) => WinDistances::Kept,
            (Some(KeepOrDrop::Drop), _) | (None, Game::Quixo5) => WinDistances::LeftOut,
        }
    }
}

/// How much memory a run may take.
#[derive(Debug, clap::Args)]
pub(crate) struct MemoryArgs {
    /// Memory that the run may take, in GiB [default: 16, or what the machine has if that is less]
    #[arg(long, value_name = "GIB", value_parser = gibibytes)]
    memory: Option<u64>,
}

impl MemoryArgs {
    /// Bytes that a run may take when nothing is said.
    const DEFAULT: u64 = 16 << 30;

    /// Bytes that the run may take.
    pub(crate) fn bytes(&self) -> u64 {
        let there_is = || machine::memory().unwrap_or(MemoryArgs::DEFAULT);
        self.memory
            .unwrap_or_else(|| there_is().min(MemoryArgs::DEFAULT))
    }
}

/// A question about a position.
#[derive(Debug, clap::Args)]
pub(crate) struct AskArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,

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

/// What is counted, and how it is shown.
#[derive(Debug, clap::Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,

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

/// What is checked.
#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,

    /// Check only that many random positions, as the whole of 5×5 takes hours
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sample: Option<u64>,

    /// Which random positions
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    pub(crate) seed: u64,

    /// Compare wins, losses and draws with published ones: a heading, then for each class the tiles
    /// of the player to move, of the other, wins, losses, draws, separated by commas
    #[arg(long, value_name = "FILE")]
    pub(crate) golden: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// How positions that can occur are counted and shown.
#[derive(Debug, clap::Args)]
pub(crate) struct ReachableArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,

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
    fn memory_is_read_in_gibibytes() {
        assert_eq!(gibibytes("1.5"), Ok(3 << 29));
        for bad in ["0", "-1", "inf", "NaN", "much"] {
            assert!(gibibytes(bad).is_err(), "{bad}");
        }
    }
}
