//! What the command line accepts about Numerical Tic-Tac-Toe.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Subcommand, ValueEnum};
use quixotic_game::{Game as _, Player};
use quixotic_numerical::{Keys, Numerical, Position, Rules};

use crate::args::RunArgs;

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
pub(crate) struct Grid {
    pub(crate) name: &'static str,
    pub(crate) size: u8,
}

impl<A: clap::Args> OnGrid<A> {
    /// The board and what is asked about it.
    pub(crate) fn split(&self) -> (Grid, &A) {
        let grid = |name, size| Grid { name, size };
        match self {
            OnGrid::Numerical3(args) => (grid("numerical3", 3), args),
            OnGrid::Numerical4(args) => (grid("numerical4", 4), args),
        }
    }
}

/// Who holds which numbers, and what a line has to add up to.
#[derive(Debug, clap::Args)]
pub(crate) struct RulesArgs {
    /// The first player's numbers, like 1,2,5-9; the second player has the rest, or what follows a
    /// `/` [default: the odd numbers]
    #[arg(long, value_name = "NUMBERS", conflicts_with = "hands")]
    split: Option<String>,

    /// The numbers of both players, who may hold the same ones: 1-8/1-8
    #[arg(long, value_name = "FIRST/SECOND")]
    hands: Option<String>,

    /// What a line has to add up to [default: the sum of all numbers divided by the rows]
    #[arg(long, value_name = "SUM")]
    target: Option<u8>,
}

impl RulesArgs {
    /// The game under these rules.
    pub(crate) fn game(&self, grid: Grid) -> Result<Numerical> {
        let target = self.target.map(|target| target.to_string());
        let rules = Rules::from_options(
            grid.size,
            self.split.as_deref(),
            self.hands.as_deref(),
            target.as_deref(),
        )?;
        Ok(Numerical::new(rules))
    }
}

/// Which question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Asked {
    /// Can the first player force a win?
    First,
    /// Can the second player force a win?
    Second,
    /// Both questions, which tell the outcome
    Both,
}

impl Asked {
    /// The players who ask.
    pub(crate) fn askers(self) -> &'static [Player] {
        match self {
            Asked::First => &[Player::X],
            Asked::Second => &[Player::O],
            Asked::Both => &[Player::X, Player::O],
        }
    }
}

/// What is solved, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    /// Who is asked to force a win
    #[arg(long, value_name = "WHO", value_enum, default_value_t = Asked::Both)]
    pub(crate) question: Asked,

    /// Only wins by that round count; each number placed is a round [default: all]
    #[arg(long, value_name = "ROUND", value_parser = clap::value_parser!(u8).range(1..=16))]
    pub(crate) by_round: Option<u8>,

    /// Remember positions by all that matters of them instead of a hash of it: slower, and beyond
    /// doubt
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

/// A question about a position.
#[derive(Debug, clap::Args)]
pub(crate) struct AskArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    /// Rows from the top with `/` between them, cells with `,`: a number, or `.` if free;
    /// `start` is the empty board [default: start]
    #[arg(value_name = "POSITION")]
    position: Option<String>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

impl AskArgs {
    /// The position that is asked about.
    pub(crate) fn position(&self, game: &Numerical) -> Result<Position> {
        match self.position.as_deref() {
            None | Some("start") => Ok(game.start()),
            Some(text) => Ok(game.parse_position(text)?),
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
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Stop after so many more splits [default: solve all]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}
