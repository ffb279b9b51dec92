//! `ugi:COMMAND`: a program that speaks the Universal Game Interface (kz04px/cutegames, ugi.md).
//!
//! It is started when it is first asked for a move. For each move it is sent
//!
//! ```text
//! position fen X3/2O1/4/3X O
//! isready
//! go movetime 1000
//! ```
//!
//! and what it says before `readyok` answers nothing, so that a late `bestmove` is not mistaken for
//! one to this question. Nothing that a program does may harm the match: we measure its time, read no
//! more than a bounded amount of what it says, and end it with its children when the agent ends.

mod process;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use quixotic_game::{Budget, Game, Moment, Stopped, quoted};

use crate::failure::Failure;
use crate::spec::{Program, SearchLimit};
use crate::{Agent, AgentError, Playable};
use process::Process;

/// The time for a move when nobody says otherwise.
const USUAL: Duration = Duration::from_secs(1);
/// The time for a move of a program whose limit is a number of positions.
const MOST: Duration = Duration::from_secs(60);
/// How much longer a move may take than the program was given: it learns of its time late, and
/// the machine may be busy.
const MARGIN: Duration = Duration::from_secs(1);
/// The time for a program to start and to load what it needs.
const START: Duration = Duration::from_secs(20);
/// Between two looks at the clock and the budget while nothing is read.
const LOOK: Duration = Duration::from_millis(10);

/// An agent that is a program.
pub(crate) struct Ugi<G> {
    game: Arc<G>,
    program: Program,
    seed: u64,
    process: Option<Process>,
}

/// Why there is no move.
enum Trouble {
    NotStarted(io::Error),
    Failed(Failure),
    Stopped(Stopped),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Trouble {
        Trouble::Failed(failure)
    }
}

impl<G: Game> Ugi<G> {
    /// The program is not started yet: an agent may be built to find out whether it can be.
    pub(crate) fn new(game: Arc<G>, program: Program, seed: u64) -> Ugi<G> {
        Ugi {
            game,
            program,
            seed,
            process: None,
        }
    }

    fn ask(&mut self, position: &G::Position, budget: &Budget) -> Result<G::Move, Trouble> {
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(start(&self.program, self.seed, budget)?),
        };
        let (go, time) = order(self.program.limit(), budget);
        process.ask_anew();
        process.say(&format!(
            "position fen {}",
            self.game.format_position(position)
        ));
        process.say("isready");
        let mut wait = Wait::new(time + MARGIN, budget);
        wait.until(process, "readyok", |line| (line == "readyok").then_some(()))?;
        process.say(&go);
        let text = wait.until(process, "bestmove", |line| {
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_owned())
        })?;
        let mv = self.game.parse_move(&text).map_err(|_| Failure::NotAMove {
            text: quoted(&text),
        })?;
        if !self.game.moves(position).contains(&mv) {
            let mv = self.game.format_move(mv);
            return Err(Failure::Illegal { mv }.into());
        }
        Ok(mv)
    }
}

impl<G: Playable> Agent<G> for Ugi<G> {
    fn choose(&mut self, position: &G::Position, budget: &Budget) -> Result<G::Move, AgentError> {
        if self.game.ended(position).is_some() {
            return Err(AgentError::GameOver);
        }
        self.ask(position, budget).map_err(|trouble| {
            // Whatever it is doing, it is not worth waiting for.
            self.process = None;
            match trouble {
                Trouble::NotStarted(error) => AgentError::NotStarted {
                    program: self.program.to_string(),
                    error,
                },
                Trouble::Failed(failure) => AgentError::Failed {
                    failure,
                    position: self.game.format_position(position),
                },
                Trouble::Stopped(why) => why.into(),
            }
        })
    }
}

/// Starts a program and prepares it for a game.
fn start(program: &Program, seed: u64, budget: &Budget) -> Result<Process, Trouble> {
    let mut process = Process::start(&program.words()).map_err(Trouble::NotStarted)?;
    let mut wait = Wait::new(START, budget);
    let mut has_seed = false;
    process.say("ugi");
    wait.until(&mut process, "ugiok", |line| {
        has_seed |= line.starts_with("option name Seed ");
        (line == "ugiok").then_some(())
    })?;
    if has_seed {
        process.say(&format!("setoption name Seed value {seed}"));
    }
    process.say("isready");
    wait.until(&mut process, "readyok", |line| {
        (line == "readyok").then_some(())
    })?;
    process.say("uginewgame");
    Ok(process)
}

/// How a program is asked for a move, and the time that it has. The smaller of its own limit and
/// the budget counts.
fn order(limit: Option<SearchLimit>, budget: &Budget) -> (String, Duration) {
    let within = |time: Duration| budget.time_left().map_or(time, |left| left.min(time));
    let (mut go, time) = match (limit, budget.positions()) {
        (Some(SearchLimit::Positions(own)), most) => {
            let positions = most.map_or(own, |most| most.min(own));
            (format!("go nodes {positions}"), within(MOST))
        }
        (limit, most) => {
            let time = match limit {
                Some(SearchLimit::Time(time)) => within(time),
                _ => within(USUAL),
            };
            let nodes = most.map_or(String::new(), |most| format!(" nodes {most}"));
            (
                format!("go movetime {}{nodes}", time.as_millis().max(1)),
                time,
            )
        }
    };
    if let Some(depth) = budget.depth() {
        go += &format!(" depth {depth}");
    }
    (go, time)
}

/// The wait for an answer.
struct Wait<'a> {
    begun: Moment,
    end: Moment,
    budget: &'a Budget,
    /// Whether the program was asked to come to an end.
    is_asked: bool,
}

impl Wait<'_> {
    fn new(limit: Duration, budget: &Budget) -> Wait<'_> {
        let begun = Moment::now();
        Wait {
            begun,
            end: begun + limit,
            budget,
            is_asked: false,
        }
    }

    /// Reads lines until one of them is an answer. Others mean nothing to us.
    fn until<T>(
        &mut self,
        process: &mut Process,
        what: &'static str,
        mut answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Trouble> {
        loop {
            if let Some(line) = process.line(LOOK)?
                && let Some(found) = answer(&line)
            {
                return Ok(found);
            }
            match self.budget.check(0) {
                Err(why @ Stopped::Asked) => return Err(Trouble::Stopped(why)),
                Err(Stopped::Time) if !self.is_asked => {
                    self.is_asked = true;
                    process.say("stop");
                    self.end = self.end.min(Moment::now() + MARGIN);
                }
                _ => {}
            }
            if Moment::now() >= self.end {
                let limit = self.end.since(self.begun);
                return Err(Failure::Slow { what, limit }.into());
            }
        }
    }
}
