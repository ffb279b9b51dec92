//! What the command line accepts about Ultimate Tic-Tac-Toe.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use quixotic_game::Game as _;
use quixotic_ultimate::{Position, Ruleset, Ultimate};

use crate::args::RunArgs;

/// How the certificate is made.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  quixotic solve ultimate --db .

The rules are the paper's: only a full field is closed. The same certificate is part of the program.")]
pub(crate) struct SolveArgs {
    /// Prove that X cannot win by this ply; by ply 43 he can
    #[arg(long, value_name = "PLY", default_value_t = 41, value_parser = clap::value_parser!(u8).range(1..=42))]
    pub(crate) by: u8,

    /// Directory for the certificate [default: one of its own in the user's data directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) db: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// What is checked.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quixotic verify ultimate
  quixotic verify ultimate --certificate ultimate41.qxd --json")]
pub(crate) struct VerifyArgs {
    /// File of the certificate [default: the one in the program]
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// A position that is asked about.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionArgs {
    /// Nine fields with `/` between them (each nine cells, X, O or .), the player to move and the
    /// active field, 0 to 8 or -; `start` is the empty board [default: start]
    #[arg(value_name = "POSITION", num_args = 0..=3, allow_hyphen_values = true)]
    words: Vec<String>,

    /// Moves to make from the position first, field and spot: 44,40
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    moves: Vec<String>,

    /// When a field is closed
    #[arg(long, value_name = "RULES", value_enum, default_value_t = Rules::FullOnly)]
    rules: Rules,
}

/// What is asked about a position.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quixotic probe ultimate --moves 44,40
  quixotic probe ultimate --rules won-closed --plies 4")]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,

    /// Look so many plies ahead
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=81))]
    pub(crate) plies: u8,

    /// Give up when one question takes more than so many million positions
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) millions: u64,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where a game by the strategies begins.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quixotic line ultimate
  quixotic line ultimate --moves 44,40,04 --json")]
pub(crate) struct LineArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// When a field is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rules {
    /// When it is full: the paper's rules
    FullOnly,
    /// When it is won or full: the common rules
    WonClosed,
}

impl From<Rules> for Ruleset {
    fn from(rules: Rules) -> Ruleset {
        match rules {
            Rules::FullOnly => Ruleset::FullOnly,
            Rules::WonClosed => Ruleset::WonClosed,
        }
    }
}

impl PositionArgs {
    /// The game and the position that is asked about.
    pub(crate) fn position(&self) -> Result<(Ultimate, Position)> {
        let game = Ultimate::new(self.rules.into());
        let mut position = match &self.words[..] {
            [] => Position::START,
            [word] if word == "start" => Position::START,
            words => game.parse_position(&words.join(" "))?,
        };
        for mv in &self.moves {
            position = game.try_play(&position, game.parse_move(mv)?)?;
        }
        Ok((game, position))
    }
}
