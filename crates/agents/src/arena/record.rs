//! A game as it is saved: one line of JSON, described in docs/format.md.

use std::fmt;

use quixotic_game::{Game, NotationError, Outcome, Player};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::REPETITIONS;

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
        self.check_end(game, &start, &played)?;
        Ok((start, played))
    }

    /// Whether the game ends as the record says.
    fn check_end<G: Game>(
        &self,
        game: &G,
        start: &G::Position,
        played: &[(G::Move, G::Position)],
    ) -> Result<(), RecordError> {
        let positions = || {
            [start]
                .into_iter()
                .chain(played.iter().map(|(_, after)| after))
        };
        let last = played.last().map_or(start, |(_, after)| after);
        let mover = game.to_move(last);
        let by_rules = game.ended(last).map(|outcome| match outcome {
            Outcome::Win => Some(mover),
            Outcome::Loss => Some(!mover),
            Outcome::Draw => None,
        });
        let times = || positions().filter(|&position| position == last).count();
        let is_so = match (self.ending, by_rules) {
            (Ending::Rules, Some(winner)) => winner == self.winner(),
            (Ending::Repetition, None) => {
                self.winner.is_none() && times() >= usize::from(REPETITIONS)
            }
            (Ending::TooLong | Ending::Open, None) => self.winner.is_none(),
            _ => false,
        };
        if is_so {
            return Ok(());
        }
        Err(RecordError::End {
            said: match self.winner() {
                Some(winner) => format!("a win of {winner}"),
                None => self.ending.to_string(),
            },
            found: match by_rules {
                Some(Some(winner)) => format!("a win of {winner}"),
                Some(None) => "a draw".into(),
                None => "no end of the game".into(),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quixotic_quixo::{Quixo, Rules};

    fn record(moves: &[&str], winner: Option<Winner>, ending: Ending) -> GameRecord {
        GameRecord {
            game: "quixo3".into(),
            x: "a".into(),
            o: "b".into(),
            seed: None,
            number: None,
            start: None,
            moves: moves.iter().map(ToString::to_string).collect(),
            winner,
            ending,
        }
    }

    #[test]
    fn the_end_has_to_be_as_it_is_said() {
        let game = Quixo::new(Rules::official(3).unwrap());
        let told = |record: GameRecord| record.replay(&game).err().map(|error| error.to_string());
        // X and O push their tiles along the top and the bottom row and back again.
        let round = ["a3R", "a1R", "c3L", "c1L"];
        let back = ["a3R", "a1R", "c3L", "c1L", "a3R", "a1R", "c3L", "c1L"];
        let thrice = [&back[..], &["a3R", "a1R"]].concat();
        assert_eq!(told(record(&round, None, Ending::Open)), None);
        assert_eq!(told(record(&round, None, Ending::TooLong)), None);
        assert_eq!(told(record(&thrice, None, Ending::Repetition)), None);
        let said = |said: &str| {
            let found = "but its moves end in no end of the game";
            Some(format!("the game is said to end in {said}, {found}"))
        };
        let repeated = record(&round, None, Ending::Repetition);
        assert_eq!(told(repeated), said("a draw by repetition"));
        let won = record(&thrice, Some(Winner::O), Ending::Repetition);
        assert_eq!(told(won), said("a win of O"));
        let won = record(&round, Some(Winner::X), Ending::Rules);
        assert_eq!(told(won), said("a win of X"));
    }
}
