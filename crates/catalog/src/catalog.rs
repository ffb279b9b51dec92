//! The games by their names.

use std::path::PathBuf;
use std::sync::Arc;

use quixotic_agents::{AgentSpec, Programs, Weights};
use quixotic_game::quoted;
use quixotic_tablebase::store::{Bundle, Place};

use crate::{AnyGame, Error, GameId, games};

/// A kind of game: a name and what is behind it. One file makes one.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The name in commands and addresses: `quixo4`.
    pub name: &'static str,
    /// The name for people: `Quixo 4×4`.
    pub title: &'static str,
    /// The options that change its rules.
    pub options: &'static [RuleOption],
    /// Checks some values of the options and writes them in one way; `None` if they are
    /// the usual rules.
    pub rules: fn(&RuleValues) -> Result<Option<String>, Error>,
    /// Other rules under which [`Games`](crate::Games) have it too, as they are typed.
    pub served: &'static [&'static str],
    /// Opens the game under rules that were checked.
    pub open: Open,
}

/// Opens a game by its id, the values of its rule options, and what it is set up with.
pub type Open = fn(&GameId, &RuleValues, &Setup) -> Result<Arc<dyn AnyGame>, Error>;

/// An option that changes the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOption {
    /// The name, without the dashes.
    pub name: &'static str,
    /// What stands for its value.
    pub value: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
}

/// The values of some rule options, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleValues(Vec<(String, String)>);

impl RuleValues {
    /// The same with one more value.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> RuleValues {
        self.0.push((name.into(), value.into()));
        self
    }

    /// The value of an option.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(option, _)| option == name);
        found.map(|(_, value)| &**value)
    }

    /// The names that were given.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| &**name)
    }

    /// Reads `--line 3 --double-line mover`, as [`GameId::rules`] has it.
    pub fn read(text: &str) -> Result<RuleValues, Error> {
        let mut values = RuleValues::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let name = word.strip_prefix("--").filter(|name| !name.is_empty());
            let (Some(name), Some(value)) = (name, words.next()) else {
                return Err(Error::Bad(format!(
                    "bad rules `{}`: they are written like `--line 3`",
                    quoted(text)
                )));
            };
            if values.get(name).is_some() {
                return Err(Error::Bad(format!("`--{}` is given twice", quoted(name))));
            }
            values = values.with(name, value);
        }
        Ok(values)
    }
}

/// What a game is opened with.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Where its database is, if somebody asked for one.
    pub db: Option<Place>,
    /// The directory in which databases are looked for otherwise, each in one of its
    /// own.
    pub data: Option<PathBuf>,
    /// Weights for agents, instead of those in the program.
    pub weights: Option<Weights>,
    /// Whether the solution helps `perfect` alone, not the other agents.
    pub unaided: bool,
    /// Whether agents may be programs of any kind: only where whoever names an agent may start
    /// programs anyway.
    pub any_program: bool,
    /// Programs that are offered as agents of a game, to everybody.
    pub programs: Vec<(GameId, AgentSpec)>,
    /// Bytes of a database that are kept in memory at most; `None` for what is usual.
    pub cache: Option<u64>,
    /// Levels of Quixo under some rules, instead of those in the program.
    pub bundle: Option<Bundle>,
}

impl Setup {
    /// The programs that may be started as agents of a game.
    pub fn programs_of(&self, id: &GameId) -> Programs {
        let of_game = self.programs.iter().filter(|(game, _)| game == id);
        let of_game: Vec<_> = of_game.map(|(_, agent)| agent.clone()).collect();
        match (self.any_program, of_game.is_empty()) {
            (true, _) => Programs::Any,
            (false, true) => Programs::None,
            (false, false) => Programs::These(of_game),
        }
    }
}

/// The games there are.
#[derive(Clone, Debug)]
pub struct Catalog {
    kinds: Vec<Kind>,
}

impl Catalog {
    /// The games of quixotic.
    pub fn standard() -> Catalog {
        Catalog {
            kinds: games::KINDS.to_vec(),
        }
    }

    /// The same with one more game.
    #[must_use]
    pub fn with(mut self, kind: Kind) -> Catalog {
        self.kinds.push(kind);
        self
    }

    /// The kinds of games, in the order in which they are listed.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The kind of that name.
    pub fn kind(&self, name: &str) -> Result<&Kind, Error> {
        let found = self.kinds.iter().find(|kind| kind.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = self.kinds.iter().map(|kind| kind.name).collect();
            Error::Unknown(format!(
                "there is no game `{}`; there are {}",
                quoted(name),
                names.join(", ")
            ))
        })
    }

    /// The id of a game with these rule options.
    pub fn id(&self, name: &str, values: &RuleValues) -> Result<GameId, Error> {
        let kind = self.kind(name)?;
        let knows = |name: &str| kind.options.iter().any(|option| option.name == name);
        if let Some(odd) = values.names().find(|name| !knows(name)) {
            return Err(Error::Bad(format!(
                "{name} has no option `--{}`{}",
                quoted(odd),
                kind.has_options()
            )));
        }
        Ok(GameId::new(kind.name, (kind.rules)(values)?))
    }

    /// Reads an id: `quixo4`, `quixo5 --line 4`.
    pub fn read(&self, text: &str) -> Result<GameId, Error> {
        let text = text.trim();
        let (name, rules) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        self.id(name, &RuleValues::read(rules)?)
    }

    /// The id of a game and the rules that something was saved with.
    pub fn saved(&self, name: &str, rules: Option<&str>) -> Result<GameId, Error> {
        self.id(name, &RuleValues::read(rules.unwrap_or_default())?)
    }

    /// Opens a game.
    pub fn open(&self, id: &GameId, setup: &Setup) -> Result<Arc<dyn AnyGame>, Error> {
        let values = RuleValues::read(id.rules().unwrap_or_default())?;
        // An id that came through JSON was not checked yet.
        let id = self.id(id.game(), &values)?;
        (self.kind(id.game())?.open)(&id, &values, setup)
    }
}

impl Kind {
    /// ": it has --line and --double-line", or nothing.
    fn has_options(&self) -> String {
        let names: Vec<String> = self
            .options
            .iter()
            .map(|option| format!("--{}", option.name))
            .collect();
        match names.is_empty() {
            true => String::new(),
            false => format!("; it has {}", names.join(", ")),
        }
    }
}
