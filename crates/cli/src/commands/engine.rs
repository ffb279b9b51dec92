//! `engine`: our agents for other programs, by the Universal Game Interface (kz04px/cutegames, ugi.md).
//!
//! Lines are read on one thread and an agent thinks on another, so that an engine that thinks still
//! answers. Both send what they have to the loop of [`run`], which alone writes. Positions and moves
//! are in the notation of the game.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use quixotic_agents::arena::REPETITIONS;
use quixotic_agents::{AgentSpec, Thought, Worth};
use quixotic_catalog::{AnyGame, Error, Source, Status, Thinker};
use quixotic_game::{Budget, Moment, Outcome, Player, Rng, Stop, Stopped, quoted};

use crate::env::Env;
use crate::game_args::{AgentSetup, GameArgs};
use crate::input::{Typed, plain};
use crate::interrupt::{Interrupted, receive};

/// The value of the option `DB` that names no database.
const NO_DB: &str = "<empty>";

/// Who plays when there is no time for the agent that was asked for.
const HASTY: AgentSpec = AgentSpec::Minimax { depth: 2 };
/// How long the end of a search is waited for when the program ends.
const PATIENCE: Duration = Duration::from_secs(1);
/// The judgement of a win that is certain, when it is not known how soon it comes.
const DECIDED: i32 = 1_000_000;
/// Moves that the time on a clock is divided among.
const MOVES: u32 = 30;

/// An engine for other programs.
#[derive(Debug, clap::Args)]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Who thinks: an agent, as in `quixotic arena`. Its own limit counts if that of `go` is not smaller
    #[arg(long, value_name = "AGENT", default_value = "search:1s")]
    agent: AgentSpec,

    /// Weights for `dqn`, or for `net` and `search`, made with `quixotic-research train` [default: those in
    /// the program]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// What the loop is sent.
enum Event {
    Typed(Typed),
    Thought(Thought<String>),
    Chosen(Box<Thinker>, Result<String, Error>),
}

/// Whether the program goes on.
#[derive(PartialEq, Eq)]
enum Then {
    GoOn,
    End,
}

pub(crate) fn run(env: &Env<'_>, args: &EngineArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let (events, received) = mpsc::channel();
    let mut engine = Engine::new(env, args, events.clone())?;
    thread::spawn(move || {
        loop {
            let typed = plain();
            let is_end = matches!(typed, Typed::End);
            if events.send(Event::Typed(typed)).is_err() || is_end {
                break;
            }
        }
    });
    let mut then = Then::GoOn;
    while then == Then::GoOn {
        let Some(event) = receive(env.stop, &received) else {
            engine.end();
            return Err(Interrupted::nothing().into());
        };
        then = engine.take(event, out)?;
        out.flush()?;
    }
    engine.end();
    Ok(ExitCode::SUCCESS)
}

/// The engine between two lines.
struct Engine<'a> {
    env: &'a Env<'a>,
    args: &'a EngineArgs,
    game: Arc<dyn AnyGame>,
    spec: AgentSpec,
    seed: u64,
    /// How many games there were, each of which has an agent with a seed of its own.
    games: u64,
    /// `None` while it thinks.
    agent: Option<Box<Thinker>>,
    /// The positions of the game, the present one last.
    positions: Vec<String>,
    search: Option<Search>,
    events: Sender<Event>,
}

/// A search that goes on, or whose move is not wanted yet.
struct Search {
    begun: Moment,
    /// Ends the time.
    bell: Stop,
    /// Ends the work.
    stop: Stop,
    is_infinite: bool,
    /// The move of a search that was to go on for ever.
    held: Option<String>,
    worker: JoinHandle<()>,
}

impl<'a> Engine<'a> {
    fn new(env: &'a Env<'a>, args: &'a EngineArgs, events: Sender<Event>) -> Result<Engine<'a>> {
        let game = open(env, args, None)?;
        let mut engine = Engine {
            env,
            args,
            positions: vec![game.start()],
            game,
            spec: args.agent.clone(),
            seed: args.seed,
            games: 0,
            agent: None,
            search: None,
            events,
        };
        engine.agent = Some(engine.built(&*engine.game, &engine.spec)?);
        Ok(engine)
    }

    fn built(&self, game: &dyn AnyGame, spec: &AgentSpec) -> Result<Box<Thinker>> {
        let seed = Rng::part(self.seed, self.games).word();
        Ok(game.thinker(spec, seed)?)
    }

    /// Ends the search, and with it what an agent has started.
    fn end(&mut self) {
        self.agent = None;
        if let Some(search) = self.search.take() {
            search.stop.stop();
            let limit = Moment::now() + PATIENCE;
            while !search.worker.is_finished() && Moment::now() < limit {
                thread::sleep(Duration::from_millis(2));
            }
        }
    }

    fn take(&mut self, event: Event, out: &mut dyn Write) -> Result<Then> {
        match event {
            Event::Typed(Typed::End) => return Ok(Then::End),
            Event::Typed(Typed::Bad(why)) => writeln!(out, "info string error: {why}")?,
            Event::Typed(Typed::Line(line)) => match line.trim() {
                "" => {}
                "quit" => return Ok(Then::End),
                line => {
                    let mut answer = String::new();
                    if let Err(error) = self.obey(line, &mut answer) {
                        let error = format!("{error:#}").replace('\n', " ");
                        writeln!(out, "info string error: {error}")?;
                    }
                    out.write_all(answer.as_bytes())?;
                }
            },
            Event::Thought(thought) => {
                if let Some(search) = &self.search {
                    writeln!(out, "{}", info(&thought, search.begun))?;
                }
            }
            Event::Chosen(agent, chosen) => {
                self.agent = Some(agent);
                let Some(mut search) = self.search.take() else {
                    return Ok(Then::GoOn);
                };
                let mv = self.found(chosen, out)?;
                if search.is_infinite && !search.bell.is_set() {
                    search.held = Some(mv);
                    self.search = Some(search);
                } else {
                    writeln!(out, "bestmove {mv}")?;
                }
            }
        }
        Ok(Then::GoOn)
    }

    /// The move that the agent has found, or another one if it has none.
    fn found(&self, chosen: Result<String, Error>, out: &mut dyn Write) -> Result<String> {
        let error = match chosen {
            Ok(mv) => return Ok(mv),
            Err(Error::Stopped {
                stopped: Stopped::Time | Stopped::Positions,
                ..
            }) => {
                writeln!(
                    out,
                    "info string {} has no move within the limit: this one is by {HASTY}",
                    self.spec
                )?;
                let budget = self.env.budget();
                let hasty = self
                    .game
                    .choose(self.position(), &HASTY, self.seed, &budget);
                match hasty {
                    Ok(choice) => return Ok(choice.mv),
                    Err(error) => error,
                }
            }
            Err(error) => error,
        };
        writeln!(
            out,
            "info string error: {}",
            error.to_string().replace('\n', " ")
        )?;
        Ok("(none)".into())
    }

    fn position(&self) -> &str {
        self.positions.last().expect("there is a position")
    }

    /// Does what a line says; what it answers is added to `out`.
    fn obey(&mut self, line: &str, out: &mut String) -> Result<()> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "ugi" => self.introduce(out)?,
            "isready" => writeln!(out, "readyok")?,
            "stop" => self.stop(out)?,
            "query" => writeln!(out, "response {}", self.query(rest)?)?,
            "go" => {
                self.ensure_idle()?;
                self.go(rest, out)?;
            }
            "uginewgame" => {
                self.ensure_idle()?;
                self.games += 1;
                self.agent = Some(self.built(&*self.game, &self.spec)?);
                self.positions = vec![self.game.start()];
            }
            "position" => {
                self.ensure_idle()?;
                self.positions = self.read(rest)?;
            }
            "setoption" => {
                self.ensure_idle()?;
                self.set(rest)?;
            }
            _ => bail!("unknown command `{}`", quoted(command)),
        }
        Ok(())
    }

    fn ensure_idle(&self) -> Result<()> {
        ensure!(
            self.search.is_none(),
            "a search is going on: `stop` ends it"
        );
        Ok(())
    }

    fn introduce(&self, out: &mut String) -> Result<()> {
        let (id, version) = (self.game.id(), env!("CARGO_PKG_VERSION"));
        writeln!(out, "id name quixotic {version} ({id})")?;
        writeln!(out, "id author the authors of quixotic")?;
        writeln!(
            out,
            "option name Agent type string default {}",
            self.args.agent
        )?;
        if self.game.info().solution.source != Source::Search {
            writeln!(out, "option name DB type string default {NO_DB}")?;
        }
        writeln!(
            out,
            "option name Seed type string default {}",
            self.args.seed
        )?;
        writeln!(out, "ugiok")?;
        Ok(())
    }

    /// `name Agent value minimax:3`. What is set holds from now on.
    fn set(&mut self, text: &str) -> Result<()> {
        let form = "the form is `setoption name NAME value VALUE`";
        let named = text.strip_prefix("name ").context(form)?;
        let (name, value) = named.split_once(" value ").context(form)?;
        let value = value.trim();
        match &*name.trim().to_ascii_lowercase() {
            "agent" => {
                let spec = AgentSpec::parse(value)?;
                self.agent = Some(self.built(&*self.game, &spec)?);
                self.spec = spec;
            }
            "db" => {
                // The default that `ugi` announces puts things back.
                let db = (value != NO_DB).then_some(value);
                let game = open(self.env, self.args, db)?;
                self.agent = Some(self.built(&*game, &self.spec)?);
                self.game = game;
            }
            "seed" => {
                self.seed = read("a seed", value)?;
                self.agent = Some(self.built(&*self.game, &self.spec)?);
            }
            _ => bail!("unknown option `{}`", quoted(name)),
        }
        Ok(())
    }

    /// The positions of `startpos moves a1T b4R` or `fen X3/4/4/4 O`. A position has blanks, so it
    /// goes on until `moves`.
    fn read(&self, text: &str) -> Result<Vec<String>> {
        let mut words = text.split_whitespace();
        let kind = words.next();
        let position: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
        let start = match kind {
            Some("startpos") if position.is_empty() => self.game.start(),
            Some("fen") => self.game.status(&position.join(" "))?.position,
            _ => bail!(
                "the form is `position startpos` or `position fen POSITION`, and `moves MOVE …` if there are any"
            ),
        };
        let mut positions = vec![start];
        for mv in words {
            let before = positions.last().expect("there is a position");
            positions.push(self.game.play(before, mv)?);
        }
        Ok(positions)
    }

    fn status(&self) -> Result<Status> {
        Ok(self.game.status(self.position())?)
    }

    /// As in our own matches, a position that comes up for the third time ends the game, too: nobody else would
    /// end one that goes round in circles.
    fn is_over(&self, status: &Status) -> bool {
        let same = |position: &&String| *position == self.position();
        let times = self.positions.iter().filter(same).count();
        status.is_over || times >= usize::from(REPETITIONS)
    }

    fn query(&self, question: &str) -> Result<&'static str> {
        let status = self.status()?;
        let is_over = self.is_over(&status);
        let of = |is_so| if is_so { "true" } else { "false" };
        Ok(match question {
            "gameover" => of(is_over),
            "p1turn" => of(status.to_move == Player::X),
            "result" => match status.winner {
                Some(Player::X) => "p1win",
                Some(Player::O) => "p2win",
                None if is_over => "draw",
                None => "none",
            },
            _ => bail!(
                "unknown question `{}`: there are gameover, p1turn and result",
                quoted(question)
            ),
        })
    }

    fn go(&mut self, text: &str, out: &mut String) -> Result<()> {
        let status = self.status()?;
        let limits = match Limits::read(text) {
            _ if self.is_over(&status) => Err(anyhow!("the game is over")),
            limits => limits,
        };
        // Whoever says `go` waits for a move.
        let limits = match limits {
            Ok(limits) => limits,
            Err(error) => {
                writeln!(out, "info string error: {error:#}\nbestmove (none)")?;
                return Ok(());
            }
        };
        let mut agent = self.agent.take().context("there is no agent")?;
        let (begun, bell, stop) = (Moment::now(), Stop::new(), Stop::new());
        let budget = self.env.budget().with_bell(&bell).with_stop(&stop);
        let budget = limits.applied(budget, status.to_move);
        let (events, position) = (self.events.clone(), self.position().to_owned());
        let worker = thread::spawn(move || {
            let chosen = agent(&position, &budget, &mut |thought| {
                // Nobody listens any more when the program ends.
                let _ = events.send(Event::Thought(thought));
            });
            let _ = events.send(Event::Chosen(agent, chosen));
        });
        self.search = Some(Search {
            begun,
            bell,
            stop,
            is_infinite: limits.is_infinite,
            held: None,
            worker,
        });
        Ok(())
    }

    /// Ends the time of a search. Without one there is nothing to stop.
    fn stop(&mut self, out: &mut String) -> Result<()> {
        if let Some(search) = &mut self.search {
            search.bell.stop();
            if let Some(mv) = search.held.take() {
                writeln!(out, "bestmove {mv}")?;
                self.search = None;
            }
        }
        Ok(())
    }
}

/// Opens the game. The one program that may be started as an agent is that of the command line.
fn open(env: &Env<'_>, args: &EngineArgs, db: Option<&str>) -> Result<Arc<dyn AnyGame>> {
    let programs: Vec<AgentSpec> = args.agent.program().cloned().into_iter().collect();
    let setup = AgentSetup {
        any_program: false,
        programs: &programs,
        ..AgentSetup::of(args.weights.as_ref())
    };
    match db {
        Some(db) => args.game.open_with_database(env, db.as_ref(), &setup),
        None => args.game.open_for_agents(env, &setup),
    }
}

/// The limits of a `go`.
#[derive(Debug, Default, PartialEq, Eq)]
struct Limits {
    move_time: Option<Duration>,
    positions: Option<u64>,
    depth: Option<u8>,
    /// What is left on the clocks of both players.
    clocks: [Option<Duration>; 2],
    /// What a move adds to them.
    increments: [Duration; 2],
    is_infinite: bool,
}

impl Limits {
    fn read(text: &str) -> Result<Limits> {
        let mut limits = Limits::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                limits.is_infinite = true;
                continue;
            }
            let mut number = || -> Result<u64> {
                let value = words
                    .next()
                    .with_context(|| format!("`{word}` takes a number"))?;
                read(&format!("the number of `{word}`"), value)
            };
            let time = |number: u64| Duration::from_millis(number);
            match word {
                "movetime" => limits.move_time = Some(time(number()?)),
                "nodes" => limits.positions = Some(number()?),
                "depth" => limits.depth = Some(number()?.clamp(1, u8::MAX.into()) as u8),
                "p1time" => limits.clocks[0] = Some(time(number()?)),
                "p2time" => limits.clocks[1] = Some(time(number()?)),
                "p1inc" => limits.increments[0] = time(number()?),
                "p2inc" => limits.increments[1] = time(number()?),
                _ => bail!(
                    "unknown limit `{}`: there are movetime, nodes, depth, p1time, p2time, p1inc, p2inc and infinite",
                    quoted(word)
                ),
            }
        }
        Ok(limits)
    }

    /// What they allow the player to move.
    fn applied(&self, mut budget: Budget, mover: Player) -> Budget {
        let side = usize::from(mover == Player::O);
        let share = self.clocks[side].map(|clock| {
            // A part of what is left, and most of what the move adds; never all of the clock.
            let share = clock / MOVES + self.increments[side] * 3 / 4;
            share.min(clock * 4 / 5)
        });
        for time in [self.move_time, share].into_iter().flatten() {
            budget = budget.with_time(time);
        }
        if let Some(positions) = self.positions {
            budget = budget.with_positions(positions);
        }
        if let Some(depth) = self.depth {
            budget = budget.with_depth(depth);
        }
        budget
    }
}

fn read<T: FromStr>(what: &str, text: &str) -> Result<T> {
    let number = text.parse();
    number.map_err(|_| anyhow!("{what} is a whole number, not `{}`", quoted(text)))
}

/// What an agent has found out, as a line of UGI.
fn info(thought: &Thought<String>, begun: Moment) -> String {
    let mut line = String::from("info");
    let mut add = |name: &str, value: &dyn std::fmt::Display| {
        line += &format!(" {name} {value}");
    };
    if let Some(depth) = thought.depth {
        add("depth", &depth);
    }
    if let Some(worth) = thought.worth {
        add("score", &score(worth));
    }
    add("time", &begun.elapsed().as_millis());
    if let Some(positions) = thought.positions {
        add("nodes", &positions);
    }
    if !thought.line.is_empty() {
        add("pv", &thought.line.join(" "));
    }
    line
}

/// As in UCI, where a mate is counted in full moves. A judgement is in units of the agent's own.
fn score(worth: Worth) -> String {
    let (outcome, distance) = match worth {
        Worth::Guessed(judgement) => return format!("cp {judgement}"),
        Worth::Known(value) => (value.outcome(), value.distance()),
        Worth::Outcome(outcome) => (outcome, None),
    };
    let moves = distance.map(|plies| plies.div_ceil(2));
    match (outcome, moves) {
        (Outcome::Win, Some(moves)) => format!("mate {moves}"),
        (Outcome::Loss, Some(moves)) => format!("mate -{moves}"),
        (Outcome::Win, None) => format!("cp {DECIDED}"),
        (Outcome::Loss, None) => format!("cp -{DECIDED}"),
        (Outcome::Draw, _) => "cp 0".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quixotic_game::Value;

    #[test]
    fn limits_are_read_and_the_clock_is_not_used_up() {
        let limits = Limits::read("p1time 60000 p2time 100 p1inc 1000 p2inc 500").unwrap();
        let time = |player| {
            let budget = limits.applied(Budget::UNLIMITED, player);
            budget.time_left().unwrap().as_millis()
        };
        // A thirtieth of a minute and three quarters of a second; all but a fifth of the other clock.
        assert!(
            (2700..=2750).contains(&time(Player::X)),
            "{}",
            time(Player::X)
        );
        assert!((50..=80).contains(&time(Player::O)), "{}", time(Player::O));
        let limits = Limits::read("nodes 5 depth 1000 movetime 0").unwrap();
        let budget = limits.applied(Budget::UNLIMITED, Player::X);
        assert_eq!((budget.positions(), budget.depth()), (Some(5), Some(255)));
        assert_eq!(budget.time_left(), Some(Duration::ZERO));
        assert!(Limits::read("infinite").unwrap().is_infinite);
        for bad in ["movetime", "movetime x", "nodes -1", "wtime 5"] {
            assert!(Limits::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_mate_is_counted_in_moves() {
        for (worth, written) in [
            (Worth::Known(Value::win(1)), "mate 1"),
            (Worth::Known(Value::win(3)), "mate 2"),
            (Worth::Known(Value::loss(2)), "mate -1"),
            (Worth::Known(Value::DRAW), "cp 0"),
            (Worth::Guessed(-12), "cp -12"),
            (Worth::Outcome(Outcome::Loss), "cp -1000000"),
        ] {
            assert_eq!(score(worth), written);
        }
    }
}
