//! `rules`: the search for rules of thumb, judged by the solution.
//!
//! The cards of the agent `rules` were found with it. What a card is worth shows on two kinds of positions, in all
//! of which there is something to lose: those of the ladder, that is of random play, and those that
//! the card itself reaches against several opponents. The search goes on for some rounds; each adds the positions that
//! the card of the round before reaches.

mod follow;
mod page;
mod sample;
mod search;

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Result, bail};
use quixotic_agents::arena::ArenaError;
use quixotic_agents::rules::{Card, Layout};
use quixotic_agents::{AgentError, AgentSpec, BuildError, OracleError, Players};
use quixotic_cli::meter::Meter;
use quixotic_cli::{Env, GameArgs, RunArgs, Target};
use quixotic_game::{Budget, Rng, Stopped};
use quixotic_quixo::Quixo;

pub(crate) use page::CardsArgs;
pub(crate) use page::run as measure;
use sample::{AtStake, Sample, of_ladder, reached};
use search::{numbers, search};

/// What to search, and how long.
#[derive(Debug, clap::Args)]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Begin with the positions of this card: names of rules with commas between them [default: the
    /// card of the agent]
    #[arg(long, value_name = "RULES")]
    card: Option<Card>,

    /// Judge this card, and do not search
    #[arg(long)]
    judge: bool,

    /// Rounds; each adds the positions that the best card so far reaches
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,

    /// Positions of the ladder
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,

    /// Games against each opponent in a round
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// Seed of everything random
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    run: RunArgs,
}

/// Whom a card plays for the positions that it reaches; `None` is itself.
fn opponents() -> [Option<AgentSpec>; 4] {
    [
        Some(AgentSpec::Random),
        Some(AgentSpec::Minimax { depth: 1 }),
        Some(AgentSpec::Minimax { depth: 2 }),
        None,
    ]
}

/// Why a sample could not be made.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error(transparent)]
    Arena(#[from] ArenaError),
    #[error(transparent)]
    Agent(#[from] AgentError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Oracle(#[from] OracleError),
    #[error(transparent)]
    Stopped(#[from] Stopped),
    #[error("the database is not complete")]
    NotComplete,
}

pub(crate) fn run(env: &Env<'_>, args: &RulesArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let target = Target::official(env, &args.game)?;
    let database = target.open()?;
    if !database.is_complete() {
        bail!(
            "rules are judged by the values of all moves, and the database of {} is not complete: go on with `{}`",
            target.id.game(),
            target.id.command_at("solve", target.db.as_deref())
        );
    }
    let players = Players::new(Quixo::new(target.rules)).with_oracle(Arc::new(database));
    let meter = Meter::new(env);
    let pool = args.run.pool()?;
    let Some(card) = args.card.clone().or_else(|| Card::of(target.rules)) else {
        bail!(
            "{} has no card to begin with: give one with --card",
            target.id
        );
    };
    let lines = pool.install(|| rounds(&players, args, card, &env.budget(), &meter))?;
    drop(meter);
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Samples by where their positions come from: the ladder, then the opponents.
struct Samples {
    ladder: Sample,
    reached: Vec<Sample>,
}

impl Samples {
    /// Half of it is the error on the ladder, the other half the mean of those against the opponents.
    fn error(&self, rules: &[usize]) -> f64 {
        let reached: f64 = self.reached.iter().map(|sample| sample.error(rules)).sum();
        (self.ladder.error(rules) + reached / self.reached.len() as f64) / 2.0
    }

    fn positions(&self) -> usize {
        let reached = self.reached.iter().map(Sample::positions);
        self.ladder.positions() + reached.sum::<usize>()
    }

    /// The errors one by one, in percent.
    fn line(&self, rules: &[usize]) -> String {
        let mut line = format!("ladder {:5.2}", 100.0 * self.ladder.error(rules));
        for (sample, opponent) in self.reached.iter().zip(opponents()) {
            let name = opponent.map_or("itself".into(), |spec| spec.to_string());
            line += &format!(", {name} {:5.2}", 100.0 * sample.error(rules));
        }
        line
    }
}

/// Searches, and says what it finds, line by line.
fn rounds(
    players: &Players<Quixo>,
    args: &RulesArgs,
    mut card: Card,
    budget: &Budget,
    meter: &Meter,
) -> Result<Vec<String>, Error> {
    let layout = Layout::new(players.game());
    meter.say("the positions of the ladder");
    let ladder = of_ladder(players, args.positions, args.seed, budget)?;
    let mut samples = Samples {
        ladder: Sample::new(&layout, &ladder),
        reached: Vec::new(),
    };
    let mut lines = Vec::new();
    let mut all: Vec<Vec<AtStake>> = opponents().iter().map(|_| Vec::new()).collect();
    for round in 0..args.rounds {
        meter.say(&format!("round {}: what {card} reaches", round + 1));
        for (number, opponent) in opponents().iter().enumerate() {
            let seed = Rng::part(args.seed, u64::from(round) * 8 + number as u64).word();
            let found = reached(players, &card, opponent.as_ref(), args.games, seed, budget)?;
            all[number].extend(found);
        }
        let of_opponent = |found: &Vec<AtStake>| Sample::new(&layout, found);
        samples.reached = all.iter().map(of_opponent).collect();
        lines.push(format!("{} positions: {card}", samples.positions()));
        lines.push(samples.line(&numbers(&card)));
        if args.judge {
            continue;
        }
        let error = |rules: &[usize]| samples.error(rules);
        let best = search(Card::LONGEST, &error, budget, &mut |found| {
            meter.say(&format!("{:.2} % {}", 100.0 * found.error, found.card()));
        })?;
        for found in &best {
            let errors = samples.line(&found.rules);
            lines.push(format!("{:.2} %: {}", 100.0 * found.error, found.card()));
            lines.push(format!("        {errors}"));
        }
        card = best.last().expect("a card has rules").card();
    }
    Ok(lines)
}
