//! `play`: a game in the terminal, by people and agents.
//!
//! Everything is a line: a move, its number in the list, or a command. So it works
//! in any terminal, and in a script; with `--json` the game itself is the result.

mod answer;
mod session;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use quixotic_agents::AgentSpec;

use crate::env::Env;
use crate::game_args::{AgentSetup, GameArgs};
use crate::input::{Input, Typed};
use crate::interrupt::Interrupted;
use crate::output::write_json;
use crate::table::write_indented;
use answer::{Then, answer};
use session::Session;

/// A game in the terminal.
#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Who plays X, the first player: `human` or an agent, that is random, minimax:DEPTH, search:TIME
    /// (500ms, 2s, or a number of positions), lines:TIME (without the network), mcts:PLAYOUTS, dqn, net, rules, perfect, strategy,
    /// slips:PERCENT:AGENT (random moves in that share of its turns) or ugi:COMMAND (a program that speaks UGI)
    #[arg(long, value_name = "WHO", default_value = "human")]
    x: Seat,

    /// Who plays O: `human` or an agent, as above
    #[arg(long, value_name = "WHO", default_value = "search:1s")]
    o: Seat,

    /// Weights for `dqn`, or for `net` and `search`, made with `quixotic-research train` [default: those in
    /// the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Begin with this position instead of the start of the game
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    load: Option<PathBuf>,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Print the game as JSON when it ends, as `save` writes it; the board goes to standard error
    #[arg(long)]
    json: bool,
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seat {
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

pub(crate) fn run(env: &Env<'_>, args: &PlayArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let game = args
        .game
        .open_for_agents(env, &AgentSetup::of(args.weights.as_ref()))?;
    let mut session = Session::new(env, &*game, args)?;
    let input = Input::new(!args.json);
    let talked = match args.json {
        true => talk(env, &mut session, &input, &mut io::stderr()),
        false => talk(env, &mut session, &input, out),
    };
    if env.stop.is_set() || matches!(talked, Ok(Left::Interrupted)) {
        // The end of a game is no loss; in its middle there is a way back.
        drop(input);
        return Err(Interrupted(session.way_back()).into());
    }
    talked?;
    if args.json {
        write_json(out, &session.record())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// How people leave.
enum Left {
    Quit,
    Interrupted,
}

/// Shows the board and does what people type, until the game is over or they leave.
fn talk(
    env: &Env<'_>,
    session: &mut Session<'_>,
    input: &Input,
    out: &mut dyn Write,
) -> Result<Left> {
    welcome(session, out)?;
    loop {
        show(session, out)?;
        if let Some(ending) = session.ended() {
            writeln!(out, "{ending}")?;
            if !session.has_people() {
                return Ok(Left::Quit);
            }
        } else if !session.is_persons_turn() {
            // Whoever waits for an agent sees their own move meanwhile.
            out.flush()?;
            writeln!(out, "{}", session.let_agent_move()?)?;
            continue;
        }
        // What a person types, until the board changes.
        loop {
            let prompt = format!("{}> ", session.mover_name());
            if input.is_prompted() {
                write!(out, "{prompt}")?;
            }
            out.flush()?;
            let line = match input.next(&prompt, env.stop) {
                None => return Ok(Left::Interrupted),
                Some(Typed::End) => {
                    if input.is_prompted() {
                        writeln!(out)?;
                    }
                    return Ok(Left::Quit);
                }
                Some(Typed::Bad(why)) => {
                    writeln!(out, "{why}; `help` lists what you can type")?;
                    continue;
                }
                Some(Typed::Line(line)) => line,
            };
            match answer(session, line.trim(), out)? {
                Then::Ask => {}
                Then::Show => break,
                Then::Quit => return Ok(Left::Quit),
            }
        }
    }
}

fn welcome(session: &Session<'_>, out: &mut dyn Write) -> Result<()> {
    let [x, o] = session.seats();
    let game = session.game();
    writeln!(out, "{}: {x} (X) against {o} (O)", game.id())?;
    if session.has_people() {
        let how_to_move = game.how_to_move();
        writeln!(out, "{how_to_move}\n`help` lists what else you can type.")?;
    }
    Ok(())
}

fn show(session: &Session<'_>, out: &mut dyn Write) -> Result<()> {
    writeln!(out)?;
    let board = session
        .game()
        .draw(session.position(), session.last_move())?;
    write_indented(out, &board)?;
    writeln!(out)?;
    Ok(())
}
