//! Which game a command is about: the board and its rules.

use std::path::PathBuf;

use anyhow::{Result, bail};
use quixotic_game::Game as _;
use quixotic_quixo::{Position, Quixo, Rules, parse_position_of_any_size};

use super::args::{PositionArgs, Who};

/// A game by its name on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Game {
    Quixo3,
    Quixo4,
    Quixo5,
}

impl Game {
    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Game::Quixo3 => "quixo3",
            Game::Quixo4 => "quixo4",
            Game::Quixo5 => "quixo5",
        }
    }

    /// The size of the board.
    fn size(self) -> u8 {
        match self {
            Game::Quixo3 => 3,
            Game::Quixo4 => 4,
            Game::Quixo5 => 5,
        }
    }

    /// Its official rules.
    pub(crate) fn official(self) -> Rules {
        Rules::official(self.size()).expect("every game has rules")
    }
}

/// The game, its rules, and where its database is.
pub(crate) struct Target {
    pub(crate) game: Game,
    pub(crate) db: Option<PathBuf>,
    pub(crate) line: Option<u8>,
    pub(crate) double_line: Who,
}

impl Target {
    /// A game under its official rules.
    pub(crate) fn official(game: Game, db: Option<PathBuf>) -> Target {
        Target {
            game,
            db,
            line: None,
            double_line: Who::Opponent,
        }
    }

    /// The rules that the options ask for.
    pub(crate) fn rules(&self) -> Result<Rules> {
        let rules = Rules::official(self.game.size())?;
        let rules = match self.line {
            Some(line) => rules.with_line(line)?,
            None => rules,
        };
        Ok(rules.with_double_line(self.double_line.into()))
    }

    /// The game and what departs from its official rules, for people.
    pub(crate) fn title(&self) -> String {
        let line = self.odd_line().map(|line| format!("a line of {line}"));
        let double = (self.double_line == Who::Mover).then(|| "a double line for the mover".into());
        let odd: Vec<String> = line.into_iter().chain(double).collect();
        let with = if odd.is_empty() { "" } else { " with " };
        format!("{}{with}{}", self.game.name(), odd.join(" and "))
    }

    /// The same for a directory.
    pub(crate) fn slug(&self) -> String {
        let line = self.odd_line().map(|line| format!("-line{line}"));
        let double = (self.double_line == Who::Mover).then_some("-mover");
        format!(
            "{}{}{}",
            self.game.name(),
            line.unwrap_or_default(),
            double.unwrap_or_default()
        )
    }

    /// The length of a line, if it is not the official one.
    fn odd_line(&self) -> Option<u8> {
        self.line.filter(|&line| line != self.game.size())
    }

    /// The command line of a subcommand about the same game and rules.
    pub(crate) fn command(&self, subcommand: &str) -> String {
        let mut command = format!("quixotic {subcommand} {}", self.game.name());
        if let Some(line) = self.odd_line() {
            command += &format!(" --line {line}");
        }
        if self.double_line == Who::Mover {
            command += " --double-line mover";
        }
        command
    }

    /// Reads a position of this game.
    pub(crate) fn position(&self, quixo: &Quixo, args: &PositionArgs) -> Result<Position> {
        let Some(text) = args.text() else {
            return Ok(quixo.start());
        };
        match parse_position_of_any_size(&text) {
            Ok((size, _)) if size != self.game.size() => bail!(
                "position `{text}` is on a {size}×{size} board, but {} is played on {wanted}×{wanted}",
                self.game.name(),
                wanted = self.game.size()
            ),
            _ => Ok(quixo.parse_position(&text)?),
        }
    }
}
