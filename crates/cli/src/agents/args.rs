//! What the command line accepts about agents and their games.

use std::path::PathBuf;

use clap::ValueEnum;
use quixotic_agents::AgentSpec;
use quixotic_agents::arena::{LONGEST, Starts};

use crate::args::RunArgs;
use crate::numerical::args::RulesArgs;
use crate::quixo::args::TargetArgs;

/// What a subcommand about agents needs to know of Quixo, and the rest.
#[derive(Debug, clap::Args)]
pub(crate) struct WithQuixo<A: clap::Args> {
    #[command(flatten)]
    pub(crate) args: A,

    #[command(flatten)]
    pub(crate) target: TargetArgs,

    /// Weights for `dqn`, made with `quixotic train` [default: those in the program]
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
}

/// What a subcommand about agents needs to know of Numerical Tic-Tac-Toe, and the rest.
#[derive(Debug, clap::Args)]
pub(crate) struct WithRules<A: clap::Args> {
    #[command(flatten)]
    pub(crate) args: A,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,
}

/// A match or a tournament.
#[derive(Debug, clap::Args)]
pub(crate) struct ArenaArgs {
    /// An agent: random, minimax:DEPTH, search:TIME (500ms, 2s, or a number of positions),
    /// mcts:PLAYOUTS, dqn, perfect, strategy
    #[arg(
        value_name = "A",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    pub(crate) a: Option<AgentSpec>,

    /// Its opponent
    #[arg(
        value_name = "B",
        required_unless_present = "all",
        conflicts_with = "all"
    )]
    pub(crate) b: Option<AgentSpec>,

    /// Everyone against everyone: agents with commas between them
    #[arg(long, value_name = "A,B,…", value_delimiter = ',')]
    pub(crate) all: Vec<AgentSpec>,

    /// Games of a match; of every pair with --all
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,

    /// Everything random follows from it
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Who makes the first move
    #[arg(long, value_name = "WHO", value_enum, default_value_t = WhoStarts::Alternate, conflicts_with = "all")]
    pub(crate) starts: WhoStarts,

    /// Plies after which a game is broken off as a draw
    #[arg(long, value_name = "PLIES", default_value_t = LONGEST, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) cap: u32,

    /// Save the games, one in a line; see them with `quixotic line --replay FILE`
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,

    /// Print comma-separated values, a row for each match and starting player
    #[arg(long)]
    pub(crate) csv: bool,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Who makes the first move of the games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WhoStarts {
    /// A and B in turn
    Alternate,
    /// Always A
    A,
    /// Always B
    B,
}

impl From<WhoStarts> for Starts {
    fn from(who: WhoStarts) -> Starts {
        match who {
            WhoStarts::Alternate => Starts::Alternate,
            WhoStarts::A => Starts::A,
            WhoStarts::B => Starts::B,
        }
    }
}

/// A game in the terminal.
#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// Who plays X, the first player: `human` or an agent, that is random, minimax:DEPTH, search:TIME
    /// (500ms, 2s, or a number of positions), mcts:PLAYOUTS, dqn, perfect or strategy
    #[arg(long, value_name = "WHO", default_value = "human")]
    pub(crate) x: Seat,

    /// Who plays O: `human` or an agent, as above
    #[arg(long, value_name = "WHO", default_value = "search:1s")]
    pub(crate) o: Seat,

    /// Begin with this position instead of the start of the game
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,

    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) load: Option<PathBuf>,

    /// Everything random follows from it
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Print the game as JSON when it ends, as `save` writes it; the board goes to standard error
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    Human,
    Agent(AgentSpec),
}

impl std::str::FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Seat, String> {
        match text {
            "human" => Ok(Seat::Human),
            _ => AgentSpec::parse(text)
                .map(Seat::Agent)
                .map_err(|error| format!("{error}; a person is `human`")),
        }
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Seat::Human => f.pad("human"),
            Seat::Agent(spec) => spec.fmt(f),
        }
    }
}

/// How often agents keep the value of a position.
#[derive(Debug, clap::Args)]
pub(crate) struct LadderArgs {
    /// The agents, with commas between them
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', default_value = LADDER)]
    pub(crate) agents: Vec<AgentSpec>,

    /// Positions that every agent is asked about
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) positions: u32,

    /// Everything random follows from it
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Draw the error rates; `-` is standard output, instead of the table
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The agents and budgets of the ladder.
pub(crate) const LADDER: &str = "random,dqn,minimax:1,minimax:2,minimax:3,minimax:4,mcts:100,mcts:1000,\
                                 search:1000,search:10000,search:100000,perfect";

/// The tables of the paper.
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

    /// Positions of each ladder
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) positions: u32,

    /// Everything random follows from it; should not be that of the training of `dqn`
    #[arg(long, value_name = "S", default_value_t = 2)]
    pub(crate) seed: u64,

    /// Directory of the database of 5×5 [default: the user's data directory; without one, the rows
    /// that need it are left out]
    #[arg(long, value_name = "DIR")]
    pub(crate) db5: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// How the deep-Q network is trained.
#[cfg(feature = "dqn")]
#[derive(Debug, clap::Args)]
pub(crate) struct TrainArgs {
    /// Games of each of the paper's three stages
    #[arg(long, value_name = "N", default_value_t = quixotic_agents::dqn::train::PAPER_EPISODES, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) episodes: u64,

    /// Everything random follows from it
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Where the weights go; the training curves go beside them, as .svg, and a checkpoint every
    /// now and then, as .checkpoint [default: GAME.qxn]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Show no progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
