//! `traps`: whether opponents err as often as the model of traps says, and what `perfect` wins by it.
//!
//! The temperature of a strength is fitted to one agent, on positions of its own. Then other agents are
//! asked, about other positions: how often one reply errs, and how often one of two does after a move
//! whose trap value is known. At last `perfect` plays matches, in which each of its moves is checked.

mod page;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Result, bail, ensure};
use quixotic_agents::arena::{ArenaError, LONGEST, Match, Played, Starts};
use quixotic_agents::net::Bin;
use quixotic_agents::traps::{Faced, Model};
use quixotic_agents::{
    Agent, AgentError, AgentSpec, Opponent, Oracle, Playable, Players, trap_values,
};
use quixotic_cli::meter::monitored;
use quixotic_cli::{Env, GameArgs, RunArgs, Target};
use quixotic_game::{Budget, Game as _, Rng, Value};
use quixotic_quixo::{Move, Position, Quixo};
use rayon::prelude::*;

use crate::make_directory;

/// Random plies before a position is looked at, at most; those of the ladder.
const PLIES: usize = 40;
/// Steps of the chance by which what was predicted is sorted.
const STEPS: usize = 10;

/// For each strength, the agent that its temperature is fitted to, and the others that it is tried on.
const STRENGTHS: [(Opponent, &str, [&str; 2]); 3] = [
    (
        Opponent::Beginner,
        "slips:50:minimax:2",
        ["slips:50:mcts:100", "slips:50:minimax:1"],
    ),
    (Opponent::Club, "minimax:2", ["minimax:3", "mcts:100"]),
    (Opponent::Strong, "mcts:1000", ["mcts:2000", "lines:1000"]),
];

/// Against whom `perfect` plays.
const MATCHES: [&str; 3] = ["minimax:2", "minimax:3", "search:25ms"];

/// On which positions traps are tried, and where the page goes.
#[derive(Debug, clap::Args)]
pub(crate) struct TrapsArgs {
    #[command(flatten)]
    game: GameArgs,

    /// Directory to write the page and its pictures to
    #[arg(long, value_name = "DIR", default_value = "docs/results")]
    out: PathBuf,

    /// Positions that each agent is asked about
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,

    /// Games of each match
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// Another seed draws other positions
    #[arg(long, value_name = "S", default_value_t = 3)]
    seed: u64,

    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(env: &Env<'_>, args: &TrapsArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let target = Target::official(env, &args.game)?;
    let database = target.open()?;
    if !database.is_complete() {
        let solve = target.id.command_at("solve", target.db.as_deref());
        bail!("which replies err takes the whole solution; go on with `{solve}`");
    }
    let players = Players::new(Quixo::new(target.rules)).with_oracle(Arc::new(database));
    ensure!(
        players.value_network().is_some(),
        "{} has no network that judges its boards",
        target.id
    );
    make_directory(&args.out)?;
    let study = Study {
        env,
        args,
        model: Model::new(&players),
        budget: env.budget(),
        players,
    };
    let found = study.find()?;
    for file in page::files(target.id.game(), args, &found) {
        file.write(env, &args.out, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What was found.
struct Found {
    strengths: Vec<Strength>,
    matches: Vec<Checked>,
}

/// How well a strength is predicted.
struct Strength {
    opponent: Opponent,
    /// The agent that it is fitted to, the temperature that fits, and how often it errs.
    fitted: (&'static str, f64, f64),
    /// The same of the others: one reply, and two after a move.
    tried: Vec<Tried>,
}

/// An agent that a strength is tried on.
struct Tried {
    agent: &'static str,
    /// How often one reply errs, by how likely that was said to be.
    reply: [Bin; STEPS],
    /// The same of two replies after a move, by its trap value.
    trap: [Bin; STEPS],
}

/// A match of `perfect`.
struct Checked {
    opponent: &'static str,
    played: Played,
    /// Moves of `perfect`, and how many of them made a value worse.
    moves: u64,
    worse: u64,
}

/// A position in which the opponent may err.
struct Asked {
    number: u64,
    position: Position,
    faced: Faced<Position>,
}

struct Study<'a> {
    env: &'a Env<'a>,
    args: &'a TrapsArgs,
    players: Players<Quixo>,
    model: Model<Quixo>,
    budget: Budget,
}

impl Study<'_> {
    fn find(&self) -> Result<Found> {
        let positions = u64::from(self.args.positions);
        let fitting = self.draw(0, "positions to fit on")?;
        let trying = self.draw(positions, "positions to try on")?;
        let mut strengths = Vec::new();
        for (opponent, agent, others) in STRENGTHS {
            let errors = self.errors(agent, &fitting)?;
            let share = errors.iter().filter(|&&errs| errs).count() as f64 / fitting.len() as f64;
            let temperature = fit(&fitting, share);
            let traps = self.set(opponent)?;
            let tried = others.into_iter().map(|agent| {
                let mut reply = [Bin::default(); STEPS];
                for (asked, errs) in trying.iter().zip(self.errors(agent, &trying)?) {
                    let said = asked.faced.error(opponent.temperature());
                    add(&mut reply, said, errs);
                }
                let mut trap = [Bin::default(); STEPS];
                for (said, errs) in self.sprung(opponent, agent, &traps)? {
                    add(&mut trap, said, errs);
                }
                Ok(Tried { agent, reply, trap })
            });
            strengths.push(Strength {
                opponent,
                fitted: (agent, temperature, share),
                tried: tried.collect::<Result<_>>()?,
            });
        }
        let matches = MATCHES.into_iter().map(|opponent| self.play(opponent));
        Ok(Found {
            strengths,
            matches: matches.collect::<Result<_>>()?,
        })
    }

    /// Does something with numbers in parallel, and shows how far it is.
    fn all<T: Send>(
        &self,
        doing: &str,
        numbers: std::ops::Range<u64>,
        work: impl Fn(u64) -> Result<T, AgentError> + Sync + Send,
    ) -> Result<Vec<T>> {
        let total = numbers.end - numbers.start;
        let done = monitored(
            self.env,
            &self.args.run,
            doing,
            "positions",
            total,
            |done| {
                let each = numbers.into_par_iter().map(|number| {
                    let found = work(number);
                    done(None);
                    found
                });
                each.collect::<Result<Vec<T>, AgentError>>()
            },
        )?;
        done.map_err(|error| quixotic_catalog::Error::from(error).into())
    }

    fn rng(&self, number: u64) -> Rng {
        Rng::part(self.args.seed, number)
    }

    /// A position of random play in which the game is not over.
    fn random(&self, rng: &mut Rng) -> Position {
        let game = self.players.game();
        let mut position = game.start();
        for _ in 0..rng.below(PLIES) {
            match game.random_child(&position, rng) {
                Some(child) if game.ended(&child).is_none() => position = child,
                _ => break,
            }
        }
        position
    }

    fn oracle(&self) -> Option<&dyn Oracle<Quixo>> {
        self.players.oracle().map(|oracle| &**oracle)
    }

    /// Positions in which somebody may err.
    fn draw(&self, first: u64, doing: &str) -> Result<Vec<Asked>> {
        let last = first + u64::from(self.args.positions);
        self.all(doing, first..last, |number| {
            let mut rng = self.rng(number);
            loop {
                let position = self.random(&mut rng);
                let faced = self
                    .model
                    .faced(&[position], self.oracle(), &self.budget)?
                    .remove(0);
                if let Some(faced) = faced.filter(Faced::may_err) {
                    return Ok(Asked {
                        number,
                        position,
                        faced,
                    });
                }
            }
        })
    }

    /// An agent that does not see the solution.
    fn agent(&self, agent: &str, number: u64) -> Result<Box<dyn Agent<Quixo>>, AgentError> {
        let spec = AgentSpec::parse(agent).expect("the lists have agents");
        let unaided = self.players.clone().unaided();
        let agent = unaided.build(&spec, self.rng(number).word());
        Ok(agent.expect("they play Quixo"))
    }

    /// Whether an agent errs in each position.
    fn errors(&self, agent: &str, asked: &[Asked]) -> Result<Vec<bool>> {
        self.all(agent, 0..asked.len() as u64, |place| {
            let asked = &asked[place as usize];
            let mut agent = self.agent(agent, asked.number)?;
            let mv = agent.choose(&asked.position, &self.budget)?;
            Ok(asked
                .faced
                .errs(&self.players.game().play(&asked.position, mv)))
        })
    }

    /// Moves that keep a draw or a loss, one for each position, with their trap values.
    fn set(&self, opponent: Opponent) -> Result<Vec<(Position, f64)>> {
        let first = 2 * u64::from(self.args.positions);
        let numbers = first..first + u64::from(self.args.positions);
        self.all(&format!("traps for {opponent}"), numbers, |number| {
            let mut rng = self.rng(number);
            loop {
                let position = self.random(&mut rng);
                let found = trap_values(&self.players, &position, opponent, &self.budget)?;
                let places: Vec<usize> = (0..found.len()).collect();
                if let Some(place) = rng.pick(&places) {
                    let (mv, trap): (Move, _) = found[place];
                    let after = self.players.game().play(&position, mv);
                    return Ok((after, trap.chance));
                }
            }
        })
    }

    /// For each trap how likely it was said to be that somebody errs, and whether an agent did.
    fn sprung(
        &self,
        opponent: Opponent,
        agent: &str,
        traps: &[(Position, f64)],
    ) -> Result<Vec<(f64, bool)>> {
        self.all(agent, 0..traps.len() as u64, |place| {
            let (after, said) = &traps[place as usize];
            let mut agent = self.agent(agent, place)?;
            let (errs, reply) = self.answer(&mut *agent, after)?;
            if errs || self.players.game().ended(&reply).is_some() {
                return Ok((*said, errs));
            }
            let Some(next) = self.hardest(opponent, &reply)? else {
                return Ok((*said, false));
            };
            Ok((*said, self.answer(&mut *agent, &next)?.0))
        })
    }

    /// Whether an agent errs, and the position after its move.
    fn answer(
        &self,
        agent: &mut dyn Agent<Quixo>,
        position: &Position,
    ) -> Result<(bool, Position), AgentError> {
        let faced = self
            .model
            .faced(&[*position], self.oracle(), &self.budget)?
            .remove(0);
        let mv = agent.choose(position, &self.budget)?;
        let after = self.players.game().play(position, mv);
        let faced = faced.expect("the database is complete");
        Ok((faced.errs(&after), after))
    }

    /// The position after the move that keeps the outcome and leaves the reply that errs most likely.
    fn hardest(
        &self,
        opponent: Opponent,
        position: &Position,
    ) -> Result<Option<Position>, AgentError> {
        let game = self.players.game();
        let children = Playable::children(&**game, position).into_iter();
        let after: Vec<Position> = children
            .map(|(_, after)| after)
            .filter(|after| game.ended(after).is_none())
            .collect();
        let faced = self.model.faced(&after, self.oracle(), &self.budget)?;
        let faced = after.into_iter().zip(faced);
        let faced: Vec<_> = faced.filter_map(|(at, faced)| Some((at, faced?))).collect();
        let kept = faced.iter().map(|(_, faced)| faced.best()).min();
        let keeps = faced.into_iter().filter(|(_, it)| Some(it.best()) == kept);
        let error = |(at, faced): (Position, Faced<_>)| (faced.error(opponent.temperature()), at);
        let hardest = keeps.map(error).max_by(|(a, _), (b, _)| a.total_cmp(b));
        Ok(hardest.map(|(_, at)| at))
    }

    /// A match of `perfect`, with each of its moves checked.
    fn play(&self, opponent: &'static str) -> Result<Checked> {
        let spec = |text| AgentSpec::parse(text).expect("the lists have agents");
        let planned = Match {
            a: AgentSpec::Perfect,
            b: spec(opponent),
            games: self.args.games,
            seed: self.args.seed,
            starts: Starts::Alternate,
            longest: LONGEST,
        };
        let players = self.players.clone().unaided();
        let doing = format!("perfect against {opponent}");
        let total = u64::from(planned.games);
        let played: Result<Played, ArenaError> =
            monitored(self.env, &self.args.run, &doing, "games", total, |done| {
                planned.play(&players, &self.budget, &|| done(None))
            })?;
        let played = played.map_err(quixotic_catalog::Error::from)?;
        let (mut moves, mut worse) = (0, 0);
        for game in &played.games {
            let (mut position, steps) = game.record.replay(&**self.players.game())?;
            for (_, after) in steps {
                if position.to_move == game.a {
                    moves += 1;
                    worse += u64::from(!self.keeps(&position, &after)?);
                }
                position = after;
            }
        }
        Ok(Checked {
            opponent,
            played,
            moves,
            worse,
        })
    }

    /// Whether a move keeps the value of a position: the outcome, and how soon.
    fn keeps(&self, position: &Position, after: &Position) -> Result<bool, AgentError> {
        let game = self.players.game();
        let oracle = self.oracle().expect("there is a database");
        let value = |at: &Position| match game.ended(at) {
            Some(outcome) => Ok(Some(Value::ended(outcome))),
            None => oracle.value(at, &self.budget),
        };
        let kept = value(after)?.map(Value::one_ply_earlier);
        Ok(kept == value(position)?)
    }
}

/// Counts what was said, and what was true.
fn add(bins: &mut [Bin; STEPS], said: f64, is_true: bool) {
    let bin = &mut bins[((said * STEPS as f64) as usize).min(STEPS - 1)];
    bin.boards += 1;
    bin.said += said;
    bin.is_true += u64::from(is_true);
}

/// The temperature at which the mean error is what was seen. It grows with the temperature, so it is
/// found by halving.
fn fit(asked: &[Asked], seen: f64) -> f64 {
    let mean = |temperature: f64| {
        let errors = asked.iter().map(|asked| asked.faced.error(temperature));
        errors.sum::<f64>() / asked.len() as f64
    };
    let (mut low, mut high) = (0.01_f64, 100.0_f64);
    for _ in 0..40 {
        let middle = (low * high).sqrt();
        match mean(middle) < seen {
            true => low = middle,
            false => high = middle,
        }
    }
    (low * high).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_is_sorted_by_tenths() {
        let mut bins = [Bin::default(); STEPS];
        for (said, is_true) in [(0.0, false), (0.05, true), (0.95, true), (1.0, true)] {
            add(&mut bins, said, is_true);
        }
        assert_eq!((bins[0].boards, bins[0].is_true), (2, 1));
        assert_eq!((bins[9].boards, bins[9].is_true), (2, 2));
        assert!(bins[1..9].iter().all(|bin| bin.boards == 0));
    }
}
