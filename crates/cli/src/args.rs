//! What the command line accepts, and which code does it.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{CommandFactory, Parser, Subcommand};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::commands::{
    arena, completions, games, ladder, line, man, merge, play, probe, serve, stats,
};
use crate::env::Env;
use crate::numerical::args::OnGrid;
use crate::quixo::args::OnBoard;
use crate::{numerical, quixo, ultimate};

/// Perfect play for Quixo and its relatives: solve them, and ask the solutions questions.
///
/// The solutions of Quixo on 3×3 and 4×4 are part of the program; that of 5×5 has to be
/// made once with `quixotic solve quixo5`. The other games are searched as they are asked
/// about.
#[derive(Debug, Parser)]
#[command(name = "quixotic", version, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  quixotic games                           which games there are, and what of them is here
  quixotic probe quixo4                    who wins from the empty board, and by which moves
  quixotic probe quixo4 \"X3/2O1/4/3X O\"    the same for any position
  quixotic line quixo3                     a game in which nobody makes a mistake
  quixotic stats quixo4                    how many positions are won, lost and drawn
  quixotic solve quixo4                    compute all that from the rules
  quixotic play quixo5                     a game against the computer
  quixotic serve                           play and look up positions in the browser";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games, their rules and agents, and which solution is here
    Games(games::GamesArgs),
    /// Solve a game, show progress, write the database and print the result
    ///
    /// The run can be interrupted at any moment. The same command goes on where it
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
    /// The value of a move is that for the player who makes it, and its plies include
    /// the move.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic probe quixo4
  quixotic probe quixo4 X3/2O1/4/3X O
  quixotic probe quixo3 \"XO1/3/3 X\" --json
  quixotic probe numerical3 2,.,./.,5,./.,.,.
  quixotic probe ultimate --moves 44,40 --time 5s"
    )]
    Probe(probe::ProbeArgs),
    /// One optimal game from a position, board by board
    ///
    /// The winner hurries and the loser delays. A drawn game is shown until a
    /// position comes back. Brackets mark what the last move changed.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic line quixo4
  quixotic line quixo4 \"X3/2O1/4/3X O\" --json
  quixotic line ultimate --moves 44,40,04
  quixotic line --replay games.jsonl --number 3"
    )]
    Line(line::LineArgs),
    /// How many positions are won, lost and drawn: in all, by distance and by class
    ///
    /// A class is the set of positions with the same numbers of tiles of the player to
    /// move and of the other. Mirror images count as positions of their own.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic stats quixo4
  quixotic stats quixo4 --csv=class
  quixotic stats quixo4 --svg outcomes.svg"
    )]
    Stats(stats::StatsArgs),
    /// How many positions legal play from the empty board can lead to, by number of tiles
    ///
    /// Needs no database and writes no file. A finished game counts and is not played on;
    /// mirror images count as positions of their own. 5×5 takes about 14 minutes of CPU
    /// time and up to 13 GiB of memory; a run that is interrupted begins anew.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic reachable quixo4
  quixotic reachable quixo4 --line 3 --json
  quixotic reachable quixo5 --csv > reachable.csv")]
    Reachable(QuixoOnly<quixo::args::ReachableArgs>),
    /// Check every value of a database against the rules
    ///
    /// Derives each position's value from those of its moves and compares it with what is
    /// stored, as quickly as the solver does; counts and hashes in the files are checked, too. Can
    /// be interrupted: the same command goes on. --independent and --sample use nothing
    /// but the database and the rules. Exit code 1 if a value is wrong, 2 if a file is
    /// unusable.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic verify quixo4
  quixotic verify quixo5 --findings 1000 --json
  quixotic verify quixo5 --sample 1000000
  quixotic verify quixo5 --independent --shard 3/8 --out part3.qxp
  quixotic verify quixo5 --db /data/quixo5 --golden classes.csv
  quixotic verify ultimate")]
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
    /// Puzzles with one right answer, by theme and grade, as text
    ///
    /// Positions come from games of an agent with random moves in between, and the database gives the values
    /// of all their moves. Themes: `win`, one move wins; `fast`, one of several winning moves is the fastest, in
    /// 3 to 9 plies; `draw`, one move draws and all others lose; `refute`, the opponent's last move gave a draw or a win
    /// away and one move wins; `escape`, the opponent threatens to win at once and one move does not lose.
    /// Moves that lead to the same board up to symmetry count as one.
    ///
    /// The grade is the depth of the first of minimax:1, minimax:2, minimax:3 and minimax:4 that finds the answer
    /// with three seeds out of three, or 5 if none does. Themes and grades are as even as the games allow. The same seed
    /// makes the same file.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic puzzles quixo4 --count 100
  quixotic puzzles quixo5 --db /data/quixo5 --out web/site/puzzles/quixo5.txt")]
    Puzzles(QuixoOnly<quixo::args::PuzzlesArgs>),
    /// The outcomes of all divisions of the numbers, as a table; the same command goes on with it
    ///
    /// A split and its mirror image, which has v replaced by n² + 1 − v, are solved once. Each split is
    /// written when it is solved, so the run can be interrupted at any moment.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic splits numerical3 splits3.csv
  quixotic splits numerical4 splits4.csv --limit 10
  quixotic splits numerical4 sample.csv --sample 300 --except splits4.csv
  quixotic splits numerical4 --shard 3/8 --out part3.qxp")]
    Splits(SplitsGame),
    /// Agents against each other: a match, or a tournament with Elo ratings
    ///
    /// A position that comes up for the third time and a game that is too long are
    /// draws. The same seed gives the same games on any number of threads, unless a
    /// budget is a time.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic arena quixo4 minimax:3 mcts:1000 --games 200
  quixotic arena quixo4 --all random,minimax:2,dqn,perfect --games 50
  quixotic arena quixo5 search:200ms dqn --games 20 --save games.jsonl
  quixotic arena quixo5 mcts:5000 net --games 1000 --shard 3/8 --out part3.qxp"
    )]
    Arena(arena::ArenaArgs),
    /// A game in the terminal, you against an agent
    ///
    /// Moves are typed, or picked from a list; `help` there lists what else there is:
    /// undo, hints, saving and loading.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic play quixo5
  quixotic play quixo4 --x perfect --o human
  quixotic play numerical4 --o perfect
  quixotic play numerical3 --split 1-5 --x perfect --o human
  quixotic play ultimate --x strategy --o human
  quixotic play quixo5 --x human --o human"
    )]
    Play(play::PlayArgs),
    /// The strategy ladder: how often agents keep the value of a position
    ///
    /// Agents are asked about positions in which there is something to lose, and their
    /// moves are compared with the solution, which they do not get to see.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic ladder quixo4
  quixotic ladder quixo4 --agents minimax:2,mcts:5000 --svg ladder.svg
  quixotic ladder quixo5 --shard 3/8 --out part3.qxp"
    )]
    Ladder(ladder::LadderArgs),
    /// Put the parts together that commands with --shard have written
    ///
    /// The result is what the command prints or writes without --shard: the table of `splits`, the labels of
    /// `labels`, the certificate of `solve ultimate`, the JSON of `arena`, `ladder` and `verify` with
    /// --no-times, since times cannot be the same. It is the same for any number of shards, wherever they
    /// ran. Parts have to be all shards of one job, made by this version; if not, nothing is written.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  for i in 1 2 3; do quixotic splits numerical3 --shard $i/3 --out part$i.qxp; done
  quixotic merge part1.qxp part2.qxp part3.qxp --out splits3.csv"
    )]
    Merge(merge::MergeArgs),
    /// Draw boards with their true outcomes from a database, for networks to learn from
    ///
    /// The file is described in docs/format.md. The same seed draws the same labels.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic labels quixo4 --count 100000 --out quixo4.qxl
  quixotic labels quixo5 --mix random=2,siblings=1,minimax:2=1 --seed 7
  quixotic labels quixo5 --mix search:10000=1 --shard 3/8 --out part3.qxp")]
    Labels(QuixoOnly<quixo::args::LabelsArgs>),
    /// Train a network that plays Quixo
    ///
    /// The deep-Q network of the agent `dqn` learns by playing, in three stages as in the
    /// paper: against random, against random and minimax:2, and against minimax:2. With
    /// --from-solution the network that `net` and `search` judge by learns from the true
    /// outcomes in a database. The run can be interrupted at any moment; the same command
    /// goes on from its last checkpoint and ends with the same weights.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic train quixo4 --episodes 2000
  quixotic arena quixo4 dqn random --weights quixo4.qxn
  quixotic train quixo4 --from-solution --count 1000000
  quixotic ladder quixo4 --agents net,search:10000 --weights quixo4.qxv")]
    Train(QuixoOnly<quixo::args::TrainArgs>),
    /// Play the tables of the paper on agents again, and write docs/results/agents.md
    #[command(after_help = "\
Example:
  quixotic report --out docs/results")]
    Report(quixo::args::ReportArgs),
    /// Write what is known of a game to a directory: a page, figures, JSON and CSV
    ///
    /// Outcomes and distances of all positions, the longest win and loss with an
    /// optimal game, the smallest positions that are decided, the first moves, and how
    /// often a random move keeps the outcome.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic results quixo4 --out /tmp
  quixotic results quixo5 --out docs/results --sample 100000 --seed 7")]
    Results(QuixoOnly<quixo::args::ResultsArgs>),
    /// Make a folder of a database that any host of plain files can serve
    ///
    /// The page without a server reads it by HTTP ranges (`web/build-site FOLDER --quixo5 URL`),
    /// and so does `--db https://…`. Class files are linked, or copied where that is not possible;
    /// `manifest.json` says what is in them. Only levels that are complete are taken, and the same
    /// command brings a folder up to date. The host has to answer ranges.
    #[command(subcommand, subcommand_value_name = GAME, subcommand_help_heading = GAMES, disable_help_subcommand = true, after_help = "\
Examples:
  quixotic export quixo5 public/quixo5
  quixotic export quixo5 public/quixo5 --db /data/quixo5")]
    Export(QuixoOnly<quixo::args::ExportArgs>),
    /// Compare Quixo under all its rules, and write docs/results/variants.md
    ///
    /// 3×3 and 4×4 are solved on the spot. Of 5×5 those rules are compared whose results are in
    /// the directory, as `quixotic results quixo5` wrote them.
    #[command(after_help = "\
Example:
  quixotic variants --out docs/results")]
    Variants(quixo::args::VariantsArgs),
    /// The page on which to play and look up positions, and the HTTP API
    ///
    /// Everything that is served is part of the program, and answers come from this machine.
    /// Ctrl-C stops the server. RUST_LOG says what is logged: warn unless it is set, info for
    /// beginning and end, debug for every request. docs/operations.md is about running it for others.
    #[command(after_help = "\
Examples:
  quixotic serve
  quixotic serve --port 3000
  quixotic serve --host 0.0.0.0 --db /data/quixo5
  quixotic serve --db https://example.org/quixo5
  quixotic serve --name quixo.example.org --metrics 127.0.0.1:9464 --log-format json")]
    Serve(serve::ServeArgs),
    /// Print what a shell needs to complete the commands and options of quixotic
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic completions bash > ~/.local/share/bash-completion/completions/quixotic
  quixotic completions fish > ~/.config/fish/completions/quixotic.fish"
    )]
    Completions(completions::CompletionsArgs),
    /// Write the manual pages of all commands
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic man ~/.local/share/man/man1"
    )]
    Man(man::ManArgs),
}

/// What clap calls the subcommands of a subcommand.
const GAME: &str = "GAME";
const GAMES: &str = "Games";

impl Command {
    /// Does it.
    pub(crate) fn run(&self, env: &Env<'_>, out: &mut dyn Write) -> Result<ExitCode> {
        match self {
            Command::Games(args) => games::run(env, args, out),
            Command::Probe(args) => probe::run(env, args, out),
            Command::Line(args) => line::run(env, args, out),
            Command::Stats(args) => stats::run(env, args, out),
            Command::Arena(args) => arena::run(env, args, out),
            Command::Play(args) => play::run(env, args, out),
            Command::Ladder(args) => ladder::run(env, args, out),
            Command::Merge(args) => merge::run(env, args, out),
            Command::Serve(args) => serve::run(env, args, out),
            Command::Completions(args) => completions::run(args, out),
            Command::Man(args) => man::run(args),
            Command::Report(args) => quixo::report(env, args, out),
            Command::Variants(args) => quixo::variants(env, args, out),
            Command::Solve(SolveGame::Quixo(on)) => quixo::solve(env, on, out),
            Command::Solve(SolveGame::Numerical(on)) => numerical::solve(env, on, out),
            Command::Solve(SolveGame::Ultimate(args)) => ultimate::solve(env, args, out),
            Command::Solve(SolveGame::Other(words)) => not_for(env, "solve", words),
            Command::Verify(VerifyGame::Quixo(on)) => quixo::verify(env, on, out),
            Command::Verify(VerifyGame::Ultimate(args)) => ultimate::verify(env, args, out),
            Command::Verify(VerifyGame::Other(words)) => not_for(env, "verify", words),
            Command::Notable(NotableGame::Quixo(on)) => quixo::notable(env, on, out),
            Command::Notable(NotableGame::Numerical(on)) => numerical::notable(env, on, out),
            Command::Notable(NotableGame::Other(words)) => not_for(env, "notable", words),
            Command::Puzzles(QuixoOnly::Quixo(on)) => quixo::puzzles(env, on, out),
            Command::Puzzles(QuixoOnly::Other(words)) => not_for(env, "puzzles", words),
            Command::Splits(SplitsGame::Numerical(on)) => numerical::splits(env, on, out),
            Command::Splits(SplitsGame::Other(words)) => not_for(env, "splits", words),
            Command::Reachable(QuixoOnly::Quixo(on)) => quixo::reachable(env, on, out),
            Command::Reachable(QuixoOnly::Other(words)) => not_for(env, "reachable", words),
            Command::Export(QuixoOnly::Quixo(on)) => quixo::export(env, on, out),
            Command::Export(QuixoOnly::Other(words)) => not_for(env, "export", words),
            Command::Results(QuixoOnly::Quixo(on)) => quixo::results(env, on, out),
            Command::Results(QuixoOnly::Other(words)) => not_for(env, "results", words),
            Command::Labels(QuixoOnly::Quixo(on)) => quixo::labels(env, on, out),
            Command::Labels(QuixoOnly::Other(words)) => not_for(env, "labels", words),
            Command::Train(QuixoOnly::Quixo(on)) => quixo::train(env, on, out),
            Command::Train(QuixoOnly::Other(words)) => not_for(env, "train", words),
        }
    }
}

/// The error of a command that is not for a game, or of a game that does not exist.
fn not_for(env: &Env<'_>, command: &str, words: &[OsString]) -> Result<ExitCode> {
    let name = words.first().map(|word| word.to_string_lossy());
    let name = name.unwrap_or_default();
    env.catalog.kind(&name)?;
    let known = Args::command();
    let games = known.find_subcommand(command).into_iter();
    let games = games.flat_map(clap::Command::get_subcommands);
    let games: Vec<&str> = games.map(clap::Command::get_name).collect();
    bail!(
        "`{command}` is not for {name}, only for {}",
        games.join(", ")
    )
}

/// The games that can be solved.
#[derive(Debug, Subcommand)]
pub(crate) enum SolveGame {
    #[command(flatten)]
    Quixo(OnBoard<quixo::args::SolveArgs>),
    #[command(flatten)]
    Numerical(OnGrid<numerical::args::SolveArgs>),
    /// Ultimate Tic-Tac-Toe: prove that X cannot force a win by ply 41, and write the certificate
    Ultimate(ultimate::args::SolveArgs),
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

/// The games that can be verified.
#[derive(Debug, Subcommand)]
pub(crate) enum VerifyGame {
    #[command(flatten)]
    Quixo(OnBoard<quixo::args::VerifyArgs>),
    /// Ultimate Tic-Tac-Toe: check the strategies, the lemmas and the certificate
    Ultimate(ultimate::args::VerifyArgs),
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

/// The games that can be looked through for notable positions.
#[derive(Debug, Subcommand)]
pub(crate) enum NotableGame {
    #[command(flatten)]
    Quixo(OnBoard<quixo::args::NotableArgs>),
    #[command(flatten)]
    Numerical(OnGrid<numerical::args::NotableArgs>),
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

/// The games whose numbers can be divided.
#[derive(Debug, Subcommand)]
pub(crate) enum SplitsGame {
    #[command(flatten)]
    Numerical(OnGrid<numerical::args::SplitsArgs>),
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

/// What is for Quixo alone.
#[derive(Debug, Subcommand)]
pub(crate) enum QuixoOnly<A: clap::Args> {
    #[command(flatten)]
    Quixo(OnBoard<A>),
    #[command(external_subcommand)]
    Other(Vec<OsString>),
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
    /// How many threads to work with.
    pub(crate) fn threads(&self) -> Result<usize> {
        Ok(self.pool()?.current_num_threads())
    }

    /// The threads to work with.
    pub(crate) fn pool(&self) -> Result<ThreadPool> {
        let threads = self.threads.map_or(0, usize::from);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.context("cannot start the threads")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Args::command().debug_assert();
    }
}
