//! The program `quixotic-research`, which writes docs/results, as a library.
//!
//! It asks a solved game what the papers ask: positions worth showing ([`notable`]), the
//! smallest that are decided ([`smallest`]), the first moves ([`opening`]), how often
//! a random move is good enough ([`chance`]), puzzles with one right answer ([`puzzles`]), positions that
//! teach rules of thumb ([`course`]). It plays the tables of the paper on agents again, searches for rules of
//! thumb and trains the networks in the program.
//!
//! All questions stop soon after their budget says so.
#![forbid(unsafe_code)]

pub mod chance;
pub mod course;
mod figure;
mod line;
pub mod notable;
mod notable_page;
mod numerical;
pub mod opening;
mod orbits;
mod page;
mod prove;
pub mod puzzles;
mod reachable;
mod report;
mod results;
mod rules;
mod scan;
mod score_set;
mod scores;
pub mod smallest;
mod train;
mod traps;
mod variants;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use quixotic_cli::{Env, Program, files};

/// What the makers of docs/results need: results of whole games, tables of the papers, training.
#[derive(Debug, Parser)]
#[command(name = "quixotic-research", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Research {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  quixotic-research results quixo4 --out /tmp   a page, figures, JSON and CSV
  quixotic-research notable quixo4              positions worth showing
  quixotic-research puzzles quixo4 --count 20   positions with one right answer
  quixotic-research train quixo4 --episodes 2000

It is run in a clone: cargo run --release -p quixotic-research -- results quixo4 --out /tmp";

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure the cards of the agent `rules`, and write docs/results/rules.md
    ///
    /// How often each card errs on positions that the search for it has not seen, beside other agents; what each of its rules is worth;
    /// and on 3×3 and 4×4 whether the first player who follows it wins, whatever the opponent plays.
    #[command(after_help = "\
Example:
  quixotic-research cards --out docs/results --db5 /data/quixo5")]
    Cards(rules::CardsArgs),
    /// Positions that teach a card of rules, one rule after the other
    ///
    /// A position belongs to a rule if the rules before it leave a move that makes the outcome worse and this rule leaves
    /// none, by the values in the database. The same seed makes the same file.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic-research course quixo4 --lessons 5 --checks 2
  quixotic-research course quixo5 --db /data/quixo5 --out web/site/puzzles/course-quixo5.txt"
    )]
    Course(course::CourseArgs),
    /// Positions worth showing, like those of Figure 9 of the paper, in Markdown
    ///
    /// Positions that no move leads to, that lose in one ply or take longest to lose,
    /// and draws in which the other player can always come back. Of Numerical Tic-Tac-Toe: both
    /// questions, and every kind of first move.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic-research notable quixo4 > docs/results/quixo4-notable.md
  quixotic-research notable quixo4 --json
  quixotic-research notable numerical3 > docs/results/numerical3.md"
    )]
    Notable(notable_page::NotableArgs),
    /// Write a certificate: a proof that a small program checks
    ///
    /// The second player's winning strategy for Numerical Tic-Tac-Toe on the 4×4 board, with a reply to all that the first
    /// player can do. It takes some 100 s of CPU time. Needs no database; a run that is interrupted begins anew.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Example:
  quixotic-research prove numerical4 --out crates/numerical/data/numerical4.qxr"
    )]
    Prove(prove::ProveArgs),
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
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic-research puzzles quixo4 --count 100
  quixotic-research puzzles quixo5 --db /data/quixo5 --out web/site/puzzles/quixo5.txt"
    )]
    Puzzles(puzzles::PuzzlesArgs),
    /// How many positions legal play from the empty board can lead to, by number of tiles
    ///
    /// Needs no database and writes no file. A finished game counts and is not played on;
    /// mirror images count as positions of their own. 5×5 takes about 14 minutes of CPU
    /// time and up to 13 GiB of memory; a run that is interrupted begins anew.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic-research reachable quixo4
  quixotic-research reachable quixo4 --line 3 --json
  quixotic-research reachable quixo5 --csv > reachable.csv"
    )]
    Reachable(reachable::ReachableArgs),
    /// Play the tables of the paper on agents again, and write docs/results/agents.md
    #[command(after_help = "\
Example:
  quixotic-research report --out docs/results")]
    Report(report::ReportArgs),
    /// Write what is known of a game to a directory: a page, figures, JSON and CSV
    ///
    /// Outcomes and distances of all positions, the longest win and loss with an
    /// optimal game, the smallest positions that are decided, the first moves, and how
    /// often a random move keeps the outcome.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic-research results quixo4 --out /tmp
  quixotic-research results quixo5 --out docs/results --sample 100000 --seed 7"
    )]
    Results(results::ResultsArgs),
    /// Search for rules of thumb that fit on a card, judged by the solution
    ///
    /// Priority lists of at most eight rules, each of which only breaks the ties that the rules before it leave. They
    /// are judged by how often they make the outcome worse, on positions of the ladder and on positions that
    /// the list itself reaches against random, minimax:1, minimax:2 and itself. Prints the best list of each length.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic-research rules quixo4
  quixotic-research rules quixo5 --db /data/quixo5 --rounds 3
  quixotic-research rules quixo4 --judge --card win,safe,blank --rounds 1"
    )]
    Rules(rules::RulesArgs),
    /// Score our own agents, and write docs/results/scores.md
    #[command(after_help = "\
Example:
  quixotic-research scores --out docs/results")]
    Scores(scores::ScoresArgs),
    /// Draw the positions on which agents are scored, with the values of all their moves
    ///
    /// Positions of random play in which there is something to lose, as those of the ladder. The same seed makes the same
    /// file, which docs/format.md describes; the program has that of 5×5.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Example:
  quixotic-research score-set quixo5 --db /data/quixo5 --out crates/score/data/quixo5-1.qxs"
    )]
    ScoreSet(score_set::ScoreSetArgs),
    /// Train a network that plays Quixo
    ///
    /// The deep-Q network of the agent `dqn` learns by playing, in three stages as in the
    /// paper: against random, against random and minimax:2, and against minimax:2. With
    /// --from-solution the network that `net` and `search` judge by learns from the true
    /// outcomes in a database. The run can be interrupted at any moment; the same command
    /// goes on from its last checkpoint and ends with the same weights.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic-research train quixo4 --episodes 2000
  quixotic arena quixo4 dqn random --weights quixo4.qxn
  quixotic-research train quixo4 --from-solution --count 1000000
  quixotic ladder quixo4 --agents net,search:10000 --weights quixo4.qxv"
    )]
    Train(train::TrainArgs),
    /// Compare how often opponents err with what the model of traps says, and write docs/results/traps-GAME.md
    ///
    /// Fits the temperature of each strength to an agent, tries it on others, and plays matches of `perfect`, in which every
    /// move is checked. Takes a complete database.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic-research traps quixo4 --positions 200 --games 20 --out /tmp
  quixotic-research traps quixo5 --db /data/quixo5 --out docs/results"
    )]
    Traps(traps::TrapsArgs),
    /// Compare Quixo under all its rules, and write docs/results/variants.md
    ///
    /// 3×3 and 4×4 are solved on the spot. Of 5×5 those rules are compared whose results are in
    /// the directory, as `quixotic-research results quixo5` wrote them.
    #[command(after_help = "\
Example:
  quixotic-research variants --out docs/results")]
    Variants(variants::VariantsArgs),
}

impl Program for Research {
    fn run(&self, env: &Env<'_>, out: &mut dyn Write) -> Result<ExitCode> {
        match &self.command {
            Command::Cards(args) => rules::measure(env, args, out),
            Command::Course(args) => course::run(env, args, out),
            Command::Notable(args) => notable_page::run(env, args, out),
            Command::Prove(args) => prove::run(env, args, out),
            Command::Puzzles(args) => puzzles::run(env, args, out),
            Command::Reachable(args) => reachable::run(env, args, out),
            Command::Report(args) => report::run(env, args, out),
            Command::Results(args) => results::run(env, args, out),
            Command::Rules(args) => rules::run(env, args, out),
            Command::ScoreSet(args) => score_set::run(env, args, out),
            Command::Scores(args) => scores::run(env, args, out),
            Command::Train(args) => train::run(env, args, out),
            Command::Traps(args) => traps::run(env, args, out),
            Command::Variants(args) => variants::run(env, args, out),
        }
    }
}

/// A file of results.
struct ResultFile {
    name: String,
    content: String,
}

impl ResultFile {
    fn write(&self, env: &Env<'_>, directory: &Path, out: &mut dyn Write) -> Result<()> {
        let path = directory.join(&self.name);
        files::write(&path, self.content.as_bytes(), env.stop)?;
        writeln!(out, "{}", path.display())?;
        Ok(())
    }
}

/// Makes a directory for results.
fn make_directory(directory: &Path) -> Result<()> {
    std::fs::create_dir_all(directory).map_err(|error| files::unwritten(directory, &error))
}
