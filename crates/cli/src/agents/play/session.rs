//! A game and the people and agents at it.

use std::path::Path;

use anyhow::{Context, Result, bail};
use quixotic_agents::arena::{Ending, GameRecord, LONGEST, REPETITIONS};
use quixotic_agents::{Agent, Players};
use quixotic_game::{Budget, Player, Rng};

use crate::agents::args::{PlayArgs, Seat};
use crate::agents::replay;
use crate::agents::shown::Shown;
use crate::files;
use crate::json;

/// The game so far, and who plays it.
pub(super) struct Session<'a, G: Shown> {
    players: &'a Players<G>,
    seats: [Seat; 2],
    agents: [Option<Box<dyn Agent<G>>>; 2],
    seed: u64,
    start: G::Position,
    played: Vec<(G::Move, G::Position)>,
}

impl<'a, G: Shown> Session<'a, G> {
    /// The session that a command line asks for.
    pub(super) fn new(players: &'a Players<G>, args: &PlayArgs) -> Result<Session<'a, G>> {
        let game = players.game();
        let start = match &args.position {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        let mut session = Session {
            players,
            seats: [args.x.clone(), args.o.clone()],
            agents: [None, None],
            seed: args.seed,
            start,
            played: Vec::new(),
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
                    Some(self.players.build(spec, rng.word())?)
                }
            };
        }
        Ok(())
    }

    pub(super) fn players(&self) -> &'a Players<G> {
        self.players
    }

    pub(super) fn game(&self) -> &'a G {
        self.players.game()
    }

    /// Who plays X and O.
    pub(super) fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    pub(super) fn position(&self) -> &G::Position {
        self.before(self.played.len())
    }

    /// The position before move `number`, counted from 0.
    fn before(&self, number: usize) -> &G::Position {
        match number {
            0 => &self.start,
            _ => &self.played[number - 1].1,
        }
    }

    pub(super) fn last_move(&self) -> Option<G::Move> {
        self.played.last().map(|&(mv, _)| mv)
    }

    pub(super) fn mover(&self) -> Player {
        self.game().to_move(self.position())
    }

    pub(super) fn has_people(&self) -> bool {
        self.seats.contains(&Seat::Human)
    }

    fn is_person(&self, player: Player) -> bool {
        self.seats[usize::from(player == Player::O)] == Seat::Human
    }

    pub(super) fn is_persons_turn(&self) -> bool {
        self.is_person(self.mover())
    }

    /// The moves that can be made, none when the game is over.
    pub(super) fn moves(&self) -> Vec<G::Move> {
        match self.ending() {
            Ending::Open => self.game().moves(self.position()),
            _ => Vec::new(),
        }
    }

    /// How the game stands. It ends as in the arena; only people may play for as long
    /// as they like.
    fn ending(&self) -> Ending {
        let position = self.position();
        let times = (0..=self.played.len()).filter(|&number| self.before(number) == position);
        if self.game().ended(position).is_some() {
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

    /// Plays the agent's move and says it.
    pub(super) fn let_agent_move(&mut self) -> Result<String> {
        let (mover, position) = (self.mover(), self.position().clone());
        let side = usize::from(mover == Player::O);
        let agent = self.agents[side].as_mut().context("a person is to move")?;
        let mv = agent.choose(&position, &Budget::UNLIMITED)?;
        self.make(mv);
        Ok(format!(
            "{mover} ({}) plays {}.",
            self.seats[side],
            self.game().format_move(mv)
        ))
    }

    pub(super) fn make(&mut self, mv: G::Move) {
        let next = self.game().play(self.position(), mv);
        self.played.push((mv, next));
    }

    /// Back to the turn of a person before this one.
    pub(super) fn undo(&mut self) -> Result<()> {
        let mut turns = (0..self.played.len()).rev();
        let is_persons = |&number: &usize| self.is_person(self.game().to_move(self.before(number)));
        match turns.find(is_persons) {
            None => bail!("there is nothing to undo"),
            Some(number) => {
                self.played.truncate(number);
                self.seat()
            }
        }
    }

    /// The game so far, as it is saved.
    pub(super) fn record(&self) -> GameRecord {
        let game = self.game();
        let ended = game.ended(self.position());
        let winner = ended.and_then(|outcome| outcome.winner(self.mover()));
        let [x, o] = &self.seats;
        let moves = self.played.iter().map(|&(mv, _)| game.format_move(mv));
        GameRecord {
            game: game.name(),
            rules: game.rules(),
            x: x.to_string(),
            o: o.to_string(),
            seed: Some(self.seed),
            number: None,
            start: (self.start != game.start()).then(|| game.format_position(&self.start)),
            moves: moves.collect(),
            winner,
            ending: self.ending(),
        }
    }

    pub(super) fn save(&self, file: &Path) -> Result<()> {
        let mut line = Vec::new();
        json::write(&mut line, &self.record())?;
        files::replace(file, &line)
    }

    /// Takes over a saved game; who plays stays as it is.
    pub(super) fn load(&mut self, file: &Path) -> Result<()> {
        let record = replay::read(file, 1)?;
        let replayed = record.replay(self.game());
        (self.start, self.played) = replayed.with_context(|| file.display().to_string())?;
        self.seat()
    }
}
