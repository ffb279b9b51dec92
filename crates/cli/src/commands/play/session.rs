//! A game and the people and agents at it.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use quixotic_agents::AgentSpec;
use quixotic_agents::arena::{Ending, GameRecord, LONGEST, REPETITIONS};
use quixotic_catalog::{AnyGame, Error, Status, TextAgent};
use quixotic_game::{Player, Rng};

use super::{PlayArgs, Seat};
use crate::commands::replay;
use crate::env::Env;
use crate::files;
use crate::output::write_json;

/// The game so far, and who plays it.
pub(super) struct Session<'a> {
    env: Env<'a>,
    game: &'a dyn AnyGame,
    seats: [Seat; 2],
    agents: [Option<Box<TextAgent<'static>>>; 2],
    seed: u64,
    start: String,
    /// Moves, each with the position after it.
    played: Vec<(String, String)>,
    /// What the rules say of the position that is on the board.
    status: Status,
}

impl<'a> Session<'a> {
    /// The session that a command line asks for.
    pub(super) fn new(
        env: &Env<'a>,
        game: &'a dyn AnyGame,
        args: &PlayArgs,
    ) -> Result<Session<'a>> {
        let status = game.status(args.position.as_deref().unwrap_or("start"))?;
        let mut session = Session {
            env: *env,
            game,
            seats: [args.x.clone(), args.o.clone()],
            agents: [None, None],
            seed: args.seed,
            start: status.position.clone(),
            played: Vec::new(),
            status,
        };
        match &args.load {
            Some(file) => session.load(file)?,
            None => session.seat()?,
        }
        Ok(session)
    }

    /// Gives every agent a fresh mind, for a game that may have changed.
    fn seat(&mut self) -> Result<()> {
        for (number, seat) in self.seats.iter().enumerate() {
            self.agents[number] = match seat {
                Seat::Human => None,
                Seat::Agent(spec) => {
                    let mut rng = Rng::part(self.seed, (2 * self.played.len() + number) as u64);
                    Some(self.game.agent(spec, rng.word())?)
                }
            };
        }
        Ok(())
    }

    pub(super) fn game(&self) -> &'a dyn AnyGame {
        self.game
    }

    pub(super) fn env(&self) -> &Env<'a> {
        &self.env
    }

    /// Who plays X and O.
    pub(super) fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    pub(super) fn position(&self) -> &str {
        &self.status.position
    }

    /// The position before move `number`, counted from 0.
    fn before(&self, number: usize) -> &str {
        match number {
            0 => &self.start,
            _ => &self.played[number - 1].1,
        }
    }

    pub(super) fn last_move(&self) -> Option<&str> {
        self.played.last().map(|(mv, _)| &**mv)
    }

    /// Who is to move, as the prompt says it.
    pub(super) fn mover_name(&self) -> &'static str {
        self.game.player(self.status.to_move)
    }

    pub(super) fn has_people(&self) -> bool {
        self.seats.contains(&Seat::Human)
    }

    fn is_person(&self, player: Player) -> bool {
        self.seats[usize::from(player == Player::O)] == Seat::Human
    }

    pub(super) fn is_persons_turn(&self) -> bool {
        self.is_person(self.status.to_move)
    }

    /// The moves that can be made, none when the game is over.
    pub(super) fn moves(&self) -> &[String] {
        match self.ending() {
            Ending::Open => &self.status.moves,
            _ => &[],
        }
    }

    /// How the game stands. It ends as in the arena; only people may play for as long
    /// as they like.
    fn ending(&self) -> Ending {
        let times = (0..=self.played.len()).filter(|&n| self.before(n) == self.position());
        if self.status.is_over {
            Ending::Rules
        } else if times.count() >= usize::from(REPETITIONS) {
            Ending::Repetition
        } else if !self.has_people() && self.played.len() >= LONGEST as usize {
            Ending::TooLong
        } else {
            Ending::Open
        }
    }

    /// The end of the game in a sentence, if it is over.
    pub(super) fn ended(&self) -> Option<String> {
        let record = self.record();
        (record.ending != Ending::Open).then(|| replay::ending(&record))
    }

    /// How to go on with a game that was interrupted.
    pub(super) fn way_back(&self) -> String {
        let plies = crate::units::plies(self.played.len());
        let (command, position) = (self.game.id().command("play"), self.position());
        format!("the game stood after {plies}; `{command} --position \"{position}\"` goes on")
    }

    /// Plays the agent's move and says it, with the rule that decided if it plays by rules.
    pub(super) fn let_agent_move(&mut self) -> Result<String> {
        let mover = self.status.to_move;
        let side = usize::from(mover == Player::O);
        let agent = self.agents[side].as_mut().context("a person is to move")?;
        let chosen = agent(&self.status.position, &self.env.budget());
        let mv = match chosen {
            Err(error @ Error::Broken { .. }) => bail!("{error}; {}", self.way_back()),
            chosen => chosen?,
        };
        let seat = &self.seats[side];
        let mut words = format!("{mover} ({seat}) plays {mv}.");
        if *seat == Seat::Agent(AgentSpec::Rules)
            && let Some(rule) = self.game.explain(self.position())?.rule
        {
            write!(words, " {}", rule.text)?;
        }
        self.make(&mv)?;
        Ok(words)
    }

    /// Makes a move, which has to be legal.
    pub(super) fn make(&mut self, mv: &str) -> Result<()> {
        let after = self.game.play(self.position(), mv)?;
        self.status = self.game.status(&after)?;
        self.played.push((mv.to_owned(), after));
        Ok(())
    }

    /// Back to the turn of a person before this one.
    pub(super) fn undo(&mut self) -> Result<()> {
        for number in (0..self.played.len()).rev() {
            let status = self.game.status(self.before(number))?;
            if self.is_person(status.to_move) {
                self.status = status;
                self.played.truncate(number);
                return self.seat();
            }
        }
        bail!("there is nothing to undo")
    }

    /// The game so far, as it is saved.
    pub(super) fn record(&self) -> GameRecord {
        let [x, o] = &self.seats;
        let moves = self.played.iter().map(|(mv, _)| mv.clone());
        let usual = self.game.start();
        GameRecord {
            game: self.game.id().game().into(),
            rules: self.game.id().rules().map(Into::into),
            x: x.to_string(),
            o: o.to_string(),
            seed: Some(self.seed),
            number: None,
            start: (self.start != usual).then(|| self.start.clone()),
            moves: moves.collect(),
            winner: self.status.winner,
            ending: self.ending(),
            reason: None,
        }
    }

    pub(super) fn save(&self, file: &Path) -> Result<()> {
        let mut line = Vec::new();
        write_json(&mut line, &self.record())?;
        files::write(file, &line, self.env.stop)
    }

    /// Takes over a saved game; who plays stays as it is.
    pub(super) fn load(&mut self, file: &Path) -> Result<()> {
        let record = replay::read(&self.env, file, 1)?;
        let (found, wanted) = (replay::id(&self.env, file, &record)?, self.game.id());
        if found != *wanted {
            bail!("{} is a game of {found}, not of {wanted}", file.display());
        }
        let replayed = self.game.replay(&record)?;
        let last = replayed.moves.last().map_or(&replayed.start, |(_, at)| at);
        self.status = self.game.status(last)?;
        (self.start, self.played) = (replayed.start, replayed.moves);
        self.seat()
    }
}
