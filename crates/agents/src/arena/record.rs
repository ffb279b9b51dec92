//! A game as it is saved: one line of JSON, described in docs/format.md.

use std::fmt;

use quixotic_game::{NotationError, Player, quoted};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::REPETITIONS;
use crate::Playable;

/// A game that was played, or is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// The game, by its name on the command line.
    pub game: String,
    /// Its rules as options of the command line, if they are not the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
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
    pub winner: Option<Player>,
    /// How it ended.
    pub ending: Ending,
    /// What the loser did wrong, if the game ended by that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
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
    /// The player to move had no move to make, as [`GameRecord::reason`] says, and lost.
    Forfeit,
    /// It is not over.
    Open,
}

/// Why a saved game cannot be read or replayed.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The text is no saved game.
    #[error("not a saved game: {problem} (column {column})")]
    Format {
        /// What is wrong, cut off if it is long.
        problem: String,
        /// Where.
        column: usize,
    },
    /// It is a game of something else, or of other rules.
    #[error("this is a game of {said}, not of {asked}")]
    OtherGame {
        /// The game in the file.
        said: String,
        /// The game that it was replayed as.
        asked: String,
    },
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

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Rules => "the end of the game",
            Ending::Repetition => "a draw by repetition",
            Ending::TooLong => "a draw by length",
            Ending::Forfeit => "a forfeit",
            Ending::Open => "an open game",
        })
    }
}

impl GameRecord {
    /// Reads a line of a file of saved games.
    pub fn read(line: &str) -> Result<GameRecord, RecordError> {
        serde_json::from_str(line).map_err(|error| RecordError::Format {
            column: error.column(),
            problem: quoted(&error.to_string()),
        })
    }

    /// The game and its rules, as a message tells them: `quixo4 --line 3`.
    pub fn described(&self) -> String {
        described(&self.game, self.rules.as_deref())
    }

    /// The moves with the position after each, and the position before the first;
    /// checked against the rules, which have to be those of `game`.
    #[expect(clippy::type_complexity, reason = "a name would not make it clearer")]
    pub fn replay<G: Playable>(
        &self,
        game: &G,
    ) -> Result<(G::Position, Vec<(G::Move, G::Position)>), RecordError> {
        let (name, rules) = (game.name(), game.rules());
        if (&self.game, &self.rules) != (&name, &rules) {
            return Err(RecordError::OtherGame {
                said: self.described(),
                asked: described(&name, rules.as_deref()),
            });
        }
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
    fn check_end<G: Playable>(
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
        let by_rules = game.ended(last).map(|outcome| outcome.winner(mover));
        let times = || positions().filter(|&position| position == last).count();
        let is_so = match (self.ending, by_rules) {
            (Ending::Rules, Some(winner)) => winner == self.winner,
            (Ending::Repetition, None) => {
                self.winner.is_none() && times() >= usize::from(REPETITIONS)
            }
            (Ending::TooLong | Ending::Open, None) => self.winner.is_none(),
            (Ending::Forfeit, None) => self.winner == Some(!mover),
            _ => false,
        };
        if is_so {
            return Ok(());
        }
        Err(RecordError::End {
            said: match self.winner {
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

/// A game and its rules.
fn described(game: &str, rules: Option<&str>) -> String {
    match rules {
        None => quoted(game),
        Some(rules) => quoted(&format!("{game} {rules}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quixotic_quixo::{Quixo, Rules};

    fn record(moves: &[&str], winner: Option<Player>, ending: Ending) -> GameRecord {
        GameRecord {
            game: "quixo3".into(),
            rules: None,
            x: "a".into(),
            o: "b".into(),
            seed: None,
            number: None,
            start: None,
            moves: moves.iter().map(ToString::to_string).collect(),
            winner,
            ending,
            reason: None,
        }
    }

    #[test]
    fn the_end_has_to_be_as_it_is_said() {
        let game = Quixo::new(Rules::official(3).unwrap());
        let refusal =
            |record: GameRecord| record.replay(&game).err().map(|error| error.to_string());
        // X and O push their tiles along the top and the bottom row and back again.
        let round = ["a3R", "a1R", "c3L", "c1L"];
        let back = ["a3R", "a1R", "c3L", "c1L", "a3R", "a1R", "c3L", "c1L"];
        let thrice = [&back[..], &["a3R", "a1R"]].concat();
        assert_eq!(refusal(record(&round, None, Ending::Open)), None);
        assert_eq!(refusal(record(&round, None, Ending::TooLong)), None);
        assert_eq!(refusal(record(&thrice, None, Ending::Repetition)), None);
        let said = |said: &str| {
            let found = "but its moves end in no end of the game";
            Some(format!("the game is said to end in {said}, {found}"))
        };
        let repeated = record(&round, None, Ending::Repetition);
        assert_eq!(refusal(repeated), said("a draw by repetition"));
        let won = record(&thrice, Some(Player::O), Ending::Repetition);
        assert_eq!(refusal(won), said("a win of O"));
        let won = record(&round, Some(Player::X), Ending::Rules);
        assert_eq!(refusal(won), said("a win of X"));
    }

    #[test]
    fn a_game_is_replayed_under_its_own_rules_only() {
        let official = Quixo::new(Rules::official(4).unwrap());
        let short = Quixo::new(Rules::official(4).unwrap().with_line(3).unwrap());
        let mut saved = record(&["a4R"], None, Ending::Open);
        saved.game = "quixo4".into();
        saved.rules = Some("--line 3".into());
        assert!(saved.replay(&short).is_ok());
        assert_eq!(
            saved.replay(&official).unwrap_err().to_string(),
            "this is a game of quixo4 --line 3, not of quixo4"
        );
        let text = serde_json::to_string(&saved).unwrap();
        assert!(text.contains(r#""rules":"--line 3""#), "{text}");
        assert_eq!(GameRecord::read(&text).unwrap(), saved);
        // Files of before have no rules, and neither have games of the usual ones.
        saved.rules = None;
        let text = serde_json::to_string(&saved).unwrap();
        assert!(!text.contains("rules"), "{text}");
        assert!(GameRecord::read(&text).unwrap().replay(&official).is_ok());
        assert!(saved.replay(&short).is_err());
    }

    #[test]
    fn errors_repeat_no_long_text() {
        let game = Quixo::new(Rules::official(3).unwrap());
        let long = "x".repeat(10_000);
        let replay = |change: &dyn Fn(&mut GameRecord)| {
            let mut record = record(&["a3R"], None, Ending::Open);
            change(&mut record);
            record.replay(&game).unwrap_err().to_string()
        };
        let read = |text: &str| GameRecord::read(text).unwrap_err().to_string();
        for refusal in [
            replay(&|record| record.game = long.clone()),
            replay(&|record| record.rules = Some(long.clone())),
            replay(&|record| record.start = Some(long.clone())),
            replay(&|record| record.moves = vec![long.clone()]),
            read(&format!("{{\"{long}\":1}}")),
            read(&format!("{{\"game\":\"a\",\"ending\":\"{long}\"}}")),
            read(&long),
        ] {
            assert!(refusal.chars().count() < 300, "{refusal}");
        }
    }
}
