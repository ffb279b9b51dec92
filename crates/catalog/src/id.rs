//! Which game, and by which rules: what saved games, links and JSON carry, so that
//! rules cannot get lost on the way.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Catalog, Error};

/// A game by its name and the rules it is played by, as they are typed:
/// `quixo4`, `quixo5 --line 4`.
///
/// It is made by a [`Catalog`], which checks the rules and writes them in one way, so
/// two ids are equal exactly if their games are. One that was read from JSON is checked
/// when its game is opened.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameId {
    /// The name.
    #[cfg_attr(feature = "schema", schema(example = "quixo4"))]
    game: String,
    /// The options that depart from the usual rules, or `standard`.
    #[serde(default = "standard", with = "rules")]
    #[cfg_attr(feature = "schema", schema(value_type = String, example = "standard"))]
    rules: Option<String>,
}

/// What JSON calls the rules that a game usually has.
pub(crate) const STANDARD: &str = "standard";

fn standard() -> Option<String> {
    None
}

impl GameId {
    /// Only a [`Catalog`] knows whether there is such a game.
    pub(crate) fn new(game: &str, rules: Option<String>) -> GameId {
        GameId {
            game: game.into(),
            rules,
        }
    }

    /// The name: `quixo4`.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The options that depart from the usual rules: `--line 3`; `None` if there are
    /// none.
    pub fn rules(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    /// The name and the rules in one word, for a directory: `quixo4-line3-mover`.
    pub fn slug(&self) -> String {
        let rules = self.rules().unwrap_or_default();
        let mut slug = self.game.clone();
        for option in rules.split("--").filter(|option| !option.is_empty()) {
            let words: Vec<&str> = option.split_whitespace().collect();
            slug.push('-');
            slug.push_str(&match words[..] {
                // As the directories of version 0.1 are called.
                ["double-line", who] => who.into(),
                _ => words.concat().replace('/', "_"),
            });
        }
        slug
    }

    /// The command line of a subcommand about this game: `quixotic solve quixo4 --line 3`.
    pub fn command(&self, subcommand: &str) -> String {
        format!("quixotic {subcommand} {self}")
    }

    /// The same with the directory of its database, if there is one to name.
    pub fn command_at(&self, subcommand: &str, db: Option<&Path>) -> String {
        let command = self.command(subcommand);
        let Some(db) = db else { return command };
        let db = db.display().to_string();
        let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@%".contains(c);
        match db.chars().all(is_plain) {
            true => format!("{command} --db {db}"),
            false => format!("{command} --db '{}'", db.replace('\'', r"'\''")),
        }
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game)?;
        match &self.rules {
            None => Ok(()),
            Some(rules) => write!(f, " {rules}"),
        }
    }
}

impl FromStr for GameId {
    type Err = Error;

    /// Reads a game of the standard catalog.
    fn from_str(text: &str) -> Result<GameId, Error> {
        Catalog::standard().read(text)
    }
}

/// Rules are a text in JSON, also where they are the usual ones.
mod rules {
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::ref_option, reason = "serde calls it so")]
    pub(super) fn serialize<S: Serializer>(
        rules: &Option<String>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(rules.as_deref().unwrap_or(super::STANDARD))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<String>, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok((text != super::STANDARD).then_some(text))
    }
}
