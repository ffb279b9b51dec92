//! What the command line accepts.

use std::path::PathBuf;

use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};
use rayon::{ThreadPool, ThreadPoolBuilder};

#[cfg(feature = "dqn")]
use crate::agents::args::TrainArgs;
use crate::agents::args::{ArenaArgs, LadderArgs, PlayArgs, ReportArgs, WithQuixo, WithRules};
use crate::numerical::args as numerical;
use crate::numerical::args::OnGrid;
use crate::quixo::args::{
    AskArgs, NotableArgs, OnBoard, ReachableArgs, ResultsArgs, SolveArgs, StatsArgs, VerifyArgs,
};
use crate::serve::ServeArgs;
use crate::ultimate::args as ultimate;

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
  quixotic solve quixo4                    compute all that from the rules
  quixotic play quixo5                     a game against the computer
  quixotic serve                           play and look up positions in the browser";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve a game, show progress, write the database and print the result
    ///
    /// The run can be interrupted at any moment; the same command goes on where it
    /// stopped and ends with the same files.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic solve quixo4
  quixotic solve quixo4 --line 3 --double-line mover
  quixotic solve quixo5 --until 22 --memory 8 --db /data/quixo5
  quixotic solve numerical3
  quixotic solve numerical4 --question second --by-round 14
  quixotic solve numerical4 --hands 1-8/1-8")]
    Solve(SolveGame),
    /// Who wins from a position and how soon, and the value of every move
    ///
    /// A move's value is that of the player who makes it, the ply of the move
    /// included.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic probe quixo4
  quixotic probe quixo4 X3/2O1/4/3X O
  quixotic probe quixo3 \"XO1/3/3 X\" --json
  quixotic probe numerical3 2,.,./.,5,./.,.,.")]
    Probe(ProbeGame),
    /// One optimal game from a position, board by board
    ///
    /// The winner hurries and the loser delays. A drawn game is shown until a
    /// position comes back. Brackets mark the tile that was pushed in.
    #[command(subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic line quixo4
  quixotic line quixo4 \"X3/2O1/4/3X O\" --json
  quixotic line --replay games.jsonl --number 3")]
    Line(LineArgs),
    /// How many positions are won, lost and drawn: in all, by distance and by class
    ///
    /// A class are the positions with the same numbers of tiles of the player to
    /// move and of the other. Mirror images count as positions of their own.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic stats quixo4
  quixotic stats quixo4 --csv=class
  quixotic stats quixo4 --svg outcomes.svg")]
    Stats(StatsGame),
    /// How many positions legal play from the empty board can lead to, by number of tiles
    ///
    /// Needs no database and writes no file. A finished game counts and is not played on;
    /// mirror images count as positions of their own. 5×5 takes about 14 minutes of CPU
    /// time and 12 GiB of memory; a run that is interrupted begins anew.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic reachable quixo4
  quixotic reachable quixo4 --line 3 --json
  quixotic reachable quixo5 --csv > reachable.csv")]
    Reachable(ReachableGame),
    /// Check every value of a database against the rules
    ///
    /// Reads only the database and the rules, and derives each position's value from
    /// those of its moves. Exit code 1 if a value is wrong, 2 if a file is no good.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic verify quixo4
  quixotic verify quixo5 --sample 1000000
  quixotic verify quixo5 --db /data/quixo5 --golden classes.csv")]
    Verify(VerifyGame),
    /// Positions worth showing, like those of Figure 9 of the paper, in Markdown
    ///
    /// Positions that no move leads to, that lose in one ply or take longest to lose,
    /// and draws in which the other player can always come back.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic notable quixo4 > docs/results/quixo4-notable.md
  quixotic notable quixo4 --json")]
    Notable(NotableGame),
    /// The outcomes of all divisions of the numbers, as a table; the same command goes on with it
    ///
    /// A split and its mirror image, which has v replaced by n² + 1 − v, are solved once. Each split is
    /// written when it is solved, so the run can be interrupted at any moment.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic splits numerical3 splits3.csv
  quixotic splits numerical4 splits4.csv --limit 10")]
    Splits(SplitsGame),
    /// Agents against each other: a match, or a tournament with Elo ratings
    ///
    /// A position that comes up for the third time and a game that is too long are
    /// draws. The same seed gives the same games on any number of threads, unless a
    /// budget is a time.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic arena quixo4 minimax:3 mcts:1000 --games 200
  quixotic arena quixo4 --all random,minimax:2,dqn,perfect --games 50
  quixotic arena quixo5 search:200ms dqn --games 20 --save games.jsonl")]
    Arena(ArenaGame),
    /// A game in the terminal, you against an agent
    ///
    /// Moves are typed, or picked from a list; `help` there lists what else there is:
    /// undo, hints, saving and loading.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic play quixo5
  quixotic play quixo4 --x perfect --o human
  quixotic play numerical4 --o perfect
  quixotic play numerical3 --split 1-5 --x perfect --o human
  quixotic play ultimate --x strategy --o human
  quixotic play quixo5 --x human --o human")]
    Play(PlayGame),
    /// The strategy ladder: how often agents keep the value of a position
    ///
    /// Agents are asked about positions in which there is something to lose, and their
    /// moves are held against the solution, which they do not get to see.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic ladder quixo4
  quixotic ladder quixo4 --agents minimax:2,mcts:5000 --svg ladder.svg")]
    Ladder(LadderGame),
    /// Train the deep-Q network of the agent `dqn`
    ///
    /// Three stages, as in the paper: against random, against random and minimax:2, and
    /// against minimax:2. The run can be interrupted at any moment; the same command goes
    /// on from its last checkpoint and ends with the same weights.
    #[cfg(feature = "dqn")]
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic train quixo4 --episodes 2000
  quixotic arena quixo4 dqn random --weights quixo4.qxn")]
    Train(TrainGame),
    /// Train the deep-Q network of the agent `dqn`: not in this build, see `quixotic train`
    #[cfg(not(feature = "dqn"))]
    Train(NoTraining),
    /// Play the tables of the paper on agents again, and write docs/results/agents.md
    #[command(after_help = "\
Example:
  quixotic report --out docs/results")]
    Report(ReportArgs),
    /// Write what is known of a game to a directory: a page, figures, JSON and CSV
    ///
    /// Outcomes and distances of all positions, the longest win and loss with an
    /// optimal game, the smallest positions that are decided, the first moves, and how
    /// often a random move keeps the outcome.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic results quixo4 --out /tmp
  quixotic results quixo5 --out docs/results --sample 100000 --seed 7")]
    Results(ResultsGame),
    /// The page on which to play and look up positions, and the HTTP API
    ///
    /// Everything that is served is part of the program, and answers come from this machine.
    /// Ctrl-C stops the server.
    #[command(after_help = "\
Examples:
  quixotic serve
  quixotic serve --port 3000
  quixotic serve --host 0.0.0.0 --db /data/quixo5")]
    Serve(ServeArgs),
}

/// What clap calls the subcommands of a subcommand.
const GAME: &str = "GAME";
const GAMES: &str = "Games";

/// The games that can be solved.
#[derive(Debug, Subcommand)]
pub(crate) enum SolveGame {
    #[command(flatten)]
    Quixo(OnBoard<SolveArgs>),
    #[command(flatten)]
    Numerical(OnGrid<numerical::SolveArgs>),
    /// Ultimate Tic-Tac-Toe: prove that X cannot force a win by ply 41, and write the certificate
    Ultimate(ultimate::SolveArgs),
}

/// The games that can be probed.
#[derive(Debug, Subcommand)]
pub(crate) enum ProbeGame {
    #[command(flatten)]
    Quixo(OnBoard<AskArgs>),
    #[command(flatten)]
    Numerical(OnGrid<numerical::AskArgs>),
    /// Ultimate Tic-Tac-Toe: who can force a win within some plies
    Ultimate(ultimate::ProbeArgs),
}

/// The games that can be played out.
#[derive(Debug, Subcommand)]
pub(crate) enum LineGame {
    #[command(flatten)]
    Quixo(OnBoard<AskArgs>),
    #[command(flatten)]
    Numerical(OnGrid<numerical::AskArgs>),
    /// Ultimate Tic-Tac-Toe: both players follow the strategies
    Ultimate(ultimate::LineArgs),
}

/// The games that can be counted.
#[derive(Debug, Subcommand)]
pub(crate) enum StatsGame {
    #[command(flatten)]
    Quixo(OnBoard<StatsArgs>),
}

/// The games whose positions that can occur are counted.
#[derive(Debug, Subcommand)]
pub(crate) enum ReachableGame {
    #[command(flatten)]
    Quixo(OnBoard<ReachableArgs>),
}

/// The games that can be verified.
#[derive(Debug, Subcommand)]
pub(crate) enum VerifyGame {
    #[command(flatten)]
    Quixo(OnBoard<VerifyArgs>),
    /// Ultimate Tic-Tac-Toe: check the strategies, the lemmas and the certificate
    Ultimate(ultimate::VerifyArgs),
}

/// The games that can be looked through for notable positions.
#[derive(Debug, Subcommand)]
pub(crate) enum NotableGame {
    #[command(flatten)]
    Quixo(OnBoard<NotableArgs>),
    #[command(flatten)]
    Numerical(OnGrid<numerical::NotableArgs>),
}

/// The games whose numbers can be divided.
#[derive(Debug, Subcommand)]
pub(crate) enum SplitsGame {
    #[command(flatten)]
    Numerical(OnGrid<numerical::SplitsArgs>),
}

/// A game to show: the best one, or one that was saved.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub(crate) struct LineArgs {
    #[command(subcommand)]
    pub(crate) game: Option<LineGame>,

    /// Show a game that was saved by `arena --save` or in `play`
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,

    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "replay")]
    pub(crate) number: usize,
}

/// The games that agents play against each other.
#[derive(Debug, Subcommand)]
pub(crate) enum ArenaGame {
    #[command(flatten)]
    Quixo(OnBoard<WithQuixo<ArenaArgs>>),
    #[command(flatten)]
    Numerical(OnGrid<WithRules<ArenaArgs>>),
    /// Ultimate Tic-Tac-Toe
    Ultimate(ArenaArgs),
}

/// The games that can be played.
#[derive(Debug, Subcommand)]
pub(crate) enum PlayGame {
    #[command(flatten)]
    Quixo(OnBoard<WithQuixo<PlayArgs>>),
    #[command(flatten)]
    Numerical(OnGrid<WithRules<PlayArgs>>),
    /// Ultimate Tic-Tac-Toe
    Ultimate(PlayArgs),
}

/// The games that have a ladder.
#[derive(Debug, Subcommand)]
pub(crate) enum LadderGame {
    #[command(flatten)]
    Quixo(OnBoard<WithQuixo<LadderArgs>>),
}

/// The games that can be trained.
#[cfg(feature = "dqn")]
#[derive(Debug, Subcommand)]
pub(crate) enum TrainGame {
    #[command(flatten)]
    Quixo(OnBoard<TrainArgs>),
}

/// Whatever the command line says of training in a program that cannot train.
#[cfg(not(feature = "dqn"))]
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct NoTraining {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _rest: Vec<String>,
}

/// The games that there are results of.
#[derive(Debug, Subcommand)]
pub(crate) enum ResultsGame {
    #[command(flatten)]
    Quixo(OnBoard<ResultsArgs>),
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

/// What clap says of a bad command line, without the usage and in one line.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::new();
    let mut gap = "";
    let text = text.strip_prefix("error: ").unwrap_or(text);
    for part in text.lines().map(str::trim) {
        if part.starts_with("Usage:") || part.starts_with("For more information") {
            break;
        }
        // Nobody means an option that does not exist as a value.
        if part.is_empty() || part.starts_with("tip: to pass") {
            gap = "; ";
            continue;
        }
        if !line.is_empty() {
            line.push_str(gap);
        }
        line.push_str(part);
        gap = " ";
    }
    // The games are subcommands to clap alone, and a game that one subcommand does not know
    // may well be one of another's.
    if text.contains(&format!("<{GAME}>")) {
        line = line.replace("subcommand", "game");
        if let (true, Some(games)) = (line.contains("unrecognized game"), games_of(text)) {
            let told = line.split("; tip:").next().unwrap_or(&line);
            line = format!("{told}; {games}");
        }
    }
    line
}

/// Which games the subcommand is for whose usage clap shows.
fn games_of(text: &str) -> Option<String> {
    let usage = text.lines().find(|line| line.starts_with("Usage:"))?;
    let words: Vec<&str> = usage.split_whitespace().collect();
    let known = Args::command();
    let subcommand = words.iter().find_map(|word| known.find_subcommand(word))?;
    let games: Vec<&str> = subcommand
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    Some(format!(
        "`{}` is for {}",
        subcommand.get_name(),
        games.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Args::command().debug_assert();
    }
}
