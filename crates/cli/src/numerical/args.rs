//! What the command line accepts about Numerical Tic-Tac-Toe.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Subcommand, ValueEnum};
use quixotic_game::Player;
use quixotic_numerical::{Keys, Numerical, Rules};

use crate::args::RunArgs;
use crate::env::Env;
use crate::rule_args::{Family, RuleArgs};
use crate::shard::PartArgs;

/// A subcommand about Numerical Tic-Tac-Toe: the game is a board of some size.
#[derive(Debug, Subcommand)]
pub(crate) enum OnGrid<A: clap::Args> {
    /// Numerical Tic-Tac-Toe on a 3×3 board
    Numerical3(A),
    /// Numerical Tic-Tac-Toe on a 4×4 board
    Numerical4(A),
}

/// A board by the name of its game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GridGame {
    pub(crate) name: &'static str,
    pub(crate) size: u8,
}

impl<A: clap::Args> OnGrid<A> {
    /// The board and what is asked about it.
    pub(crate) fn split(&self) -> (GridGame, &A) {
        let grid = |name, size| GridGame { name, size };
        match self {
            OnGrid::Numerical3(args) => (grid("numerical3", 3), args),
            OnGrid::Numerical4(args) => (grid("numerical4", 4), args),
        }
    }
}

/// The boards of Numerical Tic-Tac-Toe.
#[derive(Clone, Debug)]
pub(crate) struct NumericalGames;

impl Family for NumericalGames {
    fn has(game: &str) -> bool {
        game.starts_with("numerical")
    }
}

/// The game under the rules that the options ask for.
pub(crate) fn game(
    env: &Env<'_>,
    grid: GridGame,
    rules: &RuleArgs<NumericalGames>,
) -> Result<Numerical> {
    let values = &rules.values;
    // Says what is wrong with them, as for every game.
    env.catalog.id(grid.name, values)?;
    let rules = Rules::from_options(
        grid.size,
        values.get("split"),
        values.get("hands"),
        values.get("target"),
    )?;
    Ok(Numerical::new(rules))
}

/// Which question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Questions {
    /// Can the first player force a win?
    First,
    /// Can the second player force a win?
    Second,
    /// Both questions, which tell the outcome
    Both,
}

impl Questions {
    /// The players who ask.
    pub(crate) fn askers(self) -> &'static [Player] {
        match self {
            Questions::First => &[Player::X],
            Questions::Second => &[Player::O],
            Questions::Both => &[Player::X, Player::O],
        }
    }
}

/// What is solved, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) rules: RuleArgs<NumericalGames>,

    /// Who is asked to force a win
    #[arg(long, value_name = "WHO", value_enum, default_value_t = Questions::Both)]
    pub(crate) question: Questions,

    /// Only wins by that round count; each number placed is a round [default: all]
    #[arg(long, value_name = "ROUND", value_parser = clap::value_parser!(u8).range(1..=16))]
    pub(crate) by_round: Option<u8>,

    /// Remember positions exactly instead of by a hash: slower, but no two can be taken for the same
    #[arg(long)]
    exact_keys: bool,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

impl SolveArgs {
    /// How positions are remembered.
    pub(crate) fn keys(&self) -> Keys {
        match self.exact_keys {
            true => Keys::Exact,
            false => Keys::Merged,
        }
    }
}

/// What is looked through.
#[derive(Debug, clap::Args)]
pub(crate) struct NotableArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Where the table of splits is, and how far it is to go.
#[derive(Debug, clap::Args)]
pub(crate) struct SplitsArgs {
    /// The table; splits that are in it are not solved again
    #[arg(
        value_name = "FILE",
        required_unless_present_any = ["shard", "plan"],
        conflicts_with = "shard"
    )]
    pub(crate) file: Option<PathBuf>,

    /// Stop after this many more splits [default: solve all]
    #[arg(long, value_name = "N", conflicts_with = "shard")]
    pub(crate) limit: Option<usize>,

    /// Solve that many random splits, and no others; a split and its mirror image are one
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) sample: Option<u32>,

    /// Which random splits
    #[arg(long, value_name = "S", default_value_t = 1, requires = "sample")]
    pub(crate) seed: u64,

    /// Leave out the splits that this table has
    #[arg(long, value_name = "TABLE")]
    pub(crate) except: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) shard: PartArgs,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}
