//! The strategy ladder: how often an agent's move keeps the value of a position.
//!
//! Positions are drawn by random play from the start. Only those count in which
//! there is something to lose, that is, in which the moves have different
//! outcomes. A move errs if its outcome is worse than the position's; one that does
//! not err may still win later or lose sooner than need be, which is its shortfall
//! in plies.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::time::Duration;

use quixotic_game::{Budget, Moment, Outcome, Rng, Value};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::arena::{ArenaError, Interval};
use crate::oracle::{Valued, valued_moves};
use crate::sample::random_position;
use crate::{Agent, AgentError, AgentSpec, Oracle, OracleError, Playable, Players};

/// The agents and budgets of the ladder, the weakest first.
pub const LADDER: &str = "random,dqn,minimax:1,minimax:2,minimax:3,minimax:4,mcts:100,mcts:1000,\
                          rules,net,search:1000,search:10000,search:100000,perfect";

/// Random plies before a position is looked at, at most.
const PLIES: usize = 40;
/// Random games for a position that counts before the search is given up.
const TRIES: u32 = 1000;

/// Positions in which there is something to lose, with the values of their moves.
pub struct Ladder<G: Playable> {
    positions: Vec<AtStake<G>>,
    seed: u64,
}

/// A position in which there is something to lose.
pub struct AtStake<G: Playable> {
    /// Its number among those that were asked for, which the seed of an agent follows from.
    pub number: u32,
    /// The position.
    pub position: G::Position,
    /// Its level, where the game has levels.
    pub level: Option<u8>,
    /// Its moves, the best first.
    pub valued: Vec<Valued<G>>,
}

/// How an agent did. What is saved of it leaves the time out, which no two runs share.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rung {
    /// The agent, by its name.
    pub agent: String,
    /// Positions it was asked about.
    pub positions: u32,
    /// Moves with a worse outcome than the position's.
    pub errors: u32,
    /// Errors that gave away a win.
    pub wins_lost: u32,
    /// Moves that kept a win or a loss.
    pub kept_decided: u32,
    /// Plies that those gave away, together.
    pub shortfall: u32,
    /// Time for all moves.
    #[serde(skip)]
    pub time: Duration,
    /// Positions and errors by level, where the game has levels.
    pub levels: BTreeMap<u8, LevelErrors>,
}

/// How often an agent errs on one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelErrors {
    /// Positions it was asked about.
    pub positions: u32,
    /// Moves with a worse outcome than the position's.
    pub errors: u32,
}

impl LevelErrors {
    /// The share of moves that err.
    pub fn rate(self) -> Interval {
        Interval::wilson(self.errors, self.positions)
    }
}

impl Rung {
    /// The share of moves that err.
    pub fn error_rate(&self) -> Interval {
        Interval::wilson(self.errors, self.positions)
    }

    /// The mean number of plies by which a move that keeps a win or a loss falls
    /// short of the best.
    pub fn mean_shortfall(&self) -> f64 {
        f64::from(self.shortfall) / f64::from(self.kept_decided.max(1))
    }

    /// Adds how the same agent did on other positions.
    pub fn add(&mut self, other: &Rung) {
        self.positions += other.positions;
        self.errors += other.errors;
        self.wins_lost += other.wins_lost;
        self.kept_decided += other.kept_decided;
        self.shortfall += other.shortfall;
        self.time += other.time;
        for (&level, found) in &other.levels {
            let of_level = self.levels.entry(level).or_default();
            of_level.positions += found.positions;
            of_level.errors += found.errors;
        }
    }

    /// How often the agent errs on so many levels taken together, which single ones have too few positions for: the
    /// first level of each, and what was found.
    pub fn bands(&self, levels: u8) -> BTreeMap<u8, LevelErrors> {
        let mut bands = BTreeMap::<u8, LevelErrors>::new();
        for (&level, found) in &self.levels {
            let band = bands.entry(level / levels * levels).or_default();
            band.positions += found.positions;
            band.errors += found.errors;
        }
        bands
    }

    /// The mean time for a move.
    pub fn time_per_move(&self) -> Duration {
        self.time / self.positions.max(1)
    }
}

impl<G: Playable> Ladder<G> {
    /// Draws the positions with some numbers, counted from 0; fewer if the solution at hand does
    /// not know enough of them. A position follows from the seed and its number alone.
    pub fn draw(
        players: &Players<G>,
        numbers: Range<u32>,
        seed: u64,
        budget: &Budget,
    ) -> Result<Ladder<G>, ArenaError> {
        let solution = players.solution("the ladder")?;
        let oracle: &dyn Oracle<G> = &*solution;
        let game: &G = players.game();
        let drawn = numbers.into_par_iter().map(|number| {
            let mut rng = Rng::part(seed, number.into());
            for _ in 0..TRIES {
                budget.check(0)?;
                let plies = rng.below(PLIES);
                let position = random_position(game, plies, &mut rng);
                let valued = valued_moves(game, oracle, &position, budget)?;
                let is_at_stake = |valued: &Vec<Valued<G>>| {
                    let outcome =
                        |found: Option<&Valued<G>>| found.map(|found| found.value.outcome());
                    outcome(valued.first()) != outcome(valued.last())
                };
                if let Some(valued) = valued.filter(is_at_stake) {
                    return Ok(Some(AtStake {
                        number,
                        level: game.level(&position),
                        position,
                        valued,
                    }));
                }
            }
            Ok(None)
        });
        let drawn: Result<Vec<_>, OracleError> = drawn.collect();
        let drawn = drawn.map_err(|error| match error {
            OracleError::Stopped(why) => ArenaError::Stopped(why),
            broken => ArenaError::Build(broken.into()),
        })?;
        Ok(Ladder {
            positions: drawn.into_iter().flatten().collect(),
            seed,
        })
    }

    /// The positions.
    pub fn positions(&self) -> &[AtStake<G>] {
        &self.positions
    }

    /// The positions, each with its moves, the best first.
    pub fn at_stake(&self) -> impl Iterator<Item = (&G::Position, &[Valued<G>])> {
        let positions = self.positions.iter();
        positions.map(|at_stake| (&at_stake.position, &*at_stake.valued))
    }

    /// Asks an agent about all positions, on the threads of the current rayon pool.
    /// `done` is called after every position.
    pub fn try_on(
        &self,
        players: &Players<G>,
        spec: &AgentSpec,
        budget: &Budget,
        done: &(dyn Fn() + Sync),
    ) -> Result<Rung, ArenaError> {
        // What the solution says must not help an agent that is measured by it.
        let unaided = players.clone().unaided();
        // A program that was started is asked about many positions.
        let idle = Mutex::new(Vec::new());
        let asked = self.positions.par_iter().map(|at_stake| {
            let mut rng = Rng::part(self.seed, at_stake.number.into());
            let started = idle.lock().expect("nobody panics with it").pop();
            let mut agent = match started {
                Some(agent) => agent,
                None => unaided.build(spec, rng.word())?,
            };
            let asked = Asked::of(&mut *agent, at_stake, budget);
            if spec.program().is_some() {
                idle.lock().expect("nobody panics with it").push(agent);
            }
            done();
            asked.map_err(|error| ArenaError::of(spec, at_stake.number + 1, error))
        });
        let asked: Vec<Asked> = asked.collect::<Result<_, ArenaError>>()?;
        Ok(Rung::new(spec.to_string(), &asked))
    }

    /// Asks one agent, who may come from anywhere, about all positions in turn.
    pub fn try_guest(
        &self,
        name: &str,
        agent: &mut dyn Agent<G>,
        budget: &Budget,
    ) -> Result<Rung, AgentError> {
        let positions = self.positions.iter();
        let asked = positions.map(|at_stake| Asked::of(agent, at_stake, budget));
        let asked: Vec<Asked> = asked.collect::<Result<_, AgentError>>()?;
        Ok(Rung::new(name.into(), &asked))
    }
}

/// An agent's answer in one position.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The value of the best move.
    pub best: Value,
    /// The value of the agent's move.
    pub played: Value,
    /// How long it thought.
    pub time: Duration,
    /// The level of the position, where the game has levels.
    pub level: Option<u8>,
}

impl Asked {
    fn of<G: Playable>(
        agent: &mut dyn Agent<G>,
        AtStake {
            position,
            level,
            valued,
            ..
        }: &AtStake<G>,
        budget: &Budget,
    ) -> Result<Asked, AgentError> {
        budget.check(0)?;
        let begun = Moment::now();
        let mv = agent.choose(position, budget)?;
        let time = begun.elapsed();
        let found = valued.iter().find(|found| found.mv == mv);
        Ok(Asked {
            best: valued[0].value,
            played: found.expect("an agent's move is legal").value,
            time,
            level: *level,
        })
    }
}

impl Rung {
    /// What the answers of an agent come to.
    pub fn new(agent: String, asked: &[Asked]) -> Rung {
        let mut rung = Rung {
            agent,
            positions: asked.len() as u32,
            errors: 0,
            wins_lost: 0,
            kept_decided: 0,
            shortfall: 0,
            time: asked.iter().map(|asked| asked.time).sum(),
            levels: BTreeMap::new(),
        };
        for &Asked {
            best,
            played,
            level,
            ..
        } in asked
        {
            let errs = played.outcome() != best.outcome();
            if let Some(level) = level {
                let of_level = rung.levels.entry(level).or_default();
                of_level.positions += 1;
                of_level.errors += u32::from(errs);
            }
            if errs {
                rung.errors += 1;
                rung.wins_lost += u32::from(best.outcome() == Outcome::Win);
            } else if let (Some(best), Some(played)) = (best.distance(), played.distance()) {
                rung.kept_decided += 1;
                rung.shortfall += u32::from(best.abs_diff(played));
            }
        }
        rung
    }
}
