//! A game as it is saved: one line of JSON, described in docs/format.md.

use std::fmt;

use quixotic_game::{Game, NotationError, Outcome, Player};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A game that was played, or is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// The game, by its name on the command line.
    pub game: String,
    /// Who played X, the first player.
    pub x: String,
    /// Who played O.
    pub o: String,
    /// The seed of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of the game in the match, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The position at the beginning, if it is not that of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
    /// Who won; `null` for a draw and while nobody has.
    pub winner: Option<Winner>,
    /// How it ended.
    pub ending: Ending,
}

/// The winner of a saved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Winner {
    /// The first player.
    X,
    /// The second player.
    O,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By the rules: a line, or whatever ends the game.
    Rules,
    /// A position came up for the third time: a draw.
    Repetition,
    /// It was broken off as a draw after too many plies.
    TooLong,
    /// It is not over.
    Open,
}

/// Why a saved game cannot be replayed.
#[derive(Debug, Error)]
pub enum RecordError {
    /// A position or move is not in the notation.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A move is not legal.
    #[error("move {ply}, {mv}, is not legal in {position}")]
    Illegal {
        /// The number of the move, from 1.
        ply: usize,
        /// The move.
        mv: String,
        /// The position.
        position: String,
    },
    /// What the file says of the end is not so.
    #[error("the game is said to end in {said}, but its moves end in {found}")]
    End {
        /// The end in the file.
        said: String,
        /// The end by the rules.
        found: String,
    },
}

impl From<Player> for Winner {
    fn from(player: Player) -> Winner {
        match player {
            Player::X => Winner::X,
            Player::O => Winner::O,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Rules => "the end of the game",
            Ending::Repetition => "a draw by repetition",
            Ending::TooLong => "a draw by length",
            Ending::Open => "an open game",
        })
    }
}

impl GameRecord {
    /// Who won.
    pub fn winner(&self) -> Option<Player> {
        self.winner.map(|winner| match winner {
            Winner::X => Player::X,
            Winner::O => Player::O,
        })
    }

    /// The moves with the position after each, and the position before the first;
    /// checked against the rules.
    #[expect(clippy::type_complexity, reason = "a name would not make it clearer")]
    pub fn replay<G: Game>(
        &self,
        game: &G,
    ) -> Result<(G::Position, Vec<(G::Move, G::Position)>), RecordError> {
        let start = match &self.start {
            Some(text) => game.parse_position(text)?,
            None => game.start(),
        };
        let mut position = start.clone();
        let mut played = Vec::new();
        for (number, text) in self.moves.iter().enumerate() {
            let mv = game.parse_move(text)?;
            if !game.moves(&position).contains(&mv) {
                return Err(RecordError::Illegal {
                    ply: number + 1,
                    mv: text.clone(),
                    position: game.format_position(&position),
                });
            }
            position = game.play(&position, mv);
            played.push((mv, position.clone()));
        }
        self.check_end(game, &position)?;
        Ok((start, played))
    }

    /// Whether the last position ends the game as the record says.
    fn check_end<G: Game>(&self, game: &G, last: &G::Position) -> Result<(), RecordError> {
        let mover = game.to_move(last);
        let found = game.ended(last).map(|outcome| match outcome {
            Outcome::Win => Some(mover),
            Outcome::Loss => Some(!mover),
            Outcome::Draw => None,
        });
        let said = (self.ending == Ending::Rules).then(|| self.winner());
        let is_open_or_drawn = self.ending == Ending::Rules || self.winner.is_none();
        if found == said && is_open_or_drawn {
            return Ok(());
        }
        let words = |end: Option<Option<Player>>| match end {
            Some(Some(winner)) => format!("a win of {winner}"),
            Some(None) => "a draw".into(),
            None => "no end of the game".to_owned(),
        };
        Err(RecordError::End {
            said: words(said.or_else(|| self.winner().map(Some))),
            found: words(found),
        })
    }
}
