//! `puzzles`: positions of play with one right answer, by theme and grade.
//!
//! Games are played by an agent with random moves in between, without a look at the solution. Then the
//! database says what all moves of all their positions come to, and those with one right answer are kept,
//! up to symmetry. A [`Theme`] is a statement about the values of *all* moves, so whoever solves a puzzle
//! is never wrong by mistake. Its grade is the weakest agent that finds the answer.

mod puzzle;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use quixotic_cli::meter::Meter;
use quixotic_cli::units::count;
use quixotic_cli::{Env, GameArgs, RunArgs, Target, files};

use quixotic_agents::{Agent, AgentError, AgentSpec, Players};
use quixotic_game::{Budget, Game as _, Outcome, Rng, Value};
use quixotic_quixo::{Board, Move, Position, Quixo};
use quixotic_tablebase::{Database, MoveValue, ProbeError};
use rayon::prelude::*;

pub use puzzle::{Puzzle, PuzzleError, Theme};

/// Who plays the games that positions are taken from, and the share of random moves.
const PLAYER: AgentSpec = AgentSpec::Minimax { depth: 2 };
const RANDOM: f64 = 0.4;
/// Plies of a game that are looked at.
const PLIES: usize = 40;
/// Plies that are played before the first puzzle.
const OPENING: usize = 4;
/// Games that are looked at together.
const GAMES: u64 = 128;
/// Games for each puzzle that is wanted, at most.
const GAMES_PER_PUZZLE: u64 = 8;
/// Plies of the solution that are kept: of a win in at most [`WHOLE`] all, else the first few.
const WHOLE: u16 = 9;
const FIRST_OF_A_WIN: usize = 5;
const FIRST_OF_A_DRAW: usize = 3;

/// Grades, and agents that find the answer: the first that does so with each of some seeds.
const GRADES: [(u8, AgentSpec); 4] = [
    (1, AgentSpec::Minimax { depth: 1 }),
    (2, AgentSpec::Minimax { depth: 2 }),
    (3, AgentSpec::Minimax { depth: 3 }),
    (4, AgentSpec::Minimax { depth: 4 }),
];
const HARDEST: u8 = 5;
const SEEDS: [u64; 3] = [1, 2, 3];

/// Which puzzles to make, and where they go.
#[derive(Debug, clap::Args)]
pub(crate) struct PuzzlesArgs {
    #[command(flatten)]
    game: GameArgs,

    /// How many; fewer where the games have not enough of a theme
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,

    /// Another seed makes other puzzles
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Where the puzzles go [default: puzzles-GAME.txt]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &PuzzlesArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let target = Target::official(env, &args.game)?;
    let name = target.id.game();
    let database = target.open()?;
    if !database.is_complete() {
        bail!(
            "puzzles take the values of all moves, and the database of {name} is not complete: go on with `{}`",
            target.id.command_at("solve", target.db.as_deref())
        );
    }
    let wanted = Wanted {
        count: args.count as usize,
        seed: args.seed,
    };
    let mut meter = Meter::new(env);
    let mut report = |found: usize| {
        let doing = format_args!("puzzles of {name}");
        meter.show_steps(found as u64, args.count.into(), &doing);
    };
    let found = args
        .run
        .pool()?
        .install(|| find(&database, wanted, &env.budget(), &mut report));
    let found = found.map_err(|error| target.advise(error))?;
    drop(meter);
    let default = format!("puzzles-{name}.txt");
    let path = args.out.clone().unwrap_or_else(|| default.into());
    let text = write(database.quixo(), args.seed, &found);
    files::write(&path, text.as_bytes(), env.stop)?;
    writeln!(
        out,
        "{} puzzles of {name} (seed {}) are in {}.",
        count(found.len() as u64),
        args.seed,
        path.display()
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Which puzzles to make.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// How many.
    pub count: usize,
    /// The seed of all that is random.
    pub seed: u64,
}

/// Finds puzzles, on the threads of the current rayon pool: of each theme as many, and within a theme
/// as many of each grade, as far as there are enough. The same seed finds the same puzzles, however many
/// threads there are. `report` is called with how many there are.
pub fn find(
    database: &Database,
    wanted: Wanted,
    budget: &Budget,
    report: &mut dyn FnMut(usize),
) -> Result<Vec<Puzzle>, ProbeError> {
    let players = Players::new(database.quixo().clone());
    let mut found = Found::new(wanted.count);
    let mut seen = BTreeSet::new();
    let most = (wanted.count as u64 * GAMES_PER_PUZZLE).max(GAMES);
    for first in (0..most).step_by(GAMES as usize) {
        let games = (first..first + GAMES).into_par_iter().map(|number| {
            budget.check(0)?;
            let mut rng = Rng::part(wanted.seed, number);
            played(&players, &mut rng, budget)
        });
        let games: Vec<Vec<Moment>> = games.collect::<Result<_, ProbeError>>()?;
        let mut new: Vec<Moment> = games.into_iter().flatten().collect();
        new.retain(|moment| {
            seen.insert(moment.position.board.least_image(database.rules().size()))
        });
        let puzzles = new.par_iter().map(|moment| {
            budget.check(0)?;
            let themes = themes_of(database, moment)?;
            match themes.into_iter().find(|&theme| found.wants(theme)) {
                Some(theme) => Ok(Some(puzzle_of(&players, database, moment, theme, budget)?)),
                None => Ok(None),
            }
        });
        let puzzles: Vec<Option<Puzzle>> = puzzles.collect::<Result<_, ProbeError>>()?;
        for puzzle in puzzles.into_iter().flatten() {
            found.add(puzzle);
        }
        report(found.count());
        if found.is_complete() {
            break;
        }
    }
    Ok(found.chosen())
}

/// What is wrong with a puzzle by the values in a database; `None` if nothing is.
pub fn fault(
    database: &Database,
    puzzle: &Puzzle,
    budget: &Budget,
) -> Result<Option<&'static str>, ProbeError> {
    let players = Players::new(database.quixo().clone());
    let before = puzzle.blunder.and_then(|blunder| {
        let before = database.quixo().predecessors(puzzle.position.board);
        let mut before = before.filter(|&(mv, _)| mv == blunder);
        // Which tile was taken is not kept, and either will do.
        before.find_map(|(mv, board)| match database.outcome(board) {
            Ok(Outcome::Loss) => None,
            found => Some(found.map(|_| (board, mv))),
        })
    });
    let moment = Moment {
        position: puzzle.position,
        before: before.transpose()?,
    };
    if !themes_of(database, &moment)?.contains(&puzzle.theme) {
        return Ok(Some("it is no puzzle of its theme"));
    }
    let right = puzzle_of(&players, database, &moment, puzzle.theme, budget)?;
    Ok(match puzzle {
        _ if right.line != puzzle.line => Some("the solution is another one"),
        _ if right.plies != puzzle.plies => Some("the plies are wrong"),
        _ if right.grade != puzzle.grade => Some("the grade is wrong"),
        _ => None,
    })
}

/// A position of a game that may be a puzzle.
pub(crate) struct Moment {
    pub(crate) position: Position,
    /// The board before it and the move that led to it.
    before: Option<(Board, Move)>,
}

/// The positions of a game after its opening.
pub(crate) fn played(
    players: &Players<Quixo>,
    rng: &mut Rng,
    budget: &Budget,
) -> Result<Vec<Moment>, ProbeError> {
    let quixo = &**players.game();
    let mut agent = build(players, &PLAYER, rng.word());
    let mut moments = Vec::new();
    let mut position = Position::START;
    let mut before = None;
    for ply in 0..PLIES {
        if ply >= OPENING {
            moments.push(Moment { position, before });
        }
        let mv = match rng.unit() < RANDOM {
            true => rng.pick(&quixo.moves(&position)).expect("it goes on"),
            false => choose(&mut *agent, &position, budget)?,
        };
        before = Some((position.board, mv));
        position = quixo.play(&position, mv);
        if quixo.ended(&position).is_some() {
            break;
        }
    }
    Ok(moments)
}

/// An agent that needs nothing but the game.
fn build(players: &Players<Quixo>, spec: &AgentSpec, seed: u64) -> Box<dyn Agent<Quixo>> {
    let agent = players.build(spec, seed);
    agent.expect("these agents need nothing but the game")
}

fn choose(
    agent: &mut dyn Agent<Quixo>,
    position: &Position,
    budget: &Budget,
) -> Result<Move, ProbeError> {
    match agent.choose(position, budget) {
        Ok(mv) => Ok(mv),
        Err(AgentError::Stopped(why)) => Err(why.into()),
        Err(error) => unreachable!("the game goes on, and no solution is asked: {error}"),
    }
}

/// What a position is a puzzle of, the rarest first.
fn themes_of(database: &Database, moment: &Moment) -> Result<Vec<Theme>, ProbeError> {
    let quixo = database.quixo();
    let board = moment.position.board;
    if quixo.wins_at_once(board) || quixo.ended_on(board).is_some() {
        return Ok(Vec::new());
    }
    let children: Vec<Board> = quixo.children(board).map(|(_, child)| child).collect();
    let outcomes = database.outcomes_many(&children)?;
    let rules = database.rules();
    // The orbits of the boards after moves with an outcome for the player who makes them.
    let kinds = |wanted: Outcome| {
        let all = children.iter().zip(&outcomes);
        let with = all.filter(|&(_, outcome)| outcome.flip() == wanted);
        with.map(|(&child, _)| child.least_image(rules.size()))
            .collect::<BTreeSet<Board>>()
    };
    let (wins, draws, losses) = (
        kinds(Outcome::Win),
        kinds(Outcome::Draw),
        kinds(Outcome::Loss),
    );
    let is_trap = !losses.is_empty() || !draws.is_empty();
    let mut themes = Vec::new();
    if wins.len() + draws.len() == 1 && !losses.is_empty() && quixo.wins_at_once(board.swapped()) {
        themes.push(Theme::Escape);
    } else if wins.is_empty() && draws.len() == 1 && !losses.is_empty() {
        themes.push(Theme::Draw);
    }
    if wins.len() == 1 && is_trap {
        if let Some((before, _)) = moment.before
            && database.outcome(before)? != Outcome::Loss
        {
            themes.push(Theme::Refute);
        }
        themes.push(Theme::Win);
    }
    if wins.len() > 1 {
        let moves = database.moves(board)?;
        let plies = moves[0].value.distance().unwrap_or(u16::MAX);
        let fastest = best(&moves).map(|found| found.board.least_image(rules.size()));
        if plies <= WHOLE && fastest.collect::<BTreeSet<Board>>().len() == 1 {
            themes.push(Theme::Fast);
        }
    }
    Ok(themes)
}

/// The moves with the best value.
fn best(moves: &[MoveValue]) -> impl Iterator<Item = &MoveValue> {
    let value = moves.first().map(|best| best.value);
    moves
        .iter()
        .take_while(move |found| Some(found.value) == value)
}

/// The puzzle of a position for a theme that it has.
fn puzzle_of(
    players: &Players<Quixo>,
    database: &Database,
    moment: &Moment,
    theme: Theme,
    budget: &Budget,
) -> Result<Puzzle, ProbeError> {
    let position = moment.position;
    let moves = database.moves(position.board)?;
    let value = moves[0].value;
    let right: Vec<Move> = match theme {
        Theme::Fast => best(&moves).map(|found| found.mv).collect(),
        _ => moves
            .iter()
            .filter(|found| found.value.outcome() == value.outcome())
            .map(|found| found.mv)
            .collect(),
    };
    Ok(Puzzle {
        theme,
        grade: grade(players, &position, &right, budget)?,
        plies: value.distance(),
        blunder: moment
            .before
            .filter(|_| theme == Theme::Refute)
            .map(|(_, blunder)| blunder),
        position,
        line: line(database, position.board, right, value, theme)?,
    })
}

/// Best play after the right moves.
fn line(
    database: &Database,
    mut board: Board,
    right: Vec<Move>,
    value: Value,
    theme: Theme,
) -> Result<Vec<Vec<Move>>, ProbeError> {
    let quixo = database.quixo();
    let plies = match value.distance() {
        Some(plies) if plies <= WHOLE => usize::from(plies),
        Some(_) => FIRST_OF_A_WIN,
        None => FIRST_OF_A_DRAW,
    };
    let mut line = vec![right];
    for ply in 1..plies {
        board = quixo.play_on(board, line[ply - 1][0]);
        let moves = database.moves(board)?;
        let takes = match theme == Theme::Fast && ply % 2 == 0 {
            true => usize::MAX,
            false => 1,
        };
        line.push(best(&moves).take(takes).map(|found| found.mv).collect());
    }
    Ok(line)
}

/// How hard it is to find one of the right moves: by the weakest agent that does, each time.
fn grade(
    players: &Players<Quixo>,
    position: &Position,
    right: &[Move],
    budget: &Budget,
) -> Result<u8, ProbeError> {
    for (grade, spec) in &GRADES {
        let mut finds = true;
        for seed in SEEDS {
            let mut agent = build(players, spec, seed);
            finds = finds && right.contains(&choose(&mut *agent, position, budget)?);
        }
        if finds {
            return Ok(*grade);
        }
    }
    Ok(HARDEST)
}

/// Puzzles by theme and grade while they are looked for.
struct Found {
    count: usize,
    puzzles: BTreeMap<(Theme, u8), Vec<Puzzle>>,
}

impl Found {
    fn new(count: usize) -> Found {
        let grades = |theme| (1..=HARDEST).map(move |grade| ((theme, grade), Vec::new()));
        Found {
            count,
            puzzles: Theme::ALL.into_iter().flat_map(grades).collect(),
        }
    }

    /// As many of one theme and grade as there would be if all were equally frequent.
    fn share(&self) -> usize {
        self.count.div_ceil(self.puzzles.len())
    }

    /// Whether puzzles of a theme are still looked for.
    fn wants(&self, theme: Theme) -> bool {
        let mut of_theme = (1..=HARDEST).map(|grade| self.puzzles[&(theme, grade)].len());
        of_theme.any(|found| found < self.share())
    }

    fn add(&mut self, puzzle: Puzzle) {
        let found = self.puzzles.entry((puzzle.theme, puzzle.grade));
        found.or_default().push(puzzle);
    }

    fn is_complete(&self) -> bool {
        !Theme::ALL.into_iter().any(|theme| self.wants(theme))
    }

    /// How many will be chosen.
    fn count(&self) -> usize {
        Theme::ALL
            .into_iter()
            .map(|theme| self.of_theme(theme).len())
            .sum()
    }

    /// The share of a theme: one of each grade in turn, as long as there are any.
    fn of_theme(&self, theme: Theme) -> Vec<&Puzzle> {
        let most = self.count.div_ceil(Theme::ALL.len());
        let grades = (1..=HARDEST).map(|grade| &self.puzzles[&(theme, grade)]);
        let longest = grades.clone().map(Vec::len).max().unwrap_or(0);
        let turns =
            (0..longest).flat_map(|turn| grades.clone().filter_map(move |all| all.get(turn)));
        turns.take(most).collect()
    }

    /// By theme and grade.
    fn chosen(&self) -> Vec<Puzzle> {
        let mut chosen: Vec<Puzzle> = Theme::ALL
            .into_iter()
            .flat_map(|theme| self.of_theme(theme))
            .cloned()
            .collect();
        chosen.sort_by_key(|puzzle| (puzzle.theme, puzzle.grade));
        chosen
    }
}

/// All puzzles as text, one on a line after a heading.
pub fn write(quixo: &Quixo, seed: u64, puzzles: &[Puzzle]) -> String {
    let size = quixo.rules().size();
    let mut text = format!(
        "# quixotic-research puzzles quixo{size} --count {} --seed {seed}\n",
        puzzles.len()
    );
    text.push_str("# theme, grade, plies, the opponent's last move, position, solution\n");
    for puzzle in puzzles {
        text.push_str(&puzzle.write(quixo));
        text.push('\n');
    }
    text
}

/// Reads what [`write()`] writes.
pub fn read(quixo: &Quixo, text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Puzzle::read(quixo, line)).collect()
}
