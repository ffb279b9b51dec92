//! `course`: positions that teach a card of rules, one rule after the other.
//!
//! A position belongs to a rule if the rules before it on the card leave a move that makes the outcome worse, and this
//! rule leaves none: it solves what they do not. The values of all moves come from the database, so each position is
//! verified when it is chosen.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use quixotic_agents::Players;
use quixotic_agents::rules::{Card, Layout};
use quixotic_cli::meter::Meter;
use quixotic_cli::{Env, GameArgs, RunArgs, Target, files};
use quixotic_game::{Budget, Game as _, Outcome, Rng};
use quixotic_quixo::{Board, Move, Position, Quixo};
use quixotic_tablebase::{Database, ProbeError};
use rayon::prelude::*;

use crate::puzzles::played;

/// Games that are looked at together, and at most.
const GAMES: u64 = 128;
const MOST_GAMES: u64 = 1 << 14;
/// Right moves among the legal ones, at most: one in so many, so that guessing does not help.
const ONE_IN: usize = 2;

/// Which positions, and where they go.
#[derive(Debug, clap::Args)]
pub(crate) struct CourseArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Positions to learn each rule from
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=1000))]
    lessons: u32,

    /// Other positions of each rule, for the check-up
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1000))]
    checks: u32,

    /// Another seed chooses other positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Where the course goes [default: course-GAME.txt]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &CourseArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let target = Target::official(env, &args.game)?;
    let name = target.id.game();
    let database = target.open()?;
    let Some(card) = Card::of(database.rules()) else {
        bail!("there is no card of rules for {}", target.id);
    };
    if !database.is_complete() {
        bail!(
            "a course takes the values of all moves, and the database of {name} is not complete: go on with `{}`",
            target.id.command_at("solve", target.db.as_deref())
        );
    }
    let each = (args.lessons + args.checks) as usize;
    let mut meter = Meter::new(env);
    let mut report = |found: usize| {
        let most = each * card.rules().len();
        meter.show_steps(
            found as u64,
            most as u64,
            &format_args!("positions of the course"),
        );
    };
    let find = || {
        find(
            &database,
            &card,
            each,
            args.seed,
            &env.budget(),
            &mut report,
        )
    };
    let found = args.run.pool()?.install(find);
    let found = found.map_err(|error| target.advise(error))?;
    drop(meter);
    let path = args.out.clone();
    let path = path.unwrap_or_else(|| format!("course-{name}.txt").into());
    let command = format!(
        "# quixotic-research course {name} --lessons {} --checks {} --seed {}\n",
        args.lessons, args.checks, args.seed
    );
    let text = command + &write(database.quixo(), &card, &found, args.lessons as usize);
    files::write(&path, text.as_bytes(), env.stop)?;
    for (rule, positions) in card.rules().iter().zip(&found) {
        writeln!(
            out,
            "{:<12} {:>5}  {}",
            rule.name,
            positions.len(),
            rule.text
        )?;
    }
    writeln!(out, "The positions are in {}.", path.display())?;
    Ok(ExitCode::SUCCESS)
}

/// A position of a course, and the moves that keep its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The position.
    pub position: Position,
    /// All right moves, those that the card leaves first.
    pub right: Vec<Move>,
}

/// Finds `each` positions for each rule of a card, fewer where the games have not enough. The same seed finds the same
/// positions, however many threads there are. `report` is called with how many there are.
pub fn find(
    database: &Database,
    card: &Card,
    each: usize,
    seed: u64,
    budget: &Budget,
    report: &mut dyn FnMut(usize),
) -> Result<Vec<Vec<Lesson>>, ProbeError> {
    let players = Players::new(database.quixo().clone());
    let layout = Layout::new(database.quixo());
    let mut found = vec![Vec::new(); card.rules().len()];
    let mut seen = BTreeSet::new();
    for first in (0..MOST_GAMES).step_by(GAMES as usize) {
        let games = (first..first + GAMES).into_par_iter().map(|number| {
            budget.check(0)?;
            let mut rng = Rng::part(seed, number);
            let moments = played(&players, &mut rng, budget)?;
            // One of a game, so that they are not alike.
            let positions: Vec<Position> = moments.iter().map(|moment| moment.position).collect();
            Ok(rng.pick(&positions))
        });
        let games: Vec<Option<Position>> = games.collect::<Result<_, ProbeError>>()?;
        let mut new: Vec<Position> = games.into_iter().flatten().collect();
        new.retain(|position| seen.insert(position.board.least_image(database.rules().size())));
        let lessons = new.par_iter().map(|position| {
            budget.check(0)?;
            lesson(database, card, &layout, *position)
        });
        let lessons: Vec<Option<(usize, Lesson)>> = lessons.collect::<Result<_, ProbeError>>()?;
        for (rule, lesson) in lessons.into_iter().flatten() {
            if found[rule].len() < each {
                found[rule].push(lesson);
            }
        }
        let count = found.iter().map(Vec::len).sum();
        report(count);
        if count == each * found.len() {
            break;
        }
    }
    Ok(found)
}

/// The rule of the card that a position teaches, by its place; `None` if it teaches none.
pub fn lesson(
    database: &Database,
    card: &Card,
    layout: &Layout,
    position: Position,
) -> Result<Option<(usize, Lesson)>, ProbeError> {
    let quixo = database.quixo();
    let (moves, boards): (Vec<Move>, Vec<Board>) = quixo.children(position.board).unzip();
    let outcomes = database.outcomes_many(&boards)?;
    let outcomes = outcomes.into_iter().map(Outcome::flip);
    let outcomes: HashMap<Move, Outcome> = moves.iter().copied().zip(outcomes).collect();
    let best = outcomes.values().copied().max();
    let is_right = |mv: &Move| Some(outcomes[mv]) == best;
    let explained = card.explain(layout, position.board);
    let solved = |step: &&quixotic_agents::rules::Step| step.moves.iter().all(is_right);
    let Some(rule) = explained.steps.iter().position(|step| solved(&step)) else {
        return Ok(None);
    };
    let mut right: Vec<Move> = moves.iter().copied().filter(is_right).collect();
    // Where nothing is at stake, the first rule would teach what none has to.
    if right.len() * ONE_IN > moves.len() {
        return Ok(None);
    }
    right.sort_by_key(|mv| !explained.moves().contains(mv));
    Ok(Some((rule, Lesson { position, right })))
}

/// A course as text: the rules of the card after `=`, then a position on each line, `learn` or `check`, with its rule and its
/// right moves.
pub fn write(quixo: &Quixo, card: &Card, found: &[Vec<Lesson>], lessons: usize) -> String {
    let mut text =
        String::from("# = a rule and its sentence; purpose, rule, position, right moves\n");
    for rule in card.rules() {
        text.push_str(&format!("= {} {}\n", rule.name, rule.text));
    }
    for (rule, positions) in card.rules().iter().zip(found) {
        for (number, lesson) in positions.iter().enumerate() {
            let purpose = if number < lessons { "learn" } else { "check" };
            let position = quixo.format_position(&lesson.position);
            let right: String = lesson
                .right
                .iter()
                .map(|&mv| quixo.format_move(mv))
                .collect();
            text.push_str(&format!("{purpose} {} {position} {right}\n", rule.name));
        }
    }
    text
}
