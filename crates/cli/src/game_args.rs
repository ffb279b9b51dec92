//! Which game a command is about, by which rules, and where its database is.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use quixotic_agents::{AgentSpec, Weights};
use quixotic_catalog::{AnyGame, Catalog, GameId, RuleValues, Setup, Source, quixo_rules};
use quixotic_game::Budget;
use quixotic_remote::{is_address, place};
use quixotic_tablebase::store::Place;

use crate::env::Env;
use crate::files;
use crate::rule_args::RuleArgs;
use crate::shard::Input;

/// Weights of a larger network than any game here has.
const WEIGHTS: u64 = 64 << 20;

/// The game alone.
#[derive(Debug, clap::Args)]
pub(crate) struct GameName {
    #[arg(value_name = "GAME", help = names())]
    game: String,
}

/// The game, its rules, and where its database is.
#[derive(Debug, clap::Args)]
pub struct GameArgs {
    #[arg(value_name = "GAME", help = names())]
    game: String,

    #[command(flatten)]
    place: PlaceArgs,
}

/// The rules of a game, and where its database is.
#[derive(Debug, clap::Args)]
pub(crate) struct PlaceArgs {
    #[command(flatten)]
    rules: RuleArgs,

    /// Directory of the database, or its address, like s3://bucket/quixo5 or
    /// https://example.org/quixo5 [default: the one in the program, else the game's own directory in the
    /// user's data directory, where `solve` makes it]
    #[arg(
        long,
        value_name = "PLACE",
        env = "QUIXOTIC_DB",
        hide_env_values = true
    )]
    db: Option<PathBuf>,
}

/// The directory that `--db` names, for commands that write or read whole databases. The
/// address is not printed: it may have a password in it.
pub fn directory(db: &Path) -> Result<PathBuf> {
    ensure!(
        !is_address(db),
        "this command needs a directory, and --db is an address; probe, line, stats, play, arena, ladder, serve and verify --audit read databases at addresses"
    );
    Ok(db.to_owned())
}

/// What agents get.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AgentSetup<'a> {
    /// Weights instead of those in the program.
    pub(crate) weights: Option<&'a Path>,
    /// Whether the solution helps `perfect` alone.
    pub(crate) unaided: bool,
    /// Whether agents may be programs of any kind.
    pub(crate) any_program: bool,
    /// The programs that may be started, if not any.
    pub(crate) programs: &'a [AgentSpec],
}

impl<'a> AgentSetup<'a> {
    /// These weights, if any, the solution, and whatever programs are named: whoever types a
    /// command could start them anyway.
    pub(crate) fn of(weights: Option<&'a PathBuf>) -> AgentSetup<'a> {
        AgentSetup {
            weights: weights.map(PathBuf::as_path),
            unaided: false,
            any_program: true,
            programs: &[],
        }
    }

    /// The hash of the weights, which differs for shards with other weights.
    pub(crate) fn weights_hash(&self, env: &Env<'_>) -> Result<Option<Input>> {
        let hash = |path: &Path| -> Result<_> {
            let bytes = files::read(path, "file of weights", WEIGHTS, env.stop)?;
            Ok(("weights", blake3::hash(&bytes).to_hex().to_string()))
        };
        self.weights.map(hash).transpose()
    }
}

/// `The game: quixo3, quixo4, …`.
pub(crate) fn names() -> String {
    let catalog = Catalog::standard();
    let names: Vec<&str> = catalog.kinds().iter().map(|kind| kind.name).collect();
    format!("The game: {}", names.join(", "))
}

/// A game by its kind, for commands that are not the same for all games.
#[derive(Clone, Copy, Debug)]
pub enum Family {
    /// Quixo on some board.
    Quixo(quixotic_quixo::Rules),
    /// Numerical Tic-Tac-Toe on some board.
    Numerical(quixotic_numerical::Rules),
    /// Ultimate Tic-Tac-Toe.
    Ultimate,
    /// A game that only the catalog knows.
    Other,
}

impl Family {
    /// The family of a game.
    pub fn of(id: &GameId) -> Result<Family> {
        let size = |name: &str| id.game().strip_prefix(name)?.parse::<u8>().ok();
        let values = RuleValues::read(id.rules().unwrap_or_default())?;
        let value = |name| values.get(name);
        Ok(if size("quixo").is_some() {
            Family::Quixo(quixo_rules(id)?)
        } else if let Some(size) = size("numerical") {
            let [split, hands, target] = ["split", "hands", "target"].map(value);
            let rules = quixotic_numerical::Rules::from_options(size, split, hands, target)?;
            Family::Numerical(rules)
        } else if id.game() == "ultimate" {
            Family::Ultimate
        } else {
            Family::Other
        })
    }
}

/// The error of a command that is for other games.
pub(crate) fn not_for(id: &GameId, games: &str) -> Error {
    anyhow!("this command is for {games}, not for {}", id.game())
}

impl GameName {
    /// The game under its standard rules.
    pub(crate) fn id(&self, env: &Env<'_>) -> Result<GameId> {
        Ok(env.catalog.id(&self.game, &RuleValues::default())?)
    }
}

impl GameArgs {
    /// The game and its rules.
    pub fn id(&self, env: &Env<'_>) -> Result<GameId> {
        self.place.id(env, &self.game)
    }

    /// The directory of the database that the game is given, if it is given one.
    pub fn directory(&self, env: &Env<'_>, id: &GameId) -> Result<Option<PathBuf>> {
        env.db_for(id, self.place.db.as_deref())
            .map(directory)
            .transpose()
    }

    /// The same for commands that read databases at addresses, too.
    pub(crate) fn place(&self, env: &Env<'_>, id: &GameId) -> Result<Option<Place>> {
        let db = env.db_for(id, self.place.db.as_deref());
        Ok(db.map(place).transpose()?)
    }

    /// Opens the game, with what there is of its solution.
    pub(crate) fn open(&self, env: &Env<'_>) -> Result<Arc<dyn AnyGame>> {
        self.place.open(env, &self.game, &AgentSetup::default())
    }

    /// The same for agents, who can do without a solution unless one was asked for;
    /// set up for its agents.
    pub(crate) fn open_for_agents(
        &self,
        env: &Env<'_>,
        agents: &AgentSetup<'_>,
    ) -> Result<Arc<dyn AnyGame>> {
        let game = self.place.open(env, &self.game, agents)?;
        if env.db_for(game.id(), self.place.db.as_ref()).is_some() {
            game.require_solution()?;
        }
        Ok(game)
    }
}

impl GameArgs {
    /// The same with a database from another place.
    pub(crate) fn open_with_database(
        &self,
        env: &Env<'_>,
        db: &Path,
        agents: &AgentSetup<'_>,
    ) -> Result<Arc<dyn AnyGame>> {
        let id = self.id(env)?;
        let game = open(env, &id, Some(db), agents)?;
        game.require_solution()?;
        Ok(game)
    }
}

impl PlaceArgs {
    fn id(&self, env: &Env<'_>, game: &str) -> Result<GameId> {
        Ok(env.catalog.id(game, &self.rules.values)?)
    }

    /// Opens a game.
    pub(crate) fn open(
        &self,
        env: &Env<'_>,
        game: &str,
        agents: &AgentSetup<'_>,
    ) -> Result<Arc<dyn AnyGame>> {
        let id = self.id(env, game)?;
        let db = env.db_for(&id, self.db.as_deref());
        open(env, &id, db, agents)
    }
}

/// Opens a game with a database, if it is given one.
fn open(
    env: &Env<'_>,
    id: &GameId,
    db: Option<&Path>,
    agents: &AgentSetup<'_>,
) -> Result<Arc<dyn AnyGame>> {
    let programs = agents.programs.iter();
    let setup = Setup {
        db: db.map(place).transpose()?,
        data: env.data(),
        weights: agents
            .weights
            .map(|path| read_weights(env, path, id.game()))
            .transpose()?,
        unaided: agents.unaided,
        any_program: agents.any_program,
        programs: programs.map(|agent| (id.clone(), agent.clone())).collect(),
        ..Setup::default()
    };
    let game = env.catalog.open(id, &setup)?;
    if db.is_some() && game.info().solution.source == Source::Search {
        bail!("{id} has no database: leave out --db");
    }
    Ok(game)
}

/// Reads weights for a game; those of another would be ignored.
fn read_weights(env: &Env<'_>, path: &Path, game: &str) -> Result<Weights> {
    let bytes = files::read(path, "file of weights", WEIGHTS, env.stop)?;
    let weights = Weights::read(&bytes).with_context(|| path.display().to_string())?;
    let of = format!("quixo{}", weights.size());
    ensure!(
        of == game,
        "{}: these weights are of {of}, not of {game}",
        path.display()
    );
    Ok(weights)
}

/// A position that is asked about.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionArgs {
    /// The position in the game's notation, with or without quotes: `X3/2O1/4/3X O`,
    /// `2,.,./.,5,./.,.,.`; `start` is the start of the game [default: start]
    #[arg(value_name = "POSITION")]
    words: Vec<String>,

    /// Moves to make from the position first: a1T,b4R
    #[arg(long, value_name = "MOVES", value_delimiter = ',')]
    moves: Vec<String>,

    /// Time for the answer, like 500ms or 10s, where it is searched for [default: as long as it takes]
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,

    /// Positions to look at, where the answer is searched for
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
}

impl PositionArgs {
    /// The position after the moves, as the game writes it.
    pub(crate) fn position(&self, game: &dyn AnyGame) -> Result<String> {
        let text = match &self.words[..] {
            [] => "start".into(),
            words => words.join(" "),
        };
        let mut position = game.status(&text)?.position;
        for mv in &self.moves {
            position = game.play(&position, mv)?;
        }
        Ok(position)
    }

    /// What the answer may take.
    pub(crate) fn budget(&self, env: &Env<'_>) -> Budget {
        let mut budget = env.budget();
        if let Some(time) = self.time {
            budget = budget.with_time(time);
        }
        if let Some(positions) = self.positions {
            budget = budget.with_positions(positions);
        }
        budget
    }
}

/// Reads `500ms` or `10s`.
fn time(text: &str) -> Result<Duration, String> {
    let read = |number: &str, unit: f64| {
        let seconds = number.parse::<f64>().ok()? * unit;
        let time = Duration::try_from_secs_f64(seconds).ok()?;
        (!time.is_zero()).then_some(time)
    };
    let time = match text.strip_suffix("ms") {
        Some(number) => read(number, 1e-3),
        None => text.strip_suffix('s').and_then(|number| read(number, 1.0)),
    };
    time.ok_or_else(|| "a time is a number and a unit, ms or s: 500ms, 10s".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit() {
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5s"), Ok(Duration::from_millis(1500)));
        for bad in ["", "5", "0s", "-1s", "NaNs", "1e30s", "s", "1m"] {
            assert!(time(bad).is_err(), "{bad}");
        }
    }
}
