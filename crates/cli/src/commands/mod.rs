//! The commands, one file or folder each. Those that every game has know no game: they ask the
//! catalog.

mod arena;
mod engine;
mod export;
mod fetch;
mod games;
pub(crate) mod labels;
pub(crate) mod ladder;
mod line;
mod merge;
mod play;
mod probe;
mod replay;
pub(crate) mod score;
mod serve;
mod shell;
mod solve;
mod splits;
mod stats;
mod verify;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::Program;
use crate::env::Env;
use crate::version;

/// Perfect play for Quixo and its relatives: solve them, and ask the solutions questions.
///
/// The solutions of Quixo on 3×3 and 4×4 are part of the program; that of 5×5 has to be
/// made once with `quixotic solve quixo5`. The other games are searched as they are asked
/// about.
#[derive(Debug, Parser)]
#[command(name = "quixotic", version, long_version = version::long())]
#[command(after_help = EXAMPLES, max_term_width = 100)]
pub struct Quixotic {
    #[command(subcommand)]
    command: Command,
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
enum Command {
    /// List the games, their rules and agents, and which solution is here
    Games(games::GamesArgs),
    /// Solve a game, show progress, write the database and print the result
    ///
    /// The run can be interrupted at any moment. The same command goes on where it
    /// stopped and ends with the same files.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic solve quixo4
  quixotic solve quixo4 --line 3 --double-line mover
  quixotic solve quixo5 --until 22 --memory 8 --db /data/quixo5
  quixotic solve numerical3
  quixotic solve numerical4 --question second --by-round 14
  quixotic solve numerical4 --hands 1-8/1-8"
    )]
    Solve(solve::SolveArgs),
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
  quixotic probe quixo5 X4/5/5/5/4O X --traps --opponent strong
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
    /// Check every value of a database against the rules
    ///
    /// Derives each position's value from those of its moves and compares it with what is
    /// stored, as quickly as the solver does; counts and hashes in the files are checked, too. Can
    /// be interrupted: the same command goes on. --independent and --sample use nothing
    /// but the database and the rules. --audit reads random pages only, also of a database at an
    /// address, and checks them against the hash tree if that is an archive. Exit code 1 if a value is wrong, 2 if a file is
    /// unusable.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic verify quixo4
  quixotic verify quixo5 --findings 1000 --json
  quixotic verify quixo5 --sample 1000000
  quixotic verify quixo5 --audit 100 --db https://example.org/quixo5
  quixotic verify quixo5 --independent --shard 3/8 --out part3.qxp
  quixotic verify quixo5 --db /data/quixo5 --golden classes.csv
  quixotic verify ultimate"
    )]
    Verify(verify::VerifyArgs),
    /// The outcomes of all divisions of the numbers, as a table; the same command goes on with it
    ///
    /// A split and its mirror image, which has v replaced by n² + 1 − v, are solved once. Each split is
    /// written when it is solved, so the run can be interrupted at any moment.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic splits numerical3 splits3.csv
  quixotic splits numerical4 splits4.csv --limit 10
  quixotic splits numerical4 sample.csv --sample 300 --except splits4.csv
  quixotic splits numerical4 --shard 3/8 --out part3.qxp"
    )]
    Splits(splits::SplitsArgs),
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
    /// An engine that speaks UGI, the Universal Game Interface, on standard input and output
    ///
    /// For programs that let engines play each other, of any language. The dialogue, the limits of a
    /// move and how to write an engine for `quixotic` (`ugi:COMMAND`) are in docs/engine.md.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic engine quixo5
  quixotic engine quixo4 --agent perfect
  quixotic engine numerical3 --agent mcts:1000 --seed 7
  quixotic arena quixo4 \"ugi:quixotic engine quixo4 --agent net\" minimax:2 --games 10"
    )]
    Engine(engine::EngineArgs),
    /// The score of an agent: how often it errs, how strong it is, and where it erred worst
    ///
    /// The agent is asked about positions in which there is something to lose, the same for everybody: a set with a
    /// name and a version, like quixo5-1, that has the exact values of all moves, so that nobody needs the database. Then it plays
    /// agents whose Elo ratings are known (docs/results/levels.md), and `perfect`, where the solution is here. Neither it nor
    /// its opponents get to see the solution. The same agent has the same score in every run, unless it thinks by the clock.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic score quixo5 minimax:2
  quixotic score quixo5 search:1000 --html score.html --badge score.svg
  quixotic score quixo4 mcts:200 --positions 4000 --games 100
  quixotic score quixo5 net --db /data/quixo5 --seed 7 --json"
    )]
    Score(score::ScoreArgs),
    /// Draw boards with their true outcomes from a database, for networks to learn from
    ///
    /// The file is described in docs/format.md. The same seed draws the same labels.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic labels quixo4 --count 100000 --out quixo4.qxl
  quixotic labels quixo5 --mix random=2,siblings=1,minimax:2=1 --seed 7
  quixotic labels quixo5 --mix search:10000=1 --shard 3/8 --out part3.qxp"
    )]
    Labels(labels::LabelsArgs),
    /// Put the parts together that commands with --shard have written
    ///
    /// The result is what the command prints or writes without --shard: the table of `splits`, the file of
    /// `labels`, the certificate of `solve ultimate`, the JSON of `arena`, `ladder` and `verify` with --no-times, since times cannot be the same. It is the same for any number of shards, wherever they
    /// ran. Parts have to be all shards of one job, made by this version; if not, nothing is written.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  for i in 1 2 3; do quixotic splits numerical3 --shard $i/3 --out part$i.qxp; done
  quixotic merge part1.qxp part2.qxp part3.qxp --out splits3.csv"
    )]
    Merge(merge::MergeArgs),
    /// Make a folder of a database that any host of plain files can serve
    ///
    /// The page without a server reads it by HTTP ranges (`web/build-site FOLDER --quixo5 URL`),
    /// and so does `--db https://…`. Class files are linked, or copied where that is not possible;
    /// `manifest.json` says what is in them. Only levels that are complete are taken, and the same
    /// command brings a folder up to date. The host has to answer ranges.
    ///
    /// With --archive it is few large files (tar) with SHA256SUMS, README.md and a hash tree, for
    /// archives of research data. `fetch`, `verify --audit` and --db read these, too, here and on hosts; the page does not.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic export quixo5 public/quixo5
  quixotic export quixo5 public/quixo5 --db /data/quixo5
  quixotic export quixo5 --archive /data/archive
  quixotic export ultimate --archive /data/certificates"
    )]
    Export(export::ExportArgs),
    /// Get a database, or certificates, from a host instead of computing them
    ///
    /// Reads an archive or a folder that `export` has made. Can be interrupted at any moment, and the same
    /// command goes on. Each file is checked, with all its pages, before it is taken for whole. --root makes sure
    /// that it is the database that was published.
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic fetch quixo5 https://example.org/quixo5
  quixotic fetch quixo5 https://example.org/quixo5 --db /data/quixo5 --root HASH
  quixotic fetch ultimate https://example.org/certificates"
    )]
    Fetch(fetch::FetchArgs),
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
    Completions(shell::CompletionsArgs),
    /// Write the manual pages of all commands
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  quixotic man ~/.local/share/man/man1"
    )]
    Man(shell::ManArgs),
}

impl Program for Quixotic {
    fn run(&self, env: &Env<'_>, out: &mut dyn Write) -> Result<ExitCode> {
        match &self.command {
            Command::Games(args) => games::run(env, args, out),
            Command::Solve(args) => solve::run(env, args, out),
            Command::Probe(args) => probe::run(env, args, out),
            Command::Line(args) => line::run(env, args, out),
            Command::Stats(args) => stats::run(env, args, out),
            Command::Verify(args) => verify::run(env, args, out),
            Command::Splits(args) => splits::run(env, args, out),
            Command::Arena(args) => arena::run(env, args, out),
            Command::Play(args) => play::run(env, args, out),
            Command::Ladder(args) => ladder::run(env, args, out),
            Command::Engine(args) => engine::run(env, args, out),
            Command::Score(args) => score::run(env, args, out),
            Command::Labels(args) => labels::run(env, args, out),
            Command::Merge(args) => merge::run(env, args, out),
            Command::Export(args) => export::run(env, args, out),
            Command::Fetch(args) => fetch::run(env, args, out),
            Command::Serve(args) => serve::run(env, args, out),
            Command::Completions(args) => shell::completions(args, out),
            Command::Man(args) => shell::manual_pages(args),
        }
    }
}
