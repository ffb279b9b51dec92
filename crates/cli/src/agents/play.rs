//! `play`: a game in the terminal, by people and agents.
//!
//! Everything is a line: a move, its number in the list, or a command. So it works
//! in any terminal, and in a script.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use quixotic_agents::arena::{Ending, GameRecord, Winner};
use quixotic_agents::{Agent, Players, Worth, hints};
use quixotic_game::{Game, Outcome, Player, Rng};

use super::args::{PlayArgs, Seat};
use super::replay;
use super::shown::Shown;
use crate::files;
use crate::json;
use crate::table::{Align, Table, write_indented};

const HELP: &str = "\
  a move         in the game's notation
  a number       the move with that number in the list of `moves`
  moves          list the legal moves
  hint           what every move is worth, the best first
  undo           take back your last move and what followed
  save FILE      save the game
  load FILE      go on with a saved game
  help           this list
  quit           leave";

pub(crate) fn run<G: Shown>(
    players: &Players<G>,
    args: &PlayArgs,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let mut table = TableGame::new(players, args)?;
    if let Some(file) = &args.load {
        table.load(file)?;
    }
    let input = io::stdin();
    let prompt = input.is_terminal();
    let mut lines = input.lock().lines();
    table.welcome(out)?;
    loop {
        table.show(out)?;
        if let Some(ending) = table.ended() {
            writeln!(out, "{ending}")?;
            if !table.has_people() {
                return Ok(ExitCode::SUCCESS);
            }
        } else if !table.is_persons_turn() {
            writeln!(out, "{}", table.let_agent_move()?)?;
            continue;
        }
        // What a person types, until the board changes.
        loop {
            if prompt {
                write!(out, "{}> ", table.mover())?;
            }
            out.flush()?;
            let Some(line) = lines.next() else {
                return Ok(ExitCode::SUCCESS);
            };
            match table.answer(line?.trim(), out)? {
                Then::Ask => {}
                Then::Show => break,
                Then::Quit => return Ok(ExitCode::SUCCESS),
            }
        }
    }
}

/// What to do after a line was answered.
enum Then {
    Ask,
    Show,
    Quit,
}

/// A game and the people and agents at it.
struct TableGame<'a, G: Shown> {
    players: &'a Players<G>,
    seats: [Seat; 2],
    agents: [Option<Box<dyn Agent<G>>>; 2],
    seed: u64,
    start: G::Position,
    played: Vec<(G::Move, G::Position)>,
}

impl<'a, G: Shown> TableGame<'a, G> {
    fn new(players: &'a Players<G>, args: &PlayArgs) -> Result<TableGame<'a, G>> {
        let game = players.game();
        let start = match &args.position {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        let mut table = TableGame {
            players,
            seats: [args.x.clone(), args.o.clone()],
            agents: [None, None],
            seed: args.seed,
            start,
            played: Vec::new(),
        };
        table.seat()?;
        Ok(table)
    }

    fn game(&self) -> &'a G {
        self.players.game()
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

    fn position(&self) -> &G::Position {
        self.played
            .last()
            .map_or(&self.start, |(_, position)| position)
    }

    fn mover(&self) -> Player {
        self.game().to_move(self.position())
    }

    fn has_people(&self) -> bool {
        self.seats.contains(&Seat::Human)
    }

    fn is_person(&self, player: Player) -> bool {
        self.seats[usize::from(player == Player::O)] == Seat::Human
    }

    fn is_persons_turn(&self) -> bool {
        self.is_person(self.mover())
    }

    fn welcome(&self, out: &mut dyn Write) -> Result<()> {
        let [x, o] = &self.seats;
        writeln!(out, "{}: {x} (X) against {o} (O)", self.game().name())?;
        if self.has_people() {
            writeln!(
                out,
                "{}\n`help` lists what else you can type.",
                self.game().how_to_move()
            )?;
        }
        Ok(())
    }

    fn show(&self, out: &mut dyn Write) -> Result<()> {
        let last = self.played.last().map(|&(mv, _)| mv);
        writeln!(out)?;
        write_indented(out, &self.game().draw(self.position(), last))?;
        writeln!(out)?;
        Ok(())
    }

    /// The end of the game in a sentence, if it is over.
    fn ended(&self) -> Option<String> {
        self.game().ended(self.position())?;
        Some(replay::ending(&self.record()))
    }

    /// Plays the agent's move and says it.
    fn let_agent_move(&mut self) -> Result<String> {
        let (mover, position) = (self.mover(), self.position().clone());
        let side = usize::from(mover == Player::O);
        let agent = self.agents[side].as_mut().context("a person is to move")?;
        let mv = agent.choose(&position)?;
        self.make(mv);
        Ok(format!(
            "{mover} ({}) plays {}.",
            self.seats[side],
            self.game().format_move(mv)
        ))
    }

    fn make(&mut self, mv: G::Move) {
        let next = self.game().play(self.position(), mv);
        self.played.push((mv, next));
    }

    /// Does what a person typed. What is wrong with it is told and asked again.
    fn answer(&mut self, line: &str, out: &mut dyn Write) -> Result<Then> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let file = || Some(PathBuf::from(rest.trim())).filter(|file| !file.as_os_str().is_empty());
        let done = match word {
            "" => Ok(Then::Ask),
            "quit" | "exit" => Ok(Then::Quit),
            "help" => writeln!(out, "{HELP}")
                .map(|()| Then::Ask)
                .map_err(Into::into),
            "moves" => self.list(out).map(|()| Then::Ask),
            "hint" => self.hint(out).map(|()| Then::Ask),
            "undo" => self.undo().map(|()| Then::Show),
            "save" => match file() {
                Some(file) => self.save(&file, out).map(|()| Then::Ask),
                None => bail_ask("save where? `save FILE`"),
            },
            "load" => match file() {
                Some(file) => self.load(&file).map(|()| Then::Show),
                None => bail_ask("load what? `load FILE`"),
            },
            _ => self.read_move(line).map(|mv| {
                self.make(mv);
                Then::Show
            }),
        };
        match done {
            Ok(then) => Ok(then),
            // A terminal that takes no more text is another matter than a bad line.
            Err(error) if error.is::<io::Error>() => Err(error),
            Err(error) => {
                writeln!(out, "{error:#}")?;
                Ok(Then::Ask)
            }
        }
    }

    fn moves(&self) -> Vec<G::Move> {
        Game::moves(self.game(), self.position())
    }

    fn read_move(&self, text: &str) -> Result<G::Move> {
        let moves = self.moves();
        if moves.is_empty() {
            bail!("the game is over: `undo`, `save FILE`, `load FILE` or `quit`");
        }
        // Where a move looks like a number, it is a move.
        let parsed = self.game().parse_move(text);
        if let Ok(mv) = parsed
            && moves.contains(&mv)
        {
            return Ok(mv);
        }
        if let Ok(number) = text.parse::<usize>() {
            let mv = number.checked_sub(1).and_then(|index| moves.get(index));
            return mv
                .copied()
                .with_context(|| format!("there are moves 1 to {}", moves.len()));
        }
        if let Err(error) = parsed {
            bail!("{error}; `help` lists what you can type");
        }
        bail!("{text} is not legal here: `moves` lists what is");
    }

    /// The legal moves with their numbers.
    fn list(&self, out: &mut dyn Write) -> Result<()> {
        let moves = self.moves();
        let cell = |(index, &mv): (usize, &G::Move)| {
            format!("{:>3} {:<6}", index + 1, self.game().format_move(mv))
        };
        let cells: Vec<String> = moves.iter().enumerate().map(cell).collect();
        for row in cells.chunks(7) {
            writeln!(out, "{}", row.concat().trim_end())?;
        }
        Ok(())
    }

    /// What every move is worth.
    fn hint(&self, out: &mut dyn Write) -> Result<()> {
        let moves = hints(self.players, self.position())?;
        let mut table = Table::new(&[("move", Align::Left), ("for you", Align::Left)]);
        let mut guessed = false;
        for (mv, worth) in moves {
            let worth = match worth {
                Worth::Known(value) => value.to_string(),
                Worth::Guessed(value) => {
                    guessed = true;
                    format!("{value:+}")
                }
            };
            table.row([self.game().format_move(mv), worth]);
        }
        table.write(out)?;
        if guessed {
            writeln!(
                out,
                "There is no solution here: numbers are a judgement, three plies ahead."
            )?;
        }
        Ok(())
    }

    /// Back to the turn of a person before this one.
    fn undo(&mut self) -> Result<()> {
        let mut left = self.played.len();
        while left > 0 {
            left -= 1;
            let before = match left {
                0 => &self.start,
                _ => &self.played[left - 1].1,
            };
            if self.is_person(self.game().to_move(before)) {
                self.played.truncate(left);
                return self.seat();
            }
        }
        bail!("there is nothing to undo")
    }

    /// The game so far, as it is saved.
    fn record(&self) -> GameRecord {
        let game = self.game();
        let outcome = game.ended(self.position());
        let winner = match outcome {
            Some(Outcome::Win) => Some(self.mover()),
            Some(Outcome::Loss) => Some(!self.mover()),
            _ => None,
        };
        let [x, o] = &self.seats;
        GameRecord {
            game: game.name(),
            x: x.to_string(),
            o: o.to_string(),
            seed: Some(self.seed),
            number: None,
            start: (self.start != game.start()).then(|| game.format_position(&self.start)),
            moves: self
                .played
                .iter()
                .map(|&(mv, _)| game.format_move(mv))
                .collect(),
            winner: winner.map(Winner::from),
            ending: if outcome.is_some() {
                Ending::Rules
            } else {
                Ending::Open
            },
        }
    }

    fn save(&self, file: &Path, out: &mut dyn Write) -> Result<()> {
        let mut line = Vec::new();
        json::write(&mut line, &self.record())?;
        files::replace(file, &line)?;
        writeln!(
            out,
            "Saved; see it with `quixotic line --replay {}`.",
            file.display()
        )?;
        Ok(())
    }

    /// Takes over a saved game; who plays stays as it is.
    fn load(&mut self, file: &Path) -> Result<()> {
        let record = replay::read(file, 1)?;
        let name = self.game().name();
        if record.game != name {
            bail!(
                "{} is a game of {}, not of {name}",
                file.display(),
                record.game.escape_debug()
            );
        }
        (self.start, self.played) = record.replay(self.game())?;
        self.seat()
    }
}

fn bail_ask(text: &str) -> Result<Then> {
    bail!("{text}")
}
