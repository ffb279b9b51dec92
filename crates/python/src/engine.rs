//! A game of the catalog.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quixotic_agents::json::ladder_json;
use quixotic_agents::{AgentSpec, Opponent};
use quixotic_catalog::{
    Answer, AnyGame, Catalog, Error, Pace, QueryKind, RandomPlay, Setup, TextAgent, Wanted,
    data_directory,
};
use quixotic_game::{Budget, Player};
use quixotic_tablebase::store::Place;

use crate::agent::Agent;
use crate::arrays::{Games, bytes, games, moves, numbers, shares, values};
use crate::contests::{game_json, plan, record_json, too_many};
use crate::error::{caught, exception, finish, json};
use crate::guest::Function;
use crate::long::{long, within};
use crate::score::{Score, exam};

/// A game with its rules, its solution as far as it is here, and its agents.
#[pyclass(module = "quixotic._native", frozen)]
pub(crate) struct Engine {
    game: Arc<dyn AnyGame>,
}

/// The names and titles of all games.
#[pyfunction]
pub(crate) fn kinds() -> Vec<(&'static str, &'static str)> {
    let catalog = Catalog::standard();
    let kinds = catalog.kinds().iter();
    kinds.map(|kind| (kind.name, kind.title)).collect()
}

/// The place of a database that was asked for: a directory or an address.
pub(crate) fn place_of(db: Option<&Path>) -> Result<Option<Place>, Error> {
    let place = db.map(quixotic_remote::place).transpose();
    place.map_err(|error| Error::Bad(error.to_string()))
}

type Status = (
    String,
    &'static str,
    bool,
    Option<&'static str>,
    Vec<String>,
);

impl Engine {
    /// Asks something quick, without the interpreter's lock.
    fn quick<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&dyn AnyGame) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        finish(py, py.detach(|| caught(|| ask(&*self.game))))
    }

    /// Asks about a position; what is searched for may take long.
    fn answer(
        &self,
        py: Python<'_>,
        question: QueryKind,
        seconds: Option<f64>,
        ask: impl Fn(&dyn AnyGame, &Budget) -> Result<Answer, Error> + Sync,
    ) -> PyResult<String> {
        let answer = match self.game.pace(question) {
            Pace::Search => long(py, None, |budget, _| {
                ask(&*self.game, &within(budget, seconds)?)
            }),
            Pace::Memory | Pace::Disk => self.quick(py, |game| ask(game, &Budget::UNLIMITED)),
        };
        json(&answer?)
    }

    /// How many positions arrays are.
    fn positions(&self, boards: &[i8]) -> u64 {
        let width: usize = self.game.shape().iter().product();
        (boards.len() / width) as u64
    }

    /// The player of that name.
    fn player(&self, py: Python<'_>, name: Option<&str>) -> PyResult<Option<Player>> {
        let Some(name) = name else { return Ok(None) };
        let players = [Player::X, Player::O];
        let found = players
            .into_iter()
            .find(|&player| self.game.player(player) == name);
        found.map(Some).ok_or_else(|| {
            let [first, second] = players.map(|player| self.game.player(player));
            let text = format!("there is no player {name:?}; there are {first:?} and {second:?}");
            exception(py, &Error::Bad(text))
        })
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (game, db=None, cache=None))]
    fn new(py: Python<'_>, game: &str, db: Option<PathBuf>, cache: Option<u64>) -> PyResult<Self> {
        let open = move || {
            let catalog = Catalog::standard();
            let setup = Setup {
                db: place_of(db.as_deref())?,
                data: data_directory(),
                cache,
                // Whoever runs Python code can start programs anyway.
                any_program: true,
                ..Setup::default()
            };
            catalog.open(&catalog.read(game)?, &setup)
        };
        let game = finish(py, py.detach(|| caught(open)))?;
        Ok(Engine { game })
    }

    fn id(&self) -> String {
        self.game.id().to_string()
    }

    fn players(&self) -> [&'static str; 2] {
        [Player::X, Player::O].map(|player| self.game.player(player))
    }

    fn info(&self, py: Python<'_>) -> PyResult<String> {
        json(&self.quick(py, |game| Ok(game.info()))?)
    }

    fn require_solution(&self, py: Python<'_>) -> PyResult<()> {
        self.quick(py, |game| game.require_solution())
    }

    fn start(&self) -> String {
        self.game.start()
    }

    /// The position as the game writes it, who is to move, whether the game is over, who has
    /// won, and the legal moves.
    fn status(&self, py: Python<'_>, position: &str) -> PyResult<Status> {
        let status = finish(py, caught(|| self.game.status(position)))?;
        let name = |player| self.game.player(player);
        Ok((
            status.position,
            name(status.to_move),
            status.is_over,
            status.winner.map(name),
            status.moves,
        ))
    }

    fn play(&self, py: Python<'_>, position: &str, mv: &str) -> PyResult<String> {
        finish(py, caught(|| self.game.play(position, mv)))
    }

    #[pyo3(signature = (position, last=None))]
    fn draw(&self, py: Python<'_>, position: &str, last: Option<&str>) -> PyResult<Vec<String>> {
        finish(py, caught(|| self.game.draw(position, last)))
    }

    #[pyo3(signature = (position, seconds=None, traps=None))]
    fn probe(
        &self,
        py: Python<'_>,
        position: &str,
        seconds: Option<f64>,
        traps: Option<&str>,
    ) -> PyResult<String> {
        let opponent = traps.map(str::parse::<Opponent>).transpose();
        let opponent = opponent.map_err(|error| exception(py, &Error::Bad(error.to_string())))?;
        self.answer(
            py,
            QueryKind::Probe,
            seconds,
            |game, budget| match opponent {
                Some(opponent) => game.probe_traps(position, opponent, budget),
                None => game.probe(position, budget),
            },
        )
    }

    #[pyo3(signature = (position, seconds=None))]
    fn line(&self, py: Python<'_>, position: &str, seconds: Option<f64>) -> PyResult<String> {
        self.answer(py, QueryKind::Line, seconds, |game, budget| {
            game.line(position, budget)
        })
    }

    fn stats(&self, py: Python<'_>) -> PyResult<String> {
        json(&self.quick(py, |game| game.stats())?)
    }

    fn explain(&self, py: Python<'_>, position: &str) -> PyResult<String> {
        json(&self.quick(py, |game| game.explain(position))?)
    }

    #[pyo3(signature = (agent, seed=0))]
    fn agent(&self, py: Python<'_>, agent: &str, seed: u64) -> PyResult<Agent> {
        self.quick(py, |game| Agent::new(game, &AgentSpec::parse(agent)?, seed))
    }

    fn shape(&self) -> Vec<usize> {
        self.game.shape()
    }

    fn actions(&self) -> Vec<String> {
        self.game.actions()
    }

    fn encode<'py>(&self, py: Python<'py>, position: &str) -> PyResult<Bound<'py, PyBytes>> {
        let encoded = finish(py, caught(|| self.game.encode(position)))?;
        Ok(bytes(py, &encoded))
    }

    #[pyo3(signature = (board, to_move=None))]
    fn decode(&self, py: Python<'_>, board: &[u8], to_move: Option<&str>) -> PyResult<String> {
        let to_move = self.player(py, to_move)?;
        finish(py, caught(|| self.game.decode(&numbers(board), to_move)))
    }

    /// Outcomes as int8 and plies as int16.
    #[pyo3(signature = (boards, distances, progress=None))]
    fn probe_many<'py>(
        &self,
        py: Python<'py>,
        boards: &[u8],
        distances: bool,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let wanted = match distances {
            true => Wanted::Values,
            false => Wanted::Outcomes,
        };
        let boards = numbers(boards);
        let known = long(py, progress, |budget, meter| {
            meter.expect(self.positions(&boards));
            let done = |count| meter.add(count);
            self.game.probe_many(&boards, wanted, budget, &done)
        })?;
        Ok(values(py, known.iter().copied()))
    }

    /// Outcomes as int8, plies as int16, and the outcomes of the moves as int8, by their numbers.
    #[pyo3(signature = (boards, progress=None))]
    fn probe_many_with_moves<'py>(
        &self,
        py: Python<'py>,
        boards: &[u8],
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<[Bound<'py, PyBytes>; 3]> {
        let boards = numbers(boards);
        let known = long(py, progress, |budget, meter| {
            meter.expect(self.positions(&boards));
            let done = |count| meter.add(count);
            self.game.probe_many_with_moves(&boards, budget, &done)
        })?;
        let (outcomes, plies) = values(py, known.iter().map(|found| found.known));
        let moves = moves(py, &known, self.game.actions().len())?;
        Ok([outcomes, plies, moves])
    }

    /// Shares of win, draw and loss as float32, three for a position.
    #[pyo3(signature = (boards, progress=None))]
    fn estimate_many<'py>(
        &self,
        py: Python<'py>,
        boards: &[u8],
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let boards = numbers(boards);
        let judged = long(py, progress, |budget, meter| {
            meter.expect(self.positions(&boards));
            let done = |count| meter.add(count);
            self.game.estimate_many(&boards, budget, &done)
        })?;
        Ok(shares(py, &judged))
    }

    /// Arrays of random games, see `arrays::Games`.
    #[pyo3(signature = (games, longest, seed, progress=None))]
    fn play_many<'py>(
        &self,
        py: Python<'py>,
        games: u32,
        longest: u32,
        seed: u64,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Games<'py>> {
        let planned = RandomPlay {
            games,
            longest,
            seed,
        };
        let played = long(py, progress, |budget, meter| {
            meter.expect(games.into());
            self.game.play_many(&planned, budget, &|| meter.add(1))
        })?;
        self::games(py, &played)
    }

    /// Games of a match of two agents of the catalog, as JSON: so many from the first on, which is
    /// counted from 0.
    #[pyo3(signature = (a, b, first, games, seed, starts, longest, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn play_match(
        &self,
        py: Python<'_>,
        a: &str,
        b: &str,
        first: u32,
        games: u32,
        seed: u64,
        starts: Option<&str>,
        longest: u32,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let played = long(py, progress, |budget, meter| {
            let end = first.checked_add(games).ok_or_else(too_many)?;
            let planned = plan([a, b], end, seed, starts, longest)?;
            meter.expect(games.into());
            let done = || meter.add(1);
            self.game.play_part(&planned, first..end, budget, &done)
        })?;
        let games = played.games.iter();
        json(
            &games
                .map(|played| game_json(&*self.game, played))
                .collect::<Vec<_>>(),
        )
    }

    /// A game between two functions from position to move, as JSON.
    fn play_functions(
        &self,
        py: Python<'_>,
        x: Py<PyAny>,
        o: Py<PyAny>,
        longest: u32,
    ) -> PyResult<String> {
        let mut players = [Function::new(x), Function::new(o)];
        let [x, o] = &mut players;
        let mut x = |position: &str, _: &Budget| x.choose(position);
        let mut o = |position: &str, _: &Budget| o.choose(position);
        let play = || {
            let players: [&mut TextAgent<'_>; 2] = [&mut x, &mut o];
            self.game.play_guests(players, longest, &Budget::UNLIMITED)
        };
        let played = finish(py, caught(play));
        let raised = players.into_iter().find_map(|player| player.raised);
        let record = played.map_err(|error| raised.unwrap_or(error))?;
        json(&record_json(&*self.game, &record))
    }

    /// How often agents of the catalog keep the value of a position, as JSON.
    #[pyo3(signature = (agents, positions, seed, progress=None))]
    #[expect(
        clippy::needless_pass_by_value,
        reason = "that is how Python's lists come"
    )]
    fn ladder(
        &self,
        py: Python<'_>,
        agents: Vec<String>,
        positions: u32,
        seed: u64,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let rungs = long(py, progress, |budget, meter| {
            let agents = agents.iter().map(|agent| AgentSpec::parse(agent));
            let agents: Vec<AgentSpec> = agents.collect::<Result<_, _>>()?;
            let done = |total| {
                meter.expect(total);
                meter.add(1);
            };
            self.game.ladder(&agents, 0..positions, seed, budget, &done)
        })?;
        json(&ladder_json(self.game.id(), seed, &rungs))
    }

    /// The same for a function from position to move.
    fn ladder_of_function(
        &self,
        py: Python<'_>,
        name: &str,
        function: Py<PyAny>,
        positions: u32,
        seed: u64,
    ) -> PyResult<String> {
        let mut function = Function::new(function);
        let ladder = long(py, None, |budget, _| {
            self.game.draw_ladder(positions, seed, budget)
        })?;
        let mut agent = |position: &str, _: &Budget| function.choose(position);
        let tried = caught(|| ladder(name, &mut agent, &Budget::UNLIMITED));
        let tried = finish(py, tried);
        let rung = tried.map_err(|error| function.raised.unwrap_or(error))?;
        json(&ladder_json(self.game.id(), seed, &[rung]))
    }

    /// The score of an agent of the catalog.
    #[pyo3(signature = (agent, positions=None, seed=None, games=None, page=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn score(
        &self,
        py: Python<'_>,
        agent: &str,
        positions: Option<u32>,
        seed: Option<u64>,
        games: Option<u32>,
        page: Option<String>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Score> {
        let exam = exam(positions, seed, games, page);
        Score::of_agent(py, &self.game, agent, &exam, progress)
    }

    /// The same for a function from position to move.
    #[pyo3(signature = (name, function, positions=None, seed=None, games=None, page=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn score_of_function(
        &self,
        py: Python<'_>,
        name: &str,
        function: Py<PyAny>,
        positions: Option<u32>,
        seed: Option<u64>,
        games: Option<u32>,
        page: Option<String>,
    ) -> PyResult<Score> {
        let exam = exam(positions, seed, games, page);
        Score::of_function(py, &self.game, name, function, &exam)
    }
}
